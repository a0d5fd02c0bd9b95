import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { absencesContract } from '#shared/contract/absences.ts';
import { complianceContract } from '#shared/contract/compliance.ts';
import { homeContract } from '#shared/contract/home.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { teamContract } from '#shared/contract/team.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let boss: FixtureUser;
let chief: FixtureUser;
let away: FixtureUser;
let present: FixtureUser;
let organizationId: number;
let today: string;
let moduleId: number;
const day = (days: number) => addDays(today, days);

/** Another day; sessions of before are over by then. */
async function goTo(days: number): Promise<void> {
  await db.moveClock({ days });
  admin = await signIn(server.client(), chief);
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const { services } = server;
  chief = await createUser(services, { role: 'admin' });
  admin = await signIn(server.client(), chief);
  ({ id: organizationId } = await createOrganization(services));
  boss = await createUser(services, { organizationId, role: 'manager' });
  away = await createUser(services, { organizationId, managerId: boss.id, lastName: 'Away' });
  present = await createUser(services, { organizationId, managerId: boss.id, lastName: 'Present' });
  const { rows } = await sql<{ today: string }>`select today_in('UTC')::text as today`.execute(services.db);
  today = rows[0]?.today ?? '';
  [moduleId = 0] = await createTextModules(services, 1);
  // Overdue before the absence, so that being away excuses nothing.
  await admin.post('/api/training/assign-modules', {
    userIds: [away.id, present.id],
    moduleIds: [moduleId],
    dueDate: day(-10),
  });
  const { status } = await admin.call(absencesContract.record, {
    params: { userId: away.id },
    body: { firstDay: day(-3), lastDay: day(4), kind: 'sick', note: 'Secret illness' },
  });
  if (status !== 200) throw new Error(`not recorded: ${String(status)}`);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[USR-10] lists, the team and the person page mark who is away, and the list of people narrows to them', async () => {
  const query = { organizationId: String(organizationId), away: 'true' } as const;
  const listed = await admin.call(peopleContract.list, { query });
  expect(listed.body.map(({ id, isAway }) => [id, isAway])).toEqual([[away.id, true]]);
  expect(listed.headers.get('x-total-count')).toBe('1');
  const others = await admin.call(peopleContract.list, { query: { ...query, away: 'false', q: 'Present' } });
  expect(others.body.map(({ id, isAway }) => [id, isAway])).toEqual([[present.id, false]]);
  const manager = await signIn(server.client(), boss);
  const team = await manager.call(teamContract.tree, { params: { id: boss.id } });
  expect(JSON.stringify(team.body)).toContain('"isAway":true');
  expect(JSON.stringify(team.body)).not.toContain('Secret illness');
  const details = await manager.call(peopleContract.details, { params: { userId: away.id } });
  expect(details.body.user.isAway).toBe(true);
  const home = await (await signIn(server.client(), away)).call(homeContract.own);
  expect(home.body.away).toEqual({ until: day(4) });
  expect((await manager.call(homeContract.own)).body.away).toBeNull();
});

test('[USR-10] [CMP-03] [RPT-04] figures count who is away apart, change no rate, and show a past day as it was known then', async () => {
  const figures = async (asOf?: string) =>
    (
      await admin.call(complianceContract.metrics, {
        query: { organization: String(organizationId), ...(asOf && { asOf }) },
      })
    ).body.overall;
  expect(await figures()).toMatchObject({
    activeUsers: 3,
    overdue: 2,
    complianceRate: 0,
    away: 1,
    awayOverdue: 1,
  });
  const people = await admin.call(complianceContract.people, {
    query: { organization: String(organizationId), state: 'overdue' },
  });
  expect(new Map(people.body.map(({ id, isAway, group }) => [id, [isAway, group]]))).toEqual(
    new Map([
      [away.id, [true, 'overdue']],
      [present.id, [false, 'overdue']],
    ]),
  );
  await goTo(2);
  // It was recorded on that day. On the day before nobody knew of it.
  expect(await figures(today)).toMatchObject({ away: 1, awayOverdue: 1 });
  expect(await figures(day(-1))).toMatchObject({ away: 0 });
  await goTo(0);
});

