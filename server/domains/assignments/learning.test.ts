import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { teamContract } from '#shared/contract/team.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachPerson, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  readyToSign,
  type Assignment,
} from '#tests/harness/training-world.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let reach: ReachWorld;
const clients = new Map<string, TestClient>();

type ListItem = ResponseOf<typeof assignmentsContract.list>[number];
type Stats = ResponseOf<typeof assignmentsContract.employeeStats>;
type Board = ResponseOf<typeof teamContract.stats>;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  reach = await createReachWorld(server.services);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

async function as(person: ReachPerson): Promise<TestClient> {
  const known = clients.get(person.id);
  if (known) return known;
  const client = await signIn(server.client(), person);
  clients.set(person.id, client);
  return client;
}

/** Ids of everybody below a manager, found by walking up from each person: not by the server's own function. */
function below(manager: ReachPerson): Set<string> {
  const managerOf = new Map(reach.everyone.map((person) => [person.id, person.managerId]));
  const ids = reach.everyone.map((person) => person.id);
  return new Set(
    ids.filter((id) => {
      for (let up = managerOf.get(id); up; up = managerOf.get(up)) if (up === manager.id) return true;
      return false;
    }),
  );
}

describe('[AUTH-13] T1, T2, T3: who sees whose trainings', () => {
  let moduleId = 0;

  beforeAll(async () => {
    [moduleId = 0] = await createTextModules(server.services, 1);
    const admin = await as(reach.admin);
    for (const person of reach.everyone.filter((one) => one.isActive))
      await assignTo(admin, person.id, moduleId);
  });

  test('the list of all assignments holds exactly the reach of each role', async () => {
    const [alpha, beta] = reach.organizations;
    const having = new Set(reach.everyone.filter((one) => one.isActive).map((one) => one.id));
    const cases: readonly (readonly [ReachPerson, Set<string>])[] = [
      [reach.admin, having],
      [alpha.director, below(alpha.director)],
      [alpha.leads[0], below(alpha.leads[0])],
      [alpha.supervisor, below(alpha.supervisor)],
      [beta.leads[1], below(beta.leads[1])],
      [
        alpha.inspector,
        new Set(
          reach.everyone.filter((one) => one.organizationId === alpha.organization.id).map((one) => one.id),
        ),
      ],
    ];
    for (const [person, expected] of cases) {
      const answer = await (
        await as(person)
      ).get<ListItem[]>(`/api/assignments?moduleId=${String(moduleId)}&limit=1000`);
      const ids = answer.body.map((row) => row.user.id).toSorted();
      expect(ids, person.email).toEqual([...expected].filter((id) => having.has(id)).toSorted());
      expect(answer.headers.get('x-total-count')).toBe(String(ids.length));
    }
    for (const person of [alpha.learners[0], alpha.hr, reach.outsider, reach.formerInspector]) {
      expect((await (await as(person)).get('/api/assignments')).status).toBe(403);
    }
  });

  test('a person’s assignments, stats and completions: own, managers above, admin, hr and inspector there; else 404', async () => {
    const [alpha, beta] = reach.organizations;
    const target = alpha.learners[0];
    const may = [
      target,
      alpha.supervisor,
      alpha.leads[0],
      alpha.director,
      reach.admin,
      alpha.hr,
      alpha.inspector,
      reach.guestInspector,
    ];
    const not = [
      alpha.learners[1],
      alpha.leads[1],
      alpha.loneLearner,
      beta.director,
      beta.hr,
      beta.inspector,
      reach.outsider,
      reach.formerInspector,
    ];
    for (const part of ['assignments', 'stats', 'completions']) {
      const path = `/api/employee/${target.id}/${part}`;
      for (const person of may)
        expect((await (await as(person)).get(path)).status, `${part} ${person.email}`).toBe(200);
      for (const person of not)
        expect((await (await as(person)).get(path)).status, `${part} ${person.email}`).toBe(404);
      expect((await server.client().get(path)).status).toBe(401);
      expect((await (await as(reach.admin)).get(`/api/employee/u_nobody/${part}`)).status).toBe(404);
    }
  });

  test('[AUD-01] every reading of one person’s training file by another is in the trail, the own one is not', async () => {
    const [alpha, beta] = reach.organizations;
    const target = alpha.learners[1];
    const reads = sql`select 1 from audit.events where kind = 'access' and action = 'training_file.read' and subject_id = ${target.id}`;
    const [assignment] = (await (await as(target)).get<ListItem[]>('/api/assignments/user')).body;
    const pages = [
      `/api/employee/${target.id}/assignments`,
      `/api/employee/${target.id}/stats`,
      `/api/employee/${target.id}/completions`,
      `/api/certificates?userId=${target.id}`,
      `/api/training-assignments/${String(assignment?.id)}`,
      `/api/assignments?userId=${target.id}`,
    ];
    for (const path of pages) {
      const before = await countRows(server.services, reads);
      await (await as(target)).get(path);
      // Who reaches nobody there reads nothing.
      await (await as(beta.director)).get(path);
      expect(await countRows(server.services, reads), path).toBe(before);
      expect((await (await as(alpha.supervisor)).get(path)).status, path).toBe(200);
      expect(await countRows(server.services, reads), path).toBe(before + 1);
    }
  });

  test('[MGR-01] a manager’s board: that manager, managers above, admins; other ids are 404', async () => {
    const [alpha, beta] = reach.organizations;
    const target = alpha.leads[0];
    const boards = (id: string) => [
      `/api/manager/${id}/dashboard-stats`,
      `/api/manager/${id}/direct-reports`,
    ];
    for (const path of boards(target.id)) {
      for (const person of [target, alpha.director, reach.admin]) {
        expect((await (await as(person)).get(path)).status, `${path} ${person.email}`).toBe(200);
      }
      for (const person of [alpha.leads[1], alpha.supervisor, beta.director]) {
        expect((await (await as(person)).get(path)).status, `${path} ${person.email}`).toBe(404);
      }
      for (const person of [alpha.learners[0], alpha.hr, alpha.inspector]) {
        expect((await (await as(person)).get(path)).status, `${path} ${person.email}`).toBe(403);
      }
    }
    for (const path of boards(alpha.learners[0].id)) {
      expect((await (await as(reach.admin)).get(path)).status).toBe(404);
      expect((await (await as(alpha.director)).get(path)).status).toBe(404);
    }
  });

  test('[MGR-01] [CMP-03] the figures count direct reports, and rates only active ones', async () => {
    const [, , gamma] = reach.organizations;
    const { supervisor } = gamma;
    const admin = await as(reach.admin);
    const [late = 0] = await createTextModules(server.services, 1);
    await assignTo(admin, gamma.learners[0].id, late, { dueDate: '2020-01-01' });
    const body = { completedOn: '2024-02-29', reason: 'On paper' };
    const own = await admin.get<Assignment[]>(`/api/employee/${gamma.learners[1].id}/assignments`);
    const done = await admin.post<Assignment>(
      `/api/training-assignments/${String(own.body[0]?.id)}/record-completion`,
      body,
    );
    expect(done.body.status).toBe('completed');
    const board = (await (await as(supervisor)).get<Board>(`/api/manager/${supervisor.id}/dashboard-stats`))
      .body;
    const direct = reach.everyone.filter((person) => person.managerId === supervisor.id);
    expect(board.directReports.map((row) => row.id).toSorted()).toEqual(
      direct.map((person) => person.id).toSorted(),
    );
    const active = board.directReports.filter((row) => row.isActive);
    const total = active.reduce((sum, row) => sum + row.totalAssignments, 0);
    expect(board).toMatchObject({
      totalDirectReports: direct.length,
      nonComplianceCount: 1,
      completedTrainings: 1,
      overallCompletionRate: Math.round(1000 / total) / 10,
    });
    expect(board.directReports.find((row) => row.id === gamma.learners[1].id)).toMatchObject({
      completedAssignments: 1,
      totalAssignments: 1,
      completionRate: 100,
    });
    const reports = await (
      await as(supervisor)
    ).get<{ id: string }[]>(`/api/manager/${supervisor.id}/direct-reports?limit=1`);
    expect([reports.body.length, reports.headers.get('x-total-count')]).toEqual([1, String(direct.length)]);
  });
});

