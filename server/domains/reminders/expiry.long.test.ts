import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expiryKinds, type ExpiryAudience, type ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import { sweepRemindersJob } from '#server/domains/reminders/schedule.jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { insertExpiring } from '#tests/harness/expiring-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, type FixtureUser } from '#tests/harness/world.ts';

const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu'];
const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** Days before the day (negative: after it) on which an audience is told of a kind: written down anew, not read from the schedule. */
const ladder: Readonly<Record<ExpiryKind, readonly (readonly [ExpiryAudience, number])[]>> = {
  cv: [
    ['person', 60],
    ['person', 30],
    ['person', 7],
    ['person', 0],
    ['person', -1],
    ['hr', 14],
    ['hr', -1],
    ['admins', -14],
  ],
  // Before and on the day by which notice must be given.
  notice: [
    ['person', 14],
    ['hr', 14],
    ['hr', 0],
  ],
  agreement: [
    ['person', 30],
    ['person', 7],
    ['hr', 90],
    ['hr', 60],
    ['hr', 30],
    ['hr', 7],
    ['admins', -1],
  ],
  review: [
    ['person', 30],
    ['person', 7],
    ['person', 0],
    ['hr', 14],
    ['hr', -1],
    ['admins', -14],
  ],
  registration: [
    ['hr', 90],
    ['hr', 30],
    ['hr', 7],
    ['hr', 0],
    ['admins', 30],
    ['admins', -1],
  ],
  reading: [
    ['person', 3],
    ['person', 0],
    ['person', -1],
    ['person', -7],
  ],
};

let database: TestDatabase;
const servers: TestServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let count = 0; count < 2; count += 1) servers.push(await startTestServer({ db: database }));
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
});

/** The instant at which clocks in a zone show eight on a date, by the time zones of this process, not of the database. */
function eightOClock(date: string, zone: string): number {
  const wanted = Date.parse(`${date}T08:00:00Z`);
  const shown = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  const guess = wanted - (shown(wanted) - wanted);
  return guess - (shown(guess) - wanted);
}

interface Thing {
  readonly kind: ExpiryKind;
  readonly id: number;
  readonly day: string;
  readonly zone: string;
  readonly owner: FixtureUser | null;
  /** hr of the organization; an administrator where there is none. */
  readonly hr: FixtureUser;
}

async function makeThings(services: Services, start: string, admin: FixtureUser): Promise<Thing[]> {
  const things: Thing[] = [];
  for (const [index, zone] of zones.entries()) {
    const { id: organizationId } = await createOrganization(services, { timeZone: zone });
    const hr =
      zone === 'Asia/Kathmandu'
        ? admin
        : await createUser(services, { organizationId, grants: [{ kind: 'hr', organizationId }] });
    for (const [place, kind] of expiryKinds.filter((one) => one !== 'notice').entries()) {
      for (const turn of [0, 1]) {
        const owner =
          kind === 'registration' || (kind === 'agreement' && turn === 1)
            ? null
            : await createUser(services, { organizationId });
        // Spread over the year, so that the steps meet every weekday and both changes of clocks.
        const day = addDays(start, 100 + ((index * 53 + place * 29 + turn * 131) % 230));
        const noticeDays = (index * 17 + turn * 40) % 84;
        const id = await asFixture(services, (tx) =>
          insertExpiring(tx, { kind, day, organizationId, personId: owner?.id ?? null, noticeDays }),
        );
        things.push({ kind, id, day, zone, owner, hr });
        if (kind === 'agreement') {
          const noticeBy = addDays(day, noticeDays < 30 ? -30 : -noticeDays);
          things.push({ kind: 'notice', id, day: noticeBy, zone, owner, hr });
        }
      }
    }
  }
  return things;
}

interface Outage {
  readonly from: number;
  readonly to: number;
}

const nameOf = (thing: Pick<Thing, 'kind' | 'id'>) => `${thing.kind} ${String(thing.id)}`;
const bucket = (at: number) => new Date(Math.floor((at + minute) / minute / 10) * minute * 10).toISOString();

/** What must be told: the second opinion, which shares nothing with the product but the wish. */
function expected(things: readonly Thing[], admin: FixtureUser, outage: Outage): string[] {
  return things.flatMap((thing) =>
    ladder[thing.kind].flatMap(([audience, offset]) => {
      const goes = (days: number) => {
        const at = eightOClock(addDays(thing.day, -days), thing.zone);
        return at > outage.from && at < outage.to ? outage.to : at;
      };
      const at = goes(offset);
      const isPassed = ladder[thing.kind].some(
        ([other, days]) => other === audience && days < offset && goes(days) === at,
      );
      const to = { person: thing.owner, hr: thing.hr, admins: admin }[audience];
      return isPassed || !to
        ? []
        : [`${to.email} ${nameOf(thing)} ${audience} ${String(offset)} ${bucket(at)}`];
    }),
  );
}

test('[NOT-04] F10 F11 F12: a year in five zones with an outage and two servers: of CVs, agreements, reviews and registrations is told what must be, once', async () => {
  const [first, second] = servers.map(({ services }) => services);
  if (!first || !second) throw new Error('two servers work');
  const admin = await createUser(first, { role: 'admin' });
  const start = new Date().toISOString().slice(0, 10);
  const things = await makeThings(first, start, admin);
  // It takes the day itself and the day after from one CV: of these only the last is told.
  const hit = things.find(({ kind }) => kind === 'cv');
  if (!hit) throw new Error('there is no CV');
  const from = eightOClock(hit.day, hit.zone) - 60 * minute;
  const outage = { from, to: from + 3 * dayMs + 7 * minute };
  const steps = things.flatMap(({ kind, day, zone }) =>
    ladder[kind].map(([, offset]) => eightOClock(addDays(day, -offset), zone)),
  );
  const times = [
    ...new Set([...steps.flatMap((at) => [at - minute, at + minute / 2]), outage.to + minute / 2]),
  ]
    .filter((at) => at < outage.from || at >= outage.to)
    .toSorted((a, b) => a - b);
  for (const at of times) {
    await database.moveClock({ milliseconds: at - Date.now() });
    await Promise.all([sweepRemindersJob.run(first, {}), sweepRemindersJob.run(second, {})]);
  }
  const { rows } = await sql<{ to: string; name: string; audience: string; days: number; at: Date }>`
    select m.to_address as to, s.kind || ' ' || s.subject_id as name, s.audience, r.days, s.created_at as at
    from mail_outbox m
    cross join lateral jsonb_array_elements_text(m.payload -> 'sends') send
    join expiry_sends s on s.id = send::int
    join reminder_rules r on r.id = s.rule_id
    where m.template = 'reminders.expiry'`.execute(database.db);
  const told = rows.map(
    ({ to, name, audience, days, at }) =>
      `${to} ${name} ${audience} ${String(days)} ${bucket(at.getTime() - minute / 2)}`,
  );
  expect(told.toSorted()).toEqual(expected(things, admin, outage).toSorted());
  // The year held what it was made for.
  expect(told.length).toBeGreaterThan(200);
  expect(steps.filter((at) => at > outage.from && at < outage.to).length).toBeGreaterThan(1);
  expect(new Set(things.map(({ day }) => new Date(day).getUTCDay())).size).toBe(7);
});
