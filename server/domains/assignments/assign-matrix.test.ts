import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  createUsers,
} from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

interface Outcome {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly assignments: number;
  readonly people: number;
  readonly effectHash: string;
  readonly effect: {
    readonly newMembers: number;
    readonly people: readonly { readonly id: string; readonly changes: readonly { dueDate: string }[] }[];
    readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  } | null;
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

const assign = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.admin.post<Outcome>('/api/training-matrix/assign', body, { headers });
const ids = () => world.learners.map((person) => person.id);
const openOf = (moduleIds: readonly number[]) =>
  sql`select 1 from training_assignments where module_id = any(${[...moduleIds]}::int[]) and status <> 'voided'`;

describe('[MTX-05] [MTX-06] assigning a matrix', () => {
  test('shows the effect first, writes nothing, and then does exactly that', async () => {
    const modules = await createTextModules(server.services, 3);
    const matrixId = await createMatrix(world, modules, { daysToDue: 14 });
    const inactive = await createUser(server.services, {
      organizationId: world.organization.id,
      isActive: false,
    });
    const body = { matrixId, specificUserIds: [...ids(), inactive.id] };
    const shown = await assign({ ...body, preview: true });
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({ assignments: 12, people: 4, effect: { newMembers: 4 } });
    expect(shown.body.effect?.skipped).toMatchObject([{ id: inactive.id, reason: 'inactive' }]);
    expect(await countRows(server.services, openOf(modules))).toBe(0);
    const today = (await sql<{ today: string }>`select today_in('America/New_York') as today`.execute(db.db))
      .rows[0];
    const due = addDays(today?.today ?? '', 14);
    expect(shown.body.effect?.people.flatMap((user) => user.changes.map((row) => row.dueDate))).toEqual(
      Array.from({ length: 12 }, () => due),
    );
    const done = await assign({ ...body, effectHash: shown.body.effectHash });
    expect(done.body).toMatchObject({
      assignments: 12,
      people: 4,
      effectHash: shown.body.effectHash,
      effect: null,
    });
    const stored = await db.db
      .selectFrom('trainingAssignments')
      .select(['dueDate', 'assignmentType', 'matrixId', 'assignedByUserId', 'isRequired', 'moduleVersionId'])
      .where('moduleId', 'in', modules)
      .execute();
    for (const row of stored) {
      expect(row).toMatchObject({ dueDate: due, assignmentType: 'matrix', matrixId, isRequired: true });
      expect(row.assignedByUserId).toBe(world.adminUser.id);
      expect(row.moduleVersionId).not.toBeNull();
    }
    expect(
      await countRows(server.services, sql`select 1 from matrix_members where matrix_id = ${matrixId}`),
    ).toBe(4);
  });

  test('[USR-10] shows the due dates of people who are away as they become, and then does exactly that', async () => {
    const modules = await createTextModules(server.services, 1);
    const matrixId = await createMatrix(world, modules, { daysToDue: 14 });
    const [back, unknown, present] = await createUsers(
      server.services,
      Array.from({ length: 3 }, () => ({ organizationId: world.organization.id })),
    );
    const { rows } = await sql<{ today: string }>`select today_in('America/New_York')::text as today`.execute(
      db.db,
    );
    const today = rows[0]?.today ?? '';
    const away = [
      { userId: back?.id ?? '', firstDay: today, lastDay: addDays(today, 20) },
      { userId: unknown?.id ?? '', firstDay: addDays(today, 14), lastDay: null },
    ];
    await asFixture(server.services, async (tx) => {
      for (const days of away)
        await tx.db
          .insertInto('absences')
          .values({ ...days, returnDays: 10, recordedBy: world.adminUser.id })
          .execute();
    });
    const people = [back?.id, unknown?.id, present?.id];
    const shown = await assign({ matrixId, specificUserIds: people, preview: true });
    const dueOf = new Map(shown.body.effect?.people.map(({ id, changes }) => [id, changes[0]?.dueDate]));
    expect(people.map((id) => dueOf.get(id ?? ''))).toEqual([addDays(today, 31), null, addDays(today, 14)]);
    const done = await assign({ matrixId, specificUserIds: people, effectHash: shown.body.effectHash });
    expect(done.body).toMatchObject({ assignments: 3, effectHash: shown.body.effectHash });
    const stored = await db.db
      .selectFrom('trainingAssignments')
      .select(['dueDate', 'dueBeforeAbsence'])
      .where('moduleId', 'in', modules)
      .orderBy('userId')
      .execute();
    const planned = addDays(today, 14);
    expect(stored.toSorted((a, b) => String(a.dueDate).localeCompare(String(b.dueDate)))).toEqual([
      { dueDate: planned, dueBeforeAbsence: null },
      { dueDate: addDays(today, 31), dueBeforeAbsence: planned },
      { dueDate: null, dueBeforeAbsence: planned },
    ]);
  });

  test('refuses with EFFECT_CHANGED what is not what was shown, and nothing is written', async () => {
    const modules = await createTextModules(server.services, 2);
    const matrixId = await createMatrix(world, modules);
    const body = { matrixId, specificUserIds: ids() };
    const shown = await assign({ ...body, preview: true });
    await assignTo(world.admin, ids()[0] ?? '', modules[0] ?? 0);
    const late = await assign({ ...body, effectHash: shown.body.effectHash });
    expect([late.status, late.body.code]).toEqual([409, 'EFFECT_CHANGED']);
    expect(await countRows(server.services, openOf(modules))).toBe(1);
    expect(
      await countRows(server.services, sql`select 1 from matrix_members where matrix_id = ${matrixId}`),
    ).toBe(0);
    const again = await assign({ ...body, preview: true });
    expect([late.body.effect, late.body.effectHash]).toEqual([again.body.effect, again.body.effectHash]);
    expect((await assign({ ...body, effectHash: late.body.effectHash })).body).toMatchObject({
      assignments: 7,
    });
  });

  test('[MOD-13] gives nobody a retired module or one of another organization', async () => {
    const [given = 0, retired = 0, foreign = 0] = await createTextModules(server.services, 3);
    const matrixId = await createMatrix(world, [given, retired, foreign]);
    const { id: elsewhere } = await createOrganization(server.services);
    await db.admin.query(
      `begin; set local session_replication_role = replica;
       update training_modules set retired_at = app_now() where id = ${String(retired)};
       update training_modules set organization_id = ${String(elsewhere)} where id = ${String(foreign)}; commit`,
    );
    const answer = await assign({ matrixId, specificUserIds: ids() });
    expect([answer.status, answer.body.assignments]).toEqual([200, ids().length]);
    expect(await countRows(server.services, openOf([retired, foreign]))).toBe(0);
  });

  test('gives nobody the same module twice: open, completed or in another matrix', async () => {
    const modules = await createTextModules(server.services, 2);
    const [first = 0, second = 0] = modules;
    const [person] = world.learners;
    if (!person) throw new Error('the world has learners');
    const { id } = await assignTo(world.admin, person.id, first);
    await completeText(await readyToSign(server, person), id, person);
    const one = await createMatrix(world, [first, second]);
    const two = await createMatrix(world, [second, first], { matrixName: 'The other one' });
    expect((await assign({ matrixId: one, specificUserIds: ids() })).body).toMatchObject({ assignments: 7 });
    expect((await assign({ matrixId: one, specificUserIds: ids() })).body).toMatchObject({ assignments: 0 });
    expect((await assign({ matrixId: two, specificUserIds: ids() })).body).toMatchObject({ assignments: 0 });
    expect(await countRows(server.services, openOf(modules))).toBe(8);
  });

  test('T22: 50 calls at once make no doubles, no 500, no deadlock', async () => {
    const modules = await createTextModules(server.services, 5);
    const one = await createMatrix(world, modules);
    const two = await createMatrix(world, modules.toReversed(), { matrixName: 'The same again' });
    const people = await createUsers(
      server.services,
      Array.from({ length: 20 }, () => ({ organizationId: world.organization.id })),
    );
    const userIds = people.map((person) => person.id);
    const deadlocks = async () =>
      Number(
        (await db.admin.query('select deadlocks from pg_stat_database where datname = current_database()'))
          .rows[0].deadlocks,
      );
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        assign({
          matrixId: index % 2 === 0 ? one : two,
          specificUserIds: index % 3 === 0 ? userIds.toReversed() : userIds,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(
      answers
        .map((answer) => answer.body.assignments)
        .toSorted((a, b) => b - a)
        .slice(0, 2),
    ).toEqual([100, 0]);
    expect(await countRows(server.services, openOf(modules))).toBe(100);
    expect(await deadlocks()).toBe(before);
  }, 60_000);

  test('F3: the same Idempotency-Key gives the same answer and assigns once', async () => {
    const modules = await createTextModules(server.services, 2);
    const matrixId = await createMatrix(world, modules);
    const body = { matrixId, specificUserIds: ids() };
    const headers = { 'idempotency-key': 'assign-once-0001' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => assign(body, headers)));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body).toMatchObject({ assignments: 8 });
    expect((await assign({ ...body, specificUserIds: [ids()[0]] }, headers)).body.code).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
  });

  test('each person’s due date follows the zone of the own organization', async () => {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const matrixId = await createMatrix(world, [moduleId], { daysToDue: 0 });
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'];
    const organizations = await Promise.all(
      zones.map((timeZone) => createOrganization(server.services, { timeZone })),
    );
    const people = await createUsers(
      server.services,
      organizations.map(({ id }) => ({ organizationId: id })),
    );
    await assign({ matrixId, specificUserIds: people.map((person) => person.id) });
    for (const [index, zone] of zones.entries()) {
      const { rows } = await sql<{ due: string; today: string }>`
        select due_date as due, today_in(${zone}) as today from training_assignments
        where user_id = ${people[index]?.id ?? ''} and module_id = ${moduleId}`.execute(db.db);
      expect(rows[0]?.due).toBe(rows[0]?.today);
    }
  });
});

test('[MTX-05] T24: a matrix name of two organizations is ambiguous; the id decides', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const other = await createOrganization(server.services);
  const department = await createDepartment(server.services, { organizationId: other.id });
  const mine = await createMatrix(world, [moduleId], { matrixName: 'Shared name' });
  const theirs = await createMatrix(world, [moduleId], {
    matrixName: 'shared NAME',
    departmentId: department.id,
  });
  const answer = await assign({ matrixName: 'Shared Name', specificUserIds: ids() });
  expect([answer.status, answer.body.code]).toEqual([409, 'AMBIGUOUS_NAME']);
  expect(answer.body).toMatchObject({ matches: [{ matrixId: mine }, { matrixId: theirs }] });
  expect(await countRows(server.services, openOf([moduleId]))).toBe(0);
  const existing = await world.admin.post<Outcome>('/api/training-modules/assign-to-matrix', {
    moduleIds: [moduleId],
    existingMatrixName: 'Shared Name',
  });
  expect(existing.body.code).toBe('AMBIGUOUS_NAME');
  expect((await assign({ matrixId: mine, specificUserIds: ids() })).body).toMatchObject({ assignments: 4 });
});