test('[LRN-01] the figures of §9: percent for oneself, a count for others, days to the earliest due date', async () => {
  const world = await createTrainingWorld(server, 1);
  const [person] = world.learners;
  if (!person) throw new Error('the world has learners');
  const client = await readyToSign(server, person);
  const stats = async () => (await client.get<Stats>('/api/dashboard/user-stats')).body;
  expect(await stats()).toEqual({
    completed: 0,
    inProgress: 0,
    dueSoon: null,
    overallProgress: 0,
    totalAssignments: 0,
    overdue: 0,
  });
  const [one = 0, two = 0, three = 0] = await createTextModules(server.services, 3);
  const { rows } = await sql<{ soon: string; today: string }>`
    select (today_in('America/New_York') + 5)::text as soon, today_in('America/New_York')::text as today`.execute(
    db.db,
  );
  const { soon = '', today = '' } = rows[0] ?? {};
  const first = await assignTo(world.admin, person.id, one, { dueDate: soon });
  const second = await assignTo(world.admin, person.id, two, { dueDate: soon });
  await assignTo(world.admin, person.id, three, { dueDate: '2099-01-01' });
  await completeText(client, first.id, person);
  await putStatus(client, second.id, { status: 'in_progress' });
  expect(await stats()).toEqual({
    completed: 1,
    inProgress: 33,
    dueSoon: 5,
    overallProgress: 33,
    totalAssignments: 3,
    overdue: 0,
  });
  const others = (await world.admin.get<Stats>(`/api/employee/${person.id}/stats`)).body;
  expect(others).toMatchObject({ completed: 1, inProgress: 1, totalAssignments: 3 });
  await world.admin.patch(`/api/training-assignments/${String(second.id)}`, {
    dueDate: today,
    reason: 'test',
  });
  expect(await stats()).toMatchObject({ dueSoon: 0, overdue: 0 });
  await db.moveClock({ days: 1 });
  const next = await signIn(server.client(), person);
  const after = (await next.get<Stats>('/api/dashboard/user-stats')).body;
  await db.moveClock({});
  expect(after).toMatchObject({ dueSoon: -1, overdue: 1, inProgress: 0 });
});

