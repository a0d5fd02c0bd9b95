import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { absencesContract as contract } from '#shared/contract/absences.ts';
import { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { dueAfterAbsences, type CountedAbsence } from '#tests/models/due-after-absences.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { settleDueDates } from './absence-effect.ts';

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let moduleIds: readonly number[];
let organizationId: number;
let today: string;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  moduleIds = await createTextModules(server.services, 4);
  ({ id: organizationId } = await createOrganization(server.services));
  const { rows } = await sql<{ today: string }>`select today_in('UTC')::text as today`.execute(
    server.services.db,
  );
  today = rows[0]?.today ?? '';
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const day = (days: number) => addDays(today, days);
const person = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(server.services, { organizationId, ...fields });

/** Somebody with one open training per due date, in days from today. */
async function learner(dues: readonly number[], fields: Parameters<typeof createUser>[1] = {}) {
  const user = await person(fields);
  for (const [at, due] of dues.entries()) {
    const { status } = await admin.post('/api/training/assign-modules', {
      userIds: [user.id],
      moduleIds: [moduleIds[at]],
      dueDate: day(due),
    });
    expect(status).toBe(200);
  }
  return user;
}

const dueDates = async ({ id }: FixtureUser) => {
  const { rows } = await sql<{ dueDate: string | null; dueBeforeAbsence: string | null }>`
    select due_date, due_before_absence from training_assignments where user_id = ${id} order by id`.execute(
    server.services.db,
  );
  return rows;
};
const dues = async (user: FixtureUser) => (await dueDates(user)).map(({ dueDate }) => dueDate);

const record = (client: TestClient, { id }: FixtureUser, first: number, last: number | null, more = {}) =>
  client.call(contract.record, {
    params: { userId: id },
    body: {
      firstDay: day(first),
      lastDay: last === null ? null : day(last),
      kind: 'sick',
      note: 'A broken leg',
      ...more,
    },
  });
const recorded = async (user: FixtureUser, first: number, last: number | null) => {
  const { body } = await record(admin, user, first, last);
  if (!body.absence) throw new Error(`not recorded: ${JSON.stringify(body)}`);
  return body.absence;
};
const list = (client: TestClient, { id }: FixtureUser) =>
  client.call(contract.list, { params: { userId: id } });

test('[USR-10] what is due during an absence becomes due some days after the return, after one effect that was shown', async () => {
  const user = await learner([3, 10, 40]);
  const shown = await record(admin, user, 5, 20, { preview: true });
  expect(shown.status).toBe(200);
  expect(shown.body.effect).toMatchObject({
    moved: [{ from: day(10), to: day(35), overdue: false }],
    overdue: 0,
  });
  expect(await dues(user)).toEqual([day(3), day(10), day(40)]);
  const done = await record(admin, user, 5, 20, { effectHash: shown.body.effectHash });
  expect(done.body.absence).toMatchObject({
    firstDay: day(5),
    lastDay: day(20),
    state: 'planned',
    kind: 'sick',
    returnDays: 14,
  });
  expect(await dueDates(user)).toEqual([
    { dueDate: day(3), dueBeforeAbsence: null },
    { dueDate: day(35), dueBeforeAbsence: day(10) },
    { dueDate: day(40), dueBeforeAbsence: null },
  ]);
  // Another effect than the one that was shown: nothing happens.
  const other = await learner([10]);
  const stale = await record(admin, other, 5, 20, { effectHash: 'a'.repeat(64) });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: 'EFFECT_CHANGED', effect: { moved: [{ to: day(35) }] } });
  expect(await dues(other)).toEqual([day(10)]);
});

