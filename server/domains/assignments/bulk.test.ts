import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  countRows,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

type Assigned = ResponseOf<typeof bulkAssignmentsContract.assignModules> & Problem;
type Moved = ResponseOf<typeof bulkAssignmentsContract.changeDueDates> & Problem;
interface Problem {
  readonly code?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 4);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const assign = (client: TestClient, body: Record<string, unknown>) =>
  client.post<Assigned>('/api/training/assign-modules', body);
const move = (client: TestClient, body: Record<string, unknown>) =>
  client.post<Moved>('/api/training-assignments/due-dates', body);
const person = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(server.services, { organizationId: world.organization.id, ...fields });
const openOf = (moduleIds: readonly number[]) =>
  countRows(
    server.services,
    sql`select 1 from training_assignments where module_id = any(${[...moduleIds]}::int[]) and status = 'not_started'`,
  );
const commands = async (action: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit.events
    where action = ${action} and kind = 'command'`.execute(server.services.db);
  return rows[0]?.count ?? 0;
};

test('[MTX-05] [MGR-02] [LRN-01] modules are assigned to many people in one step, after one effect that names who gets nothing', async () => {
  const [first = 0, second = 0] = await createTextModules(server.services, 2);
  const [has, did, free] = await Promise.all([
    person({ lastName: 'Abel' }),
    person({ lastName: 'Brand' }),
    person({ lastName: 'Cole' }),
  ]);
  const gone = await person({ lastName: 'Dorn', isActive: false });
  await assignTo(world.admin, has.id, first);
  const done = await assignTo(world.admin, did.id, first);
  await completeText(await readyToSign(server, did), done.id, did);
  const body = {
    userIds: [has.id, did.id, free.id, gone.id],
    moduleIds: [first, second],
    dueDate: '2999-01-31',
  };

  const shown = await assign(world.admin, { ...body, preview: true });
  expect(shown.body).toMatchObject({
    preview: true,
    effect: {
      assigned: { assignments: 4, people: 3 },
      retrained: { assignments: 0, people: 0 },
      away: { assignments: 0, people: 0 },
      skippedCount: 4,
    },
  });
  expect(
    shown.body.effect.skipped.map(({ lastName, moduleId, reason }) => [lastName, moduleId, reason]),
  ).toEqual([
    ['Abel', first, 'open'],
    ['Brand', first, 'completed'],
    ['Dorn', first, 'inactive'],
    ['Dorn', second, 'inactive'],
  ]);
  expect(await openOf([second]), 'a preview writes nothing').toBe(0);
  // What has expired is not said to be completed (LRN-01).
  const until = (day: string | null) =>
    asFixture(server.services, (tx) =>
      sql`update training_assignments set next_renewal_date = ${day}::date where id = ${done.id}`.execute(
        tx.db,
      ),
    );
  await until('2021-01-31');
  const expired = await assign(world.admin, { ...body, preview: true });
  expect(expired.body.effect.skipped.map(({ reason }) => reason)).toEqual([
    'open',
    'expired',
    'inactive',
    'inactive',
  ]);
  await until(null);

  const { effectHash } = shown.body;
  expect((await assign(world.admin, { ...body, effectHash })).body.effect).toEqual(shown.body.effect);
  expect(await openOf([first, second])).toBe(1 + 4);
  // What was shown has happened: the same again is another effect.
  const again = await assign(world.admin, { ...body, effectHash });
  expect([again.status, again.body.code, again.body.effect.assigned.assignments]).toEqual([
    409,
    'EFFECT_CHANGED',
    0,
  ]);

  expect((await assign(world.admin, { ...body, retrain: true })).body.code).toBe('REASON_REQUIRED');
  const retrained = await assign(world.admin, { ...body, retrain: true, reason: 'The procedure changed' });
  expect(retrained.body.effect).toMatchObject({
    assigned: { assignments: 1, people: 1 },
    retrained: { assignments: 1, people: 1 },
  });
  const { rows } = await sql`
    select cycle, assignment_type, cycle_reason, due_date from training_assignments
    where user_id = ${did.id} and module_id = ${first} order by cycle desc limit 1`.execute(
    server.services.db,
  );
  expect(rows).toEqual([
    {
      cycle: 2,
      assignmentType: 'retraining',
      cycleReason: 'The procedure changed',
      dueDate: '2999-01-31',
    },
  ]);
});

test('[MTX-05] one command assigns to many, thirty days from today where they work, and takes at most 100,000 people', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const ids = world.learners.map(({ id }) => id);
  const before = await commands('assignment.assigned');
  const key = { userIds: ids, moduleIds: [moduleId] };
  expect((await assign(world.admin, key)).body.effect.assigned).toEqual({ assignments: 4, people: 4 });
  expect(await commands('assignment.assigned')).toBe(before + 1);
  const { rows } = await sql<{ days: number }>`
    select distinct due_date - today_in('America/New_York') as days from training_assignments
    where module_id = ${moduleId}`.execute(server.services.db);
  expect(rows, 'thirty days where the people work').toEqual([{ days: 30 }]);
  const many = Array.from({ length: 100_001 }, (_, at) => `u_${String(at)}`);
  expect((await assign(world.admin, { userIds: many, moduleIds: [moduleId] })).body.errors).toEqual([
    expect.objectContaining({ path: 'userIds', message: 'At most 100,000 people at once' }),
  ]);
});

test('[MTX-05] [AUTH-13] anybody out of reach, and any module that is none, refuses the whole', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const foreign = await createOrganization(server.services);
  const [elsewhere = 0] = await createTextModules(server.services, 1, { organizationId: foreign.id });
  const manager = await person({ role: 'manager' });
  const report = await person({ managerId: manager.id });
  const stranger = await person();
  const client = await signIn(server.client(), manager);
  for (const preview of [true, false]) {
    const both = await assign(client, { userIds: [report.id, stranger.id], moduleIds: [moduleId], preview });
    expect(both.status).toBe(404);
    const self = await assign(client, { userIds: [manager.id], moduleIds: [moduleId], preview });
    expect(self.status).toBe(404);
  }
  expect(await openOf([moduleId])).toBe(0);
  const unknown = await assign(world.admin, { userIds: [report.id], moduleIds: [moduleId, 2_000_000_000] });
  expect(unknown.body.errors).toMatchObject([{ path: 'moduleIds.1', message: 'There is no such module' }]);
  const other = await assign(world.admin, { userIds: [report.id], moduleIds: [elsewhere], preview: true });
  expect(other.body.effect.skipped.map(({ reason }) => reason)).toEqual(['other_organization']);
  expect((await assign(client, { userIds: [report.id], moduleIds: [moduleId] })).status).toBe(200);
});

test('[LRN-06] [MGR-02] due dates of many are changed to a date or by days, with a reason and one effect', async () => {
  const [first = 0, second = 0] = await createTextModules(server.services, 2);
  const manager = await person({ role: 'manager' });
  const [one, two] = await Promise.all([
    person({ managerId: manager.id, lastName: 'Abel' }),
    person({ managerId: manager.id, lastName: 'Brand' }),
  ]);
  const a = await assignTo(world.admin, one.id, first, { dueDate: '2999-02-27' });
  const b = await assignTo(world.admin, two.id, first, { dueDate: '2020-02-27' });
  const c = await assignTo(world.admin, two.id, second, { dueDate: '2999-05-01' });
  const client = await signIn(server.client(), manager);
  const dates = async () => {
    const { rows } = await sql<{ id: number; dueDate: string }>`
      select id, due_date from training_assignments where id = any(${[a.id, b.id, c.id]}) order by id`.execute(
      server.services.db,
    );
    return rows.map(({ dueDate }) => dueDate);
  };
  const byDays = { assignmentIds: [a.id, b.id], addDays: 2 };
  expect((await move(client, byDays)).body.errors?.map(({ path }) => path)).toEqual(['reason']);
  const shown = await move(client, { ...byDays, preview: true });
  expect(shown.body.effect).toMatchObject({
    moved: { assignments: 2, people: 2 },
    overdue: 1,
    earliest: '2020-02-29',
    latest: '2999-03-01',
    skippedCount: 0,
  });
  expect(await dates()).toEqual(['2999-02-27', '2020-02-27', '2999-05-01']);
  const { effectHash } = shown.body;
  expect((await move(client, { ...byDays, reason: 'The audit moved', effectHash })).status).toBe(200);
  expect(await dates()).toEqual(['2999-03-01', '2020-02-29', '2999-05-01']);
  const again = await move(client, { ...byDays, reason: 'The audit moved', effectHash });
  expect([again.status, again.body.code]).toEqual([409, 'EFFECT_CHANGED']);

  const late = {
    userIds: [one.id, two.id],
    overdueOnly: true,
    dueDate: '2999-12-31',
    reason: 'A second chance',
  };
  expect((await move(client, late)).body.effect.moved).toEqual({ assignments: 1, people: 1 });
  const oneModule = {
    userIds: [one.id, two.id],
    moduleIds: [first],
    dueDate: '2999-12-31',
    reason: 'One day',
  };
  expect((await move(client, oneModule)).body.effect).toMatchObject({
    moved: { assignments: 1, people: 1 },
    skipped: [{ assignmentId: b.id, reason: 'same', title: b.module.title }],
  });
  expect(await dates()).toEqual(['2999-12-31', '2999-12-31', '2999-05-01']);

  const told = await sql<{ payload: string }>`
    select payload from audit.events where action = 'assignment.due_date_changed' and kind = 'command' order by id`.execute(
    server.services.db,
  );
  expect(told.rows.map(({ payload }) => (JSON.parse(payload) as { reason: string }).reason)).toEqual([
    'The audit moved',
    'A second chance',
    'One day',
  ]);
});

test('[LRN-06] [AUTH-13] a due date out of reach refuses the whole; what is not open is left out by name', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const manager = await person({ role: 'manager' });
  const report = await person({ managerId: manager.id });
  const stranger = await person();
  const own = await assignTo(world.admin, report.id, moduleId);
  const foreign = await assignTo(world.admin, stranger.id, moduleId);
  const client = await signIn(server.client(), manager);
  const reason = 'Later';
  const both = { assignmentIds: [own.id, foreign.id], addDays: 7, reason };
  expect((await move(client, both)).status).toBe(404);
  expect((await move(client, { userIds: [report.id, stranger.id], addDays: 7, reason })).status).toBe(404);
  expect(
    (await client.get<{ dueDate: string }>(`/api/training-assignments/${String(own.id)}`)).body.dueDate,
  ).toBe(own.dueDate);
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [foreign.id] });
  expect((await move(world.admin, both)).body.effect).toMatchObject({
    moved: { assignments: 1, people: 1 },
    skipped: [{ assignmentId: foreign.id, reason: 'not_open' }],
    earliest: addDays(own.dueDate ?? '', 7),
  });
  for (const wrong of [{ addDays: 1 }, { assignmentIds: [own.id] }, { ...both, dueDate: '2999-01-01' }])
    expect((await move(client, { reason, ...wrong })).status).toBe(422);
});

test('[LRN-06] [MGR-02] due dates of chosen modules: what active people within reach have open, a manager only of reports', async () => {
  const [first = 0, second = 0, other = 0] = await createTextModules(server.services, 3);
  const manager = await person({ role: 'manager' });
  const report = await person({ managerId: manager.id });
  const stranger = await person();
  const leaver = await person({ managerId: manager.id });
  const dueDate = '2999-02-01';
  const own = await assignTo(world.admin, report.id, first, { dueDate });
  await assignTo(world.admin, report.id, other, { dueDate });
  await assignTo(world.admin, leaver.id, first, { dueDate });
  await assignTo(world.admin, stranger.id, second, { dueDate });
  await world.admin.patch(`/api/users/${leaver.id}`, { isActive: false });
  const client = await signIn(server.client(), manager);
  const body = { moduleIds: [first, second], dueDate: '2999-06-30', reason: 'The site opens later' };
  const shown = await move(client, { ...body, preview: true });
  expect(shown.body.effect).toMatchObject({ moved: { assignments: 1, people: 1 }, skippedCount: 0 });
  const { effectHash } = shown.body;
  expect((await move(client, { ...body, effectHash })).body.effect.moved.people).toBe(1);
  const all = await move(world.admin, body);
  expect(all.body.effect).toMatchObject({
    moved: { assignments: 1, people: 1 },
    skipped: [{ assignmentId: own.id, reason: 'same' }],
  });
  const { rows } = await sql<{ dates: number }>`
    select count(*)::int as dates from training_assignments where due_date = '2999-06-30'`.execute(
    server.services.db,
  );
  expect(rows, 'neither other modules nor inactive people').toEqual([{ dates: 2 }]);
  const both = await move(client, { ...body, assignmentIds: [own.id] });
  expect(both.body.errors).toMatchObject([
    { path: 'assignmentIds', message: 'Choose assignments, people or modules' },
  ]);
});