test('[LRN-01] [LRN-02] the learner’s list: filter, search, sort, pages; a module without content cannot be started', async () => {
  const world = await createTrainingWorld(server, 1);
  const [person] = world.learners;
  if (!person) throw new Error('the world has learners');
  const client = await readyToSign(server, person);
  const [alpha = 0] = await createTextModules(server.services, 1, { title: 'Alpha' });
  const [beta = 0] = await createTextModules(server.services, 1, { title: 'Beta' });
  const [empty = 0] = await createTextModules(server.services, 1, {
    title: 'Gamma',
    content: undefined,
    contentType: 'e-learning',
  });
  await assignTo(world.admin, person.id, alpha, { dueDate: '2020-01-01' });
  await assignTo(world.admin, person.id, beta, { dueDate: '2099-01-01' });
  const bare = await assignTo(world.admin, person.id, empty, { dueDate: '2098-01-01' });
  const titles = async (query: string) =>
    (await client.get<Assignment[]>(`/api/assignments/user${query}`)).body.map((row) => row.module.title);
  expect(await titles('')).toEqual(['Alpha', 'Gamma', 'Beta']);
  expect(await titles('?sort=-title')).toEqual(['Gamma', 'Beta', 'Alpha']);
  expect(await titles('?status=overdue')).toEqual(['Alpha']);
  expect(await titles('?status=not_started&sort=title')).toEqual(['Beta', 'Gamma']);
  expect(await titles('?q=bet')).toEqual(['Beta']);
  expect(await titles('?q=100%25')).toEqual([]);
  expect(await titles('?limit=1&offset=1')).toEqual(['Gamma']);
  expect(await titles(`?moduleId=${String(beta)}`)).toEqual(['Beta']);
  expect((await client.get('/api/assignments/user?status=late')).status).toBe(422);
  const start = await putStatus<{ code: string; detail: string }>(client, bare.id, { status: 'in_progress' });
  expect([start.status, start.body.code]).toEqual([409, 'CONTENT_NOT_AVAILABLE']);
  const [, row] = (await client.get<Assignment[]>('/api/assignments/user')).body;
  expect(row?.module).toMatchObject({ hasContent: false, canStart: false });
});