test('[USR-10] an absence is changed, ended early and voided; due dates follow each time, and trainings that are overdue are counted', async () => {
  const user = await learner([-12, 10]);
  const { id } = await recorded(user, -15, null);
  expect(await dues(user)).toEqual([null, null]);
  const changed = await admin.call(contract.change, {
    params: { id: String(id) },
    body: { firstDay: day(-13), lastDay: day(30), kind: 'parental', note: null, reason: 'Begins later' },
  });
  expect(changed.body.absence).toMatchObject({ kind: 'parental', note: null });
  expect(await dues(user)).toEqual([day(45), day(45)]);
  expect((await list(admin, user)).body).toMatchObject({
    isAway: true,
    awayUntil: day(30),
    canRecord: true,
    absences: [{ firstDay: day(-13), state: 'away', kind: 'parental' }],
    paused: [
      { before: day(-12), dueDate: day(45) },
      { before: day(10), dueDate: day(45) },
    ],
  });
  const version = String(changed.body.absence?.id);
  const early = { lastDay: day(-3), preview: true };
  const ended = await admin.call(contract.end, { params: { id: version }, body: early });
  expect(ended.body.effect.moved.map(({ to }) => to)).toEqual([day(12), day(10)]);
  const really = await admin.call(contract.end, { params: { id: version }, body: { lastDay: day(-3) } });
  expect(await dues(user)).toEqual([day(12), day(10)]);
  const voided = await admin.call(contract.void, {
    params: { id: String(really.body.absence?.id) },
    body: { reason: 'Recorded for the wrong person' },
  });
  expect(voided.body.effect).toMatchObject({ overdue: 1, moved: [{ to: day(-12), overdue: true }] });
  expect(await dueDates(user)).toEqual([
    { dueDate: day(-12), dueBeforeAbsence: null },
    { dueDate: day(10), dueBeforeAbsence: null },
  ]);
  expect((await list(admin, user)).body.absences).toMatchObject([{ state: 'voided' }]);
  // A version that no longer counts cannot be changed.
  const again = await admin.call(contract.void, { params: { id: version }, body: { reason: 'Once more' } });
  expect(again.status).toBe(409);
});

test('[USR-10] [MTX-05] a preview of assigning modules counts people who are away then, and is refused once others are', async () => {
  const [back, unknown, present] = [await person(), await person(), await person()];
  await recorded(back, 5, 20);
  await recorded(unknown, 5, null);
  const body = {
    userIds: [back.id, unknown.id, present.id],
    moduleIds: moduleIds.slice(0, 2),
    dueDate: day(10),
  };
  const assign = (more: object) =>
    admin.call(bulkAssignmentsContract.assignModules, { body: { ...body, ...more } });
  const shown = (await assign({ preview: true })).body;
  expect(shown.effect).toMatchObject({
    assigned: { assignments: 6, people: 3 },
    away: { assignments: 4, people: 2 },
  });
  await recorded(present, 10, 12);
  expect(await assign({ effectHash: shown.effectHash })).toMatchObject({
    status: 409,
    body: { code: 'EFFECT_CHANGED', effect: { away: { assignments: 6, people: 3 } } },
  });
  const again = (await assign({ preview: true })).body;
  expect((await assign({ effectHash: again.effectHash })).status).toBe(200);
  expect([await dues(back), await dues(unknown), await dues(present)]).toEqual([
    [day(35), day(35)],
    [null, null],
    [day(27), day(27)],
  ]);
});

test('[USR-10] trainings assigned during an absence and due dates that are changed follow the rule too', async () => {
  const user = await person();
  await recorded(user, -2, 8);
  const { body } = await admin.post<{ code?: string }>('/api/training/assign-modules', {
    userIds: [user.id],
    moduleIds: [moduleIds[0], moduleIds[1]],
    dueDate: day(5),
  });
  expect(body.code).toBeUndefined();
  expect(await dues(user)).toEqual([day(23), day(23)]);
  const { rows } = await sql<{ id: number }>`
    select id from training_assignments where user_id = ${user.id} order by id`.execute(server.services.db);
  await admin.post('/api/training-assignments/due-dates', {
    assignmentIds: [rows[0]?.id],
    dueDate: day(60),
    reason: 'Plenty of time',
  });
  await admin.post('/api/training-assignments/due-dates', {
    assignmentIds: [rows[1]?.id],
    dueDate: day(2),
    reason: 'Sooner',
  });
  // The preview shows the date after the absence, not the one that was entered.
  const shown = await admin.post<{ effect: unknown }>('/api/training-assignments/due-dates', {
    assignmentIds: [rows[1]?.id],
    dueDate: day(3),
    preview: true,
  });
  expect(shown.body.effect).toMatchObject({ earliest: day(23), overdue: 0 });
  expect(await dueDates(user)).toEqual([
    { dueDate: day(60), dueBeforeAbsence: null },
    { dueDate: day(23), dueBeforeAbsence: day(2) },
  ]);
});

