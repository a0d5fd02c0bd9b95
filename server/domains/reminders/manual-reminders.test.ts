import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { remindersContract as contract } from '#shared/contract/reminders.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { reminderStatus } from '#shared/domain/compliance/figures.ts';
import { isEligible, reminderLimits, reminderTypes } from '#shared/domain/reminders/manual-reminders.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import {
  asFixture,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
  type UserInput,
} from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let head: FixtureUser;
let manager: TestClient;
let today = '';
let modules: number[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  modules = await createTextModules(server.services, 4);
  const { rows } = await sql<{ today: string }>`select today_in('America/New_York')::text as today`.execute(
    db.db,
  );
  today = rows[0]?.today ?? '';
});
beforeEach(async () => {
  head = await person({ role: 'manager' });
  manager = await signIn(server.client(), head);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const person = (fields: UserInput = {}): Promise<FixtureUser> =>
  createUser(server.services, { organizationId: world.organization.id, ...fields });
/** A report of the manager with trainings that are due in so many days. */
async function report(due: readonly number[], fields: UserInput = {}): Promise<FixtureUser> {
  const one = await person({ managerId: head.id, ...fields });
  for (const [index, days] of due.entries()) {
    await assignTo(world.admin, one.id, modules[index] ?? 0, { dueDate: addDays(today, days) });
  }
  return one;
}
const send = (client: TestClient, body: BodyInput<typeof contract.send>, key?: string) =>
  client.call(contract.send, { body, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const info = async (client: TestClient, query: Record<string, string> = {}) =>
  (await client.call(contract.info, { query })).body;
const hasSignedIn = (ids: readonly string[]) =>
  asFixture(server.services, (tx) =>
    sql`update users set last_sign_in_at = app_now() where id = any(${[...ids]}::text[])`.execute(tx.db),
  );
const switchOff = ({ id }: FixtureUser) =>
  asFixture(server.services, (tx) =>
    tx.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute(),
  );
const mailsOf = (userId: string) =>
  server.services.db
    .selectFrom('mailOutbox')
    .where('template', 'like', 'reminders.%')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
const remindersOf = (userId: string) =>
  server.services.db
    .selectFrom('manualReminders')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();

test('[REM-01] [CMP-03] status, counts and eligibility in SQL are those of the rules, for every kind of person', async () => {
  const cases: {
    user: FixtureUser;
    counts: Parameters<typeof reminderStatus>[0];
    overdue: number;
    expired: boolean;
  }[] = [];
  for (const hasSigned of [true, false]) {
    for (const [due, finished] of [
      [[]],
      [[3]],
      [[-3]],
      [[-3, 3]],
      [[0]],
      [[], 'valid'],
      [[], 'expired'],
      [[-1], 'expired'],
      [[], 'renewed'],
    ] as const) {
      const user = await report(due);
      if (hasSigned) await hasSignedIn([user.id]);
      if (finished) await complete(user.id, finished);
      const overdue = due.filter((days) => days < 0).length;
      cases.push({
        user,
        overdue,
        expired: finished === 'expired',
        counts: {
          hasSignedIn: hasSigned,
          inProgress: 0,
          notStarted: due.length - overdue,
          required: due.length + (finished ? 1 : 0),
          requiredOpen: due.length - overdue,
          requiredLate: overdue + (finished === 'expired' ? 1 : 0),
        },
      });
    }
  }
  const listed = new Map((await info(manager)).map((row) => [row.id, row]));
  expect(listed.size).toBe(cases.length);
  for (const { user, counts, overdue, expired } of cases) {
    expect(listed.get(user.id)).toMatchObject({
      status: reminderStatus(counts),
      pendingCount: counts.notStarted,
      overdueCount: overdue,
      expiredCount: expired ? 1 : 0,
      invitationOpen: !counts.hasSignedIn,
    });
  }
  for (const type of reminderTypes) {
    const wanted = cases.filter(({ counts }) =>
      isEligible(type, { status: reminderStatus(counts), invitationOpen: !counts.hasSignedIn }),
    );
    const found = await info(manager, { type });
    expect([type, found.map(({ id }) => id).toSorted()]).toEqual([
      type,
      wanted.map(({ user }) => user.id).toSorted(),
    ]);
  }
});

/** Completions of a module: one that has run out, the same with a valid one after it, or a valid one. */
async function complete(userId: string, state: 'valid' | 'expired' | 'renewed'): Promise<void> {
  const [module = 0] = modules.slice(3);
  const ends = { valid: [9], expired: [-1], renewed: [-1, 300] }[state];
  await asFixture(server.services, async (tx) => {
    for (const [index, days] of ends.entries()) {
      await sql`insert into training_assignments (user_id, module_id, module_version_id, status, completed_at, progress, next_renewal_date, cycle, assigned_by)
        select ${userId}, id, current_version_id, 'completed', app_now(), 100, ${addDays(today, days)}::date, ${index + 1}, 'Test'
        from training_modules where id = ${module}`.execute(tx.db);
    }
  });
}

test('[REM-01] the list is that of active people in reach, searched, narrowed and paged by the server', async () => {
  const late = await report([-2], { lastName: 'Abt', firstName: 'Lena' });
  const open = await report([5], { lastName: 'Bär', firstName: 'Omar' });
  const third = await report([5], { lastName: 'Cole', firstName: 'Ida' });
  await switchOff(await report([5]));
  await person({ lastName: 'Elsewhere' });
  const below = await person({ managerId: open.id, lastName: 'Zorn' });
  const all = await info(manager);
  expect(all.map(({ id }) => id)).toEqual([late.id, open.id, third.id, below.id]);
  expect(all[0]).toEqual({
    id: late.id,
    firstName: 'Lena',
    lastName: 'Abt',
    email: late.email,
    organizationName: world.organization.name,
    departmentName: null,
    status: 'overdue',
    pendingCount: 0,
    overdueCount: 1,
    expiredCount: 0,
    invitationOpen: true,
    lastReminder: null,
  });
  expect((await info(manager, { q: 'omar b' })).map(({ id }) => id)).toEqual([open.id]);
  expect((await info(manager, { q: late.email })).map(({ id }) => id)).toEqual([late.id]);
  expect((await info(manager, { status: 'overdue' })).map(({ id }) => id)).toEqual([late.id]);
  const elsewhere = await person();
  const named = await info(manager, { userIds: [third.id, late.id, elsewhere.id].join(',') });
  expect(named.map(({ id }) => id)).toEqual([late.id, third.id]);
  const page = await manager.get('/api/users/reminder-info?limit=2&offset=1&type=begin_training');
  expect((page.body as { id: string }[]).map(({ id }) => id)).toEqual([third.id, below.id]);
  expect(page.headers.get('x-total-count')).toBe('3');
  const beyond = await manager.get('/api/users/reminder-info?limit=2&offset=9');
  expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '4']);
  for (const query of ['type=all', 'status=late', 'userIds=', 'role=admin']) {
    expect((await manager.get(`/api/users/reminder-info?${query}`)).status).toBe(422);
  }
});

test('[REM-01] [AUD-01] a reminder is a mail and a row each, with its sender and message, and shows as the last one', async () => {
  const one = await report([-2, 5]);
  const answer = await send(manager, {
    reminderType: 'overdue_compliance',
    userIds: [one.id],
    customMessage: ' Until Friday ',
  });
  expect([answer.status, answer.body]).toEqual([200, { sent: 1, skipped: [] }]);
  expect(await remindersOf(one.id)).toMatchObject([
    {
      type: 'overdue_compliance',
      sentBy: head.id,
      message: 'Until Friday',
      pendingCount: 1,
      overdueCount: 1,
    },
  ]);
  expect(await mailsOf(one.id)).toMatchObject([
    {
      template: 'reminders.manual',
      category: 'reminder',
      toAddress: one.email,
      state: 'waiting',
      cause: `reminder.sent users ${one.id}`,
    },
  ]);
  const [listed] = await info(manager, { userIds: one.id });
  expect(listed?.lastReminder).toMatchObject({
    type: 'overdue_compliance',
    byName: `${head.firstName} ${head.lastName}`,
  });
  const { rows } = await db.admin.query<{ type: string | null; actor: string; subject: string | null }>(
    `select object_type as type, actor_id as actor, subject_id as subject from audit.events
     where action = 'reminder.sent' and actor_id = $1 and object_type = 'manual_reminders'`,
    [head.id],
  );
  expect(rows).toEqual([{ type: 'manual_reminders', actor: head.id, subject: one.id }]);
  const command = await db.admin.query<object>(
    `select organization_id, header::json #>> '{facts,role}' as role from audit.events
     where action = 'reminder.sent' and actor_id = $1 and kind = 'command'`,
    [head.id],
  );
  expect(command.rows).toEqual([{ organization_id: world.organization.id, role: 'manager' }]);
});

test('[REM-01] who needs none, cannot have one or has had one today is left out with the reason; the others get theirs', async () => {
  const fine = await report([5]);
  const done = await report([]);
  const inactive = await report([5]);
  await switchOff(inactive);
  const nowhere = await report([5], { email: `nobody-${String(Date.now())}@import.invalid` });
  const quiet = await report([5], { settings: { trainingReminders: false } });
  const silent = await report([5], { settings: { emailNotifications: false } });
  await hasSignedIn([done.id]);
  const userIds = [fine, done, inactive, nowhere, quiet, silent].map(({ id }) => id);
  const first = await send(manager, { reminderType: 'begin_training', userIds: [...userIds, fine.id] });
  expect(first.body.sent).toBe(1);
  const reasons = Object.fromEntries(first.body.skipped.map(({ userId, reason }) => [userId, reason]));
  expect(reasons).toEqual({
    [done.id]: 'not_eligible',
    [inactive.id]: 'inactive',
    [nowhere.id]: 'no_address',
    [quiet.id]: 'switched_off',
    [silent.id]: 'switched_off',
  });
  const again = await send(world.admin, { reminderType: 'begin_training', userIds: [fine.id] });
  expect(again.body).toEqual({ sent: 0, skipped: [{ userId: fine.id, reason: 'recently_reminded' }] });
  const other = await send(world.admin, { reminderType: 'complete_before_due', userIds: [fine.id] });
  expect(other.body.sent).toBe(1);
  await db.moveClock({ hours: 25 });
  try {
    const later = await signIn(server.client(), head);
    expect((await send(later, { reminderType: 'begin_training', userIds: [fine.id] })).body.sent).toBe(1);
  } finally {
    await db.moveClock({});
  }
  expect(await mailsOf(fine.id)).toHaveLength(3);
});

test('[REM-01] [AUTH-13] one id out of reach refuses the whole call (T23); learners are refused at all', async () => {
  const own = await report([5]);
  const foreign = await person();
  const learner = await signIn(server.client(), own);
  const status = async (client: TestClient, userIds: string[]) =>
    (await send(client, { reminderType: 'begin_training', userIds })).status;
  expect(await status(manager, [own.id, foreign.id])).toBe(404);
  expect(await status(manager, [own.id, 'u_nobody'])).toBe(404);
  expect(await status(manager, [head.id])).toBe(404);
  expect(await status(learner, [own.id])).toBe(403);
  expect((await learner.get('/api/users/reminder-info')).status).toBe(403);
  expect((await server.client().get('/api/users/reminder-info')).status).toBe(401);
  expect(await mailsOf(own.id)).toEqual([]);
  const [other] = await createUsers(server.services, [{ role: 'manager' }]);
  const foreignManager = await signIn(server.client(), other ?? head);
  expect(await status(foreignManager, [own.id])).toBe(404);
  expect(await info(foreignManager)).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['no type', { userIds: ['u_1'] }, 'reminderType'],
  ['an unknown type', { reminderType: 'all', userIds: ['u_1'] }, 'reminderType'],
  ['nobody', { reminderType: 'begin_training', userIds: [] }, 'userIds'],
  ['no list', { reminderType: 'begin_training', userIds: 'u_1' }, 'userIds'],
  [
    'too many',
    { reminderType: 'begin_training', userIds: Array.from({ length: 1001 }, (_, at) => `u_${String(at)}`) },
    'userIds',
  ],
  [
    'too long',
    { reminderType: 'begin_training', userIds: ['u_1'], customMessage: 'x'.repeat(1001) },
    'customMessage',
  ],
])('[REM-01] [SEC-01] %s is refused', async (_case, body, path) => {
  const answer = await manager.post<{ errors: { path: string }[] }>('/api/reminders/send', body);
  expect([answer.status, answer.body.errors[0]?.path]).toEqual([422, path]);
});

test('[REM-01] fifty sends at once, of two senders, with and without a key, remind each person once', async () => {
  const people = [await report([5]), await report([6]), await report([7])];
  const userIds = people.map(({ id }) => id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      send(
        at % 2 === 0 ? manager : world.admin,
        { reminderType: 'begin_training', userIds: at % 3 === 0 ? userIds : userIds.toReversed() },
        at < 4 ? 'key-of-fifty' : undefined,
      ),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  for (const { id } of people) {
    expect(await mailsOf(id)).toHaveLength(1);
    expect(await remindersOf(id)).toHaveLength(1);
  }
});

test('[REM-01] a call that is repeated with its key gives its first answer and sends nothing more', async () => {
  const one = await report([5]);
  const body = { reminderType: 'begin_training', userIds: [one.id] } as const;
  const [first, second] = [
    await send(manager, { ...body, userIds: [one.id] }, 'key-of-reminder'),
    await send(manager, { ...body, userIds: [one.id] }, 'key-of-reminder'),
  ];
  expect([first.body, second.body]).toEqual([
    { sent: 1, skipped: [] },
    { sent: 1, skipped: [] },
  ]);
  expect(await mailsOf(one.id)).toHaveLength(1);
});

test('[REM-01] a sender can send only so many in an hour (T23)', async () => {
  const one = await report([5]);
  await asFixture(server.services, (tx) =>
    sql`insert into manual_reminders (user_id, type, sent_by, pending_count, overdue_count)
      select ${world.adminUser.id}, 'begin_training', ${head.id}, 1, 0 from generate_series(1, ${reminderLimits.perSenderAndHour})`.execute(
      tx.db,
    ),
  );
  const refused = await send(manager, { reminderType: 'begin_training', userIds: [one.id] });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await mailsOf(one.id)).toEqual([]);
  const other = await send(world.admin, { reminderType: 'begin_training', userIds: [one.id] });
  expect(other.body.sent).toBe(1);
});

test('[REM-01] [RPT-01] with a module, status, counts, listing and sending go by that module alone', async () => {
  const [late = 0, open = 0] = modules;
  const both = await report([-3, 3]);
  const onlyLate = await report([-3]);
  await hasSignedIn([both.id, onlyLate.id]);
  const listed = async (moduleId: number, query: Record<string, string> = {}) =>
    Object.fromEntries(
      (await info(manager, { moduleIds: String(moduleId), ...query })).map(
        ({ id, status, pendingCount, overdueCount }) => [id, [status, pendingCount, overdueCount]],
      ),
    );
  const overdue = { [both.id]: ['overdue', 0, 1], [onlyLate.id]: ['overdue', 0, 1] };
  const pending = { [both.id]: ['pending', 1, 0] };
  expect(await listed(late)).toEqual(overdue);
  expect(await listed(late, { type: 'overdue_compliance' })).toEqual(overdue);
  expect(await listed(late, { status: 'mixed' })).toEqual({});
  expect(await listed(open)).toEqual(pending);
  expect(await listed(open, { type: 'overdue_compliance' })).toEqual({});
  expect(await listed(open, { type: 'begin_training' })).toEqual(pending);
  const body: BodyInput<typeof contract.send> = { reminderType: 'begin_training', userIds: [both.id] };
  expect((await send(manager, body)).body.skipped).toEqual([{ userId: both.id, reason: 'not_eligible' }]);
  expect((await send(manager, { ...body, moduleIds: [late] })).body).toMatchObject({ sent: 0 });
  expect((await send(manager, { ...body, moduleIds: [open] })).body).toEqual({ sent: 1, skipped: [] });
  expect(await remindersOf(both.id)).toMatchObject([{ pendingCount: 1, overdueCount: 0 }]);
});

test('[REM-01] [USR-09] a past completion that was recorded after a newer one makes nobody need the module', async () => {
  const past = modules[3] ?? 0;
  const valid = await report([]);
  const expired = await report([]);
  await hasSignedIn([valid.id, expired.id]);
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values(
        [
          { userId: valid.id, cycle: 1, nextRenewalDate: '2099-01-01' },
          { userId: valid.id, cycle: 2, nextRenewalDate: '2020-01-01' },
          { userId: expired.id, cycle: 1, nextRenewalDate: '2021-01-01' },
          { userId: expired.id, cycle: 2, nextRenewalDate: '2020-01-01' },
        ].map((row) => ({ ...row, moduleId: past, status: 'completed' as const, completedAt: new Date(0) })),
      )
      .execute(),
  );
  expect((await info(manager, { moduleIds: String(past) })).map(({ id }) => id)).toEqual([expired.id]);
});