test('[SIG-02] [LRN-05] DI-01: a training of the past is an administrator’s, with reason, shows both times and is not signed', async () => {
  const world = await createTrainingWorld(server, 1);
  const [person] = world.learners;
  if (!person) throw new Error('the world has learners');
  const [moduleId = 0, other = 0] = await createTextModules(server.services, 2);
  const { id } = await assignTo(world.admin, person.id, moduleId);
  const record = (body: Record<string, unknown>, client = world.admin, target = id) =>
    client.post<Assignment & { code: string; errors: { path: string }[] }>(
      `/api/training-assignments/${String(target)}/record-completion`,
      body,
    );
  expect((await record({ completedOn: '2024-05-17' })).body.errors[0]?.path).toBe('reason');
  expect((await record({ completedOn: '2099-01-01', reason: 'x' })).body.errors[0]?.path).toBe('completedOn');
  expect(
    (await record({ completedOn: '2024-05-17', reason: 'x' }, await signIn(server.client(), person))).status,
  ).toBe(403);
  const { rows: days } = await sql<{ today: string }>`
    select today_in('America/New_York')::text as today`.execute(db.db);
  const today = days[0]?.today ?? '';
  const tomorrow = await record({ completedOn: addDays(today, 1), reason: 'x' });
  expect([tomorrow.status, tomorrow.body.errors[0]?.path]).toEqual([422, 'completedOn']);
  const done = await record({ completedOn: '2024-05-17', reason: 'Attendance sheet of 17 May', score: 88 });
  expect(done.body).toMatchObject({
    status: 'completed',
    completedAt: '2024-05-17T16:00:00.000Z',
    score: 88,
  });
  expect(done.body.signature).toMatchObject({
    state: 'not_signed',
    valid: false,
    reason: null,
    printedName: null,
  });
  expect((await record({ completedOn: '2024-05-17', reason: 'again' })).body.code).toBe('ILLEGAL_STEP');
  const [line] = (
    await world.admin.get<ResponseOf<typeof assignmentsContract.employeeCompletions>>(
      `/api/employee/${person.id}/completions`,
    )
  ).body;
  expect(line).toMatchObject({
    kind: 'backdated',
    reason: 'Attendance sheet of 17 May',
    completedAt: '2024-05-17T16:00:00.000Z',
  });
  expect(Date.now() - new Date(line?.recordedAt ?? 0).getTime()).toBeLessThan(60_000);
  const verified = await server.client().get(`/api/verify/${await codeOf(id)}`);
  expect(verified.body).toMatchObject({
    status: 'valid',
    signed: false,
    meaning: null,
    signedAt: null,
    recordedAt: line?.recordedAt,
  });
  const own = await assignTo(world.admin, world.adminUser.id, other);
  expect((await record({ completedOn: '2024-05-17', reason: 'mine' }, world.admin, own.id)).status).toBe(403);
});