test('[USR-10] [LRN-06] a preview of changed due dates is refused once somebody is away, or once a date was changed, also at the same moment', async () => {
  const user = await learner([5]);
  const move = (body: object) =>
    admin.call(bulkAssignmentsContract.changeDueDates, {
      body: { userIds: [user.id], dueDate: day(40), reason: 'A new plan', ...body },
    });
  const shown = (await move({ preview: true })).body;
  expect(shown.effect).toMatchObject({ earliest: day(40), latest: day(40) });
  // Both wait for the person; the absence was asked for first.
  const [away, changed] = await whileLocked<{ readonly status: number; readonly body: unknown }>(
    db,
    sql`select from users where id = ${user.id} for update`,
    [() => record(admin, user, 35, 60), () => move({ effectHash: shown.effectHash })],
  );
  expect([away?.status, changed?.status]).toEqual([200, 409]);
  expect(changed?.body).toMatchObject({ code: 'EFFECT_CHANGED', effect: { earliest: day(75) } });
  expect(await dues(user)).toEqual([day(5)]);
  const again = (await move({ preview: true })).body;
  expect((await move({ dueDate: day(7) })).status).toBe(200);
  expect((await move({ effectHash: again.effectHash })).status).toBe(409);
  expect(await dues(user)).toEqual([day(7)]);
});