test('[MTX-05] [SEC-01] bad input is refused at its field and nothing is written', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(world, [moduleId]);
  const at = async (body: Record<string, unknown>) => {
    const answer = await assign(body);
    return [answer.status, answer.body.errors?.[0]?.path, answer.body.errors?.[0]?.message];
  };
  expect(await at({ matrixId, specificUserIds: [] })).toEqual([
    422,
    'specificUserIds',
    'Please select at least one user',
  ]);
  expect(await at({ matrixId })).toEqual([422, 'specificUserIds', 'Please select at least one user']);
  expect(await at({ specificUserIds: ids() })).toEqual([
    422,
    'matrixName',
    'Please select an existing training matrix',
  ]);
  expect(await at({ matrixId, specificUserIds: [...ids(), 'u_nobody'] })).toEqual([
    422,
    'specificUserIds.4',
    'There is no such person',
  ]);
  expect((await assign({ matrixName: 'No such matrix', specificUserIds: ids() })).status).toBe(404);
  expect((await assign({ matrixId: 2_000_000_000, specificUserIds: ids() })).status).toBe(404);
  expect(await countRows(server.services, openOf([moduleId]))).toBe(0);
});

test('[MTX-05] assign-module takes any real date, knows what is assigned, and retrains with a reason', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const [person] = world.learners;
  if (!person) throw new Error('the world has learners');
  const post = (body: Record<string, unknown>) =>
    world.admin.post<Outcome & { id: number; status: string; cycle: number; assignmentType: string }>(
      '/api/training/assign-module',
      { userId: person.id, moduleId, ...body },
    );
  for (const dueDate of ['2023-02-29', '0000-01-01', '2024-13-01', '24-01-01', 5]) {
    const refused = await post({ dueDate });
    expect([refused.status, refused.body.errors?.[0]?.path], String(dueDate)).toEqual([422, 'dueDate']);
  }
  const overdue = await post({ dueDate: '2020-02-29' });
  expect(overdue.body).toMatchObject({ status: 'overdue', dueDate: '2020-02-29', assignmentType: 'manual' });
  expect((await post({})).body.code).toBe('ALREADY_ASSIGNED');
  await completeText(await readyToSign(server, person), overdue.body.id, person);
  expect((await post({})).body.code).toBe('ALREADY_ASSIGNED');
  expect((await post({ retrain: true })).body.code).toBe('REASON_REQUIRED');
  const again = await post({ retrain: true, reason: 'The procedure changed' });
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ cycle: 2, assignmentType: 'retraining', status: 'not_started' });
  expect((await post({ moduleId: 2_000_000_000 })).status).toBe(422);
  expect((await post({ userId: 'u_nobody' })).status).toBe(404);
});

test('[AUTH-13] a manager assigns to reports only', async () => {
  const [moduleId = 0, second = 0] = await createTextModules(server.services, 2);
  const manager = await createUser(server.services, {
    role: 'manager',
    organizationId: world.organization.id,
  });
  const report = await createUser(server.services, { managerId: manager.id });
  const below = await createUser(server.services, { managerId: report.id });
  const client = await readyToSign(server, manager);
  const status = async (userId: string, module: number) =>
    (await client.post('/api/training/assign-module', { userId, moduleId: module })).status;
  expect(await status(report.id, moduleId)).toBe(201);
  expect(await status(below.id, moduleId)).toBe(201);
  expect(await status(manager.id, second)).toBe(404);
  expect(await status(ids()[0] ?? '', second)).toBe(404);
});