test('[USR-10] [RPT-04] a past day ends in the zone and the organization of then, also after either changed', async () => {
  const { services } = server;
  const place = await createOrganization(services, { timeZone: 'Pacific/Auckland' });
  const later = await createOrganization(services, { timeZone: 'Pacific/Auckland' });
  const [stayed, moved] = [
    await createUser(services, { organizationId: place.id }),
    await createUser(services, { organizationId: place.id }),
  ];
  // Recorded at noon in UTC: in Auckland the day after had begun, in Honolulu the day before had not ended.
  const noon = await sql<{ ms: number }>`
    select (extract(epoch from ((${day(1)}::date + interval '12 hours') at time zone 'UTC' - now())) * 1000)::float8 as ms`.execute(
    services.db,
  );
  await db.moveClock({ milliseconds: noon.rows[0]?.ms ?? 0 });
  admin = await signIn(server.client(), chief);
  for (const { id } of [stayed, moved]) {
    const { status } = await admin.call(absencesContract.record, {
      params: { userId: id },
      body: { firstDay: day(-3), lastDay: null, kind: 'leave' },
    });
    expect(status).toBe(200);
  }
  await goTo(5);
  const awayOn = async (organization: number, asOf: string) => {
    const query = { organization: String(organization), asOf };
    const { overall } = (await admin.call(complianceContract.metrics, { query })).body;
    const { body } = await admin.call(complianceContract.people, { query: { ...query, state: 'all' } });
    return [overall.away, body.filter((one) => one.isAway).length];
  };
  // At the end of day(1) in Auckland, which is noon of day(1) in UTC less an hour or two, nobody knew.
  const before = [await awayOn(place.id, day(1)), await awayOn(place.id, day(2))];
  expect(before).toEqual([
    [0, 0],
    [2, 2],
  ]);
  await asFixture(services, async (tx) => {
    await sql`update organizations set time_zone = 'Pacific/Honolulu' where id = ${place.id}`.execute(tx.db);
    await sql`update users set organization_id = ${later.id} where id = ${moved.id}`.execute(tx.db);
    await sql`update organizations set time_zone = 'Pacific/Honolulu' where id = ${later.id}`.execute(tx.db);
  });
  expect([await awayOn(place.id, day(1)), await awayOn(place.id, day(2))]).toEqual(before);
  await goTo(0);
});

test('[USR-10] [INS-02] an answer about a day names the absence as a fact, in the reading that knows of it', async () => {
  const query = { person: away.id, module: String(moduleId) };
  const answer = await admin.call(qualifiedContract.answer, { query: { ...query, day: today } });
  expect(answer.body).toMatchObject({
    away: { asKnownThen: true, asKnownNow: true },
    asKnownNow: { answer: 'no', reason: 'never_completed' },
  });
  const other = await admin.call(qualifiedContract.answer, {
    query: { ...query, person: present.id, day: today },
  });
  expect(other.body.away).toBeUndefined();
  await goTo(1);
  await admin.call(absencesContract.record, {
    params: { userId: present.id },
    body: { firstDay: today, lastDay: today, kind: 'leave' },
  });
  const late = await admin.call(qualifiedContract.answer, {
    query: { ...query, person: present.id, day: today },
  });
  expect(late.body.away).toEqual({ asKnownThen: false, asKnownNow: true });
  await goTo(0);
});

test('[USR-10] [EMP-02] the training file prints the days of absences as they were known then, and never why', async () => {
  const read = async (query = '') => {
    const { body } = await admin.get<Buffer>(`/api/employee/${away.id}/training-file.pdf${query}`);
    return (await readPdf(body)).text;
  };
  const before = new Date().toISOString();
  expect(await read()).toContain('Absences');
  expect(await read()).not.toMatch(/Secret illness|sick/i);
  const list = await admin.call(absencesContract.list, { params: { userId: away.id } });
  const [absence] = list.body.absences;
  await admin.call(absencesContract.void, {
    params: { id: String(absence?.id) },
    body: { reason: 'A mistake' },
  });
  expect(await read()).not.toContain('Absences');
  expect(await read(`?asOf=${encodeURIComponent(before)}`)).toContain('Absences');
});