test('[USR-10] days that overlap, end before they start, are far away or too many are refused, and two at once make one', async () => {
  const user = await person();
  await recorded(user, 5, 20);
  const refusal = async (first: number, last: number | null) => {
    const { status, body } = await record(admin, user, first, last);
    const [error] = (body as unknown as { errors: { path: string; reason: string }[] }).errors;
    return [status, error?.path, error?.reason];
  };
  expect(await refusal(20, 21)).toEqual([422, 'firstDay', 'absence_overlaps']);
  expect(await refusal(1, null)).toEqual([422, 'firstDay', 'absence_overlaps']);
  expect(await refusal(30, 29)).toEqual([422, 'lastDay', 'absence_ends_before']);
  expect(await refusal(5000, null)).toEqual([422, 'firstDay', 'absence_too_far']);
  expect(await refusal(30, 3700)).toEqual([422, 'lastDay', 'absence_too_long']);
  expect((await record(admin, user, 21, 22)).status).toBe(200);
  const other = await learner([10]);
  const both = await Promise.all([record(admin, other, 5, 20), record(admin, other, 5, 20)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await dues(other)).toEqual([day(35)]);
});

test('[USR-10] why somebody is away is for the person and those who record it, and never in the trail; nobody records their own', async () => {
  const boss = await person({ role: 'manager' });
  const user = await person({ managerId: boss.id });
  const hrUser = await person({ grants: [{ kind: 'hr', organizationId }] });
  const inspectorUser = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId, validUntil: new Date(Date.now() + 8.64e7) }],
  });
  const [manager, self, hr, inspector] = await Promise.all(
    [boss, user, hrUser, inspectorUser].map((one) => signIn(server.client(), one)),
  );
  if (!manager || !self || !hr || !inspector) throw new Error('nobody is signed in');
  expect((await record(manager, user, 0, 5)).status).toBe(200);
  for (const client of [manager, self, hr, admin])
    expect((await list(client, user)).body.absences).toMatchObject([{ kind: 'sick', note: 'A broken leg' }]);
  expect((await list(inspector, user)).body).toMatchObject({
    canRecord: false,
    isAway: true,
    absences: [{ kind: null, note: null, firstDay: day(0) }],
  });
  expect((await list(self, user)).body.canRecord).toBe(false);
  expect((await record(self, user, 10, 12)).status).toBe(403);
  expect((await record(hr, hrUser, 10, 12)).status).toBe(409);
  expect((await record(inspector, user, 10, 12)).status).toBe(403);
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(coalesce(payload, residual), ' '), '') as text from audit.events
    where at > now() - interval '1 hour'`.execute(server.services.db);
  expect(rows[0]?.text).toContain('first_day');
  expect(rows[0]?.text).not.toMatch(/A broken leg|"sick"/);
});

test('[USR-10] [AUD-02] verify names trainings whose due date is not the one that follows from the absences', async () => {
  const [paused, moved] = [await learner([2]), await learner([2, 90])];
  await recorded(paused, 0, null);
  const { id } = await recorded(moved, 0, 5);
  expect((await verifyAll(server.services)).findings).toEqual([]);
  // A command that forgets the due dates.
  const end = (wrong: boolean) =>
    asFixture(server.services, async (tx) => {
      if (!wrong) await settleDueDates(tx, [moved.id]);
      else
        await sql`update absences set ended_at = app_now(), ended_as = 'voided' where id = ${id}`.execute(
          tx.db,
        );
    });
  await end(true);
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from training_assignments where user_id = ${moved.id}`.execute(server.services.db);
  expect((await verifyAll(server.services)).findings).toMatchObject([
    { kind: 'record_changed', object: `training_assignments ${String(rows[0]?.id)}` },
  ]);
  await end(false);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[USR-10] [USR-08] an erasure deletes why somebody was away and keeps the days', async () => {
  const user = await learner([2]);
  await recorded(user, 0, 5);
  const bossed = await admin.call(peopleContract.erase, {
    params: { userId: user.id },
    body: { reason: 'Asked for it' },
  });
  expect(bossed.status).toBe(200);
  expect((await list(admin, user)).body).toMatchObject({
    canRecord: false,
    absences: [{ firstDay: day(0), kind: null, note: null }],
  });
  expect((await record(admin, user, 30, 31)).status).toBe(409);
});

test('[USR-10] the database moves due dates by the rule of the domain, for any absences', async () => {
  const user = await person();
  const start = '2026-01-01';
  const part = fc.record({
    gap: fc.integer({ min: 0, max: 30 }),
    length: fc.integer({ min: 0, max: 40 }),
    grace: fc.integer({ min: 0, max: 90 }),
    open: fc.boolean(),
  });
  const stories = fc.sample(fc.tuple(fc.array(part, { maxLength: 5 }), fc.integer({ min: 0, max: 250 })), 60);
  for (const [parts, due] of stories) {
    let next = start;
    const absences = parts.map(({ gap, length, grace, open }, at): CountedAbsence => {
      const firstDay = addDays(next, gap);
      const lastDay = addDays(firstDay, length);
      next = addDays(lastDay, 1);
      return { firstDay, lastDay: open && at === parts.length - 1 ? null : lastDay, returnDays: grace };
    });
    const found = await asFixture(server.services, async (tx) => {
      await sql`update absences set ended_at = app_now(), ended_as = 'voided' where user_id = ${user.id} and ended_at is null`.execute(
        tx.db,
      );
      for (const { firstDay, lastDay, returnDays } of absences)
        await tx.db
          .insertInto('absences')
          .values({ userId: user.id, firstDay, lastDay, returnDays, recordedBy: user.id })
          .execute();
      const { rows } = await sql<{ due: string | null }>`
        select due_after_absences(${user.id}, ${addDays(start, due)}::date)::text as due`.execute(tx.db);
      return rows[0]?.due;
    });
    expect(found, JSON.stringify({ absences, due })).toBe(dueAfterAbsences(addDays(start, due), absences));
  }
});