const codeOf = async (assignmentId: number): Promise<string> => {
  const { rows } = await sql<{ code: string }>`
    select c.code from certificates c join training_records r on r.id = c.training_record_id where r.assignment_id = ${assignmentId}
  `.execute(db.db);
  return rows[0]?.code ?? '';
};

test('[MTX-07] onboarding assigns what the job title requires and ends with the last of it', async () => {
  const world = await createTrainingWorld(server, 0);
  const [first = 0, second = 0, third = 0] = await createTextModules(server.services, 3);
  await createMatrix(world, [first, second], { matrixName: 'Monitors', jobTitle: 'Monitor' });
  await createMatrix(world, [third], { matrixName: 'Nurses', jobTitle: 'Nurse' });
  const person = await createUser(server.services, {
    organizationId: world.organization.id,
    departmentId: world.department.id,
    onboardingCompleted: false,
  });
  await assignTo(world.admin, person.id, first);
  const start = (body: Record<string, unknown>, id = person.id) =>
    world.admin.post<{ assignments: number }>(`/api/training/initiate-onboarding/${id}`, body);
  expect((await start({})).status).toBe(422);
  expect((await start({ jobTitle: 'Monitor' }, 'u_nobody')).status).toBe(404);
  const started = await start({ jobTitle: ' MONITOR ' });
  expect(started.body).toEqual({ assignments: 1, onboardingRequired: 2, onboardingCompleted: false });
  const client = await readyToSign(server, person);
  const mine = (await client.get<Assignment[]>('/api/assignments/user')).body;
  expect(mine.map((row) => row.isOnboardingRequired)).toEqual([true, true]);
  const onboarded = async () =>
    db.db
      .selectFrom('users')
      .select(['onboardingCompleted', 'onboardedAt'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
  await completeText(client, mine[0]?.id ?? 0, person);
  expect(await onboarded()).toEqual({ onboardingCompleted: false, onboardedAt: null });
  await completeText(client, mine[1]?.id ?? 0, person);
  expect((await onboarded()).onboardingCompleted).toBe(true);
  expect((await onboarded()).onboardedAt).not.toBeNull();
  const again = await start({ jobTitle: 'Monitor' });
  expect(again.body).toEqual({ assignments: 0, onboardingRequired: 0, onboardingCompleted: true });
});

test('[MTX-07] [USR-09] a past training that is recorded ends the onboarding too', async () => {
  const world = await createTrainingWorld(server, 0);
  const modules = await createTextModules(server.services, 1);
  await createMatrix(world, modules, { matrixName: 'Pharmacists', jobTitle: 'Pharmacist' });
  const person = await createUser(server.services, {
    organizationId: world.organization.id,
    departmentId: world.department.id,
    onboardingCompleted: false,
  });
  await world.admin.post(`/api/training/initiate-onboarding/${person.id}`, { jobTitle: 'Pharmacist' });
  const { id } = await db.db
    .selectFrom('trainingAssignments')
    .select('id')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  const answer = await world.admin.post(`/api/training-assignments/${String(id)}/record-completion`, {
    completedOn: '2024-01-15',
    reason: 'Paper record',
  });
  expect(answer.status).toBe(200);
  const { onboardingCompleted } = await db.db
    .selectFrom('users')
    .select('onboardingCompleted')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(onboardingCompleted).toBe(true);
});

test('[MTX-07] without onboarding training, an own password is enough', async () => {
  const person = await createUser(server.services, { mustChangePassword: true });
  const client = await signIn(server.client(), person);
  const changed = await client.post('/api/change-password', {
    currentPassword: person.password,
    newPassword: 'orchard-lantern-ferry-58',
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const row = await db.db
    .selectFrom('users')
    .select('onboardingCompleted')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(row.onboardingCompleted).toBe(true);
});
