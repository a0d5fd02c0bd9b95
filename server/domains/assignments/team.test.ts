import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { teamContract } from '#shared/contract/team.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser, createUsers, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { teamOf } from './team.queries.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

type Team = ResponseOf<typeof teamContract.tree>;
type Effect = ResponseOf<typeof assignmentsContract.onboardingEffect>;
type Details = { readonly canAssign: boolean };

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

const person = (fields: Parameters<typeof createUser>[1]): Promise<FixtureUser> =>
  createUser(server.services, { organizationId: world.organization.id, ...fields });
const as = (user: FixtureUser): Promise<TestClient> => signIn(server.client(), user);
const teamPath = (id: string) => `/api/manager/${id}/team`;
const assign = (client: TestClient, userId: string, moduleId: number) =>
  client.post('/api/training/assign-module', { userId, moduleId });

test('[MGR-02] [CMP-03] the team holds everybody below with manager, status, next due date and the state of the account', async () => {
  const head = await person({ role: 'manager' });
  const lead = await person({ role: 'manager', managerId: head.id, lastName: 'Abel' });
  const late = await person({ managerId: lead.id, lastName: 'Brand' });
  const gone = await person({ managerId: lead.id, lastName: 'Cole', isActive: false });
  const fresh = await person({
    managerId: head.id,
    lastName: 'Dorn',
    mustChangePassword: true,
    onboardingCompleted: false,
  });
  await person({ managerId: null, lastName: 'Elsewhere' });
  const [one = 0, two = 0, three = 0] = await createTextModules(server.services, 3);
  const { rows } = await sql<{ today: string }>`select today_in('America/New_York')::text as today`.execute(
    db.db,
  );
  const today = rows[0]?.today ?? '';
  await assignTo(world.admin, late.id, one, { dueDate: addDays(today, -1) });
  await assignTo(world.admin, late.id, two, { dueDate: addDays(today, 4) });
  const done = await assignTo(world.admin, late.id, three);
  await world.admin.post(`/api/training-assignments/${String(done.id)}/record-completion`, {
    completedOn: addDays(today, -9),
    reason: 'On paper',
  });
  const client = await as(head);
  await as(lead);
  const { people } = (await client.get<Team>(teamPath(head.id))).body;
  expect(people.map(({ id }) => id)).toEqual([lead.id, late.id, gone.id, fresh.id]);
  const [first, second, third, fourth] = people;
  expect(first).toMatchObject({
    managerId: head.id,
    status: 'compliant',
    hasSignedIn: true,
    nextDueDate: null,
  });
  expect(second).toMatchObject({
    managerId: lead.id,
    status: 'mixed',
    hasSignedIn: false,
    displayStatus: 'active',
    completedAssignments: 1,
    totalAssignments: 3,
    overdueAssignments: 1,
    nextDueDate: addDays(today, -1),
    today,
  });
  expect(third).toMatchObject({ isActive: false, displayStatus: 'inactive' });
  expect(fourth).toMatchObject({ displayStatus: 'pending', status: 'pending', totalAssignments: 0 });
  const below = (await (await as(lead)).get<Team>(teamPath(lead.id))).body.people;
  expect(below.map(({ id }) => id)).toEqual([late.id, gone.id]);
});

test('[MGR-02] [AUTH-13] the team of another, of nobody and of a learner is not found; learners are refused', async () => {
  const head = await person({ role: 'manager' });
  const lead = await person({ role: 'manager', managerId: head.id });
  const learner = await person({ managerId: lead.id });
  const stranger = await person({ role: 'manager' });
  const status = async (who: TestClient, id: string) => (await who.get(teamPath(id))).status;
  const [above, below, other] = [await as(head), await as(lead), await as(stranger)];
  expect([await status(above, lead.id), await status(below, head.id), await status(other, lead.id)]).toEqual([
    200, 404, 404,
  ]);
  expect([await status(above, learner.id), await status(above, 'u_nobody')]).toEqual([404, 404]);
  expect([await status(world.admin, lead.id), await status(await as(learner), learner.id)]).toEqual([
    200, 403,
  ]);
  expect((await server.client().get(teamPath(lead.id))).status).toBe(401);
});

test('[MGR-02] [MTX-05] a manager assigns within the reach alone, and no longer after the person has moved to another', async () => {
  const head = await person({ role: 'manager' });
  const lead = await person({ role: 'manager', managerId: head.id });
  const other = await person({ role: 'manager' });
  const learner = await person({ managerId: lead.id });
  const [one = 0, two = 0, three = 0] = await createTextModules(server.services, 3);
  const [top, direct, elsewhere] = [await as(head), await as(lead), await as(other)];
  const can = async (who: TestClient, id = learner.id) =>
    (await who.get<Details>(`/api/employee/${id}/details`)).body.canAssign;
  expect((await assign(top, learner.id, one)).status).toBe(201);
  expect((await assign(direct, learner.id, two)).status).toBe(201);
  expect((await assign(elsewhere, learner.id, three)).status).toBe(404);
  expect((await assign(top, head.id, three)).status).toBe(404);
  expect((await assign(direct, head.id, three)).status).toBe(404);
  const self = await as(learner);
  expect((await assign(self, learner.id, three)).status).toBe(403);
  expect([await can(top), await can(direct), await can(self), await can(top, head.id)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const moved = await world.admin.patch(`/api/users/${learner.id}`, { managerId: other.id });
  expect(moved.status).toBe(200);
  expect((await assign(direct, learner.id, three)).status).toBe(404);
  expect((await assign(top, learner.id, three)).status).toBe(404);
  expect((await direct.get(`/api/employee/${learner.id}/details`)).status).toBe(404);
  expect((await direct.get<Team>(teamPath(lead.id))).body.people).toEqual([]);
  expect((await assign(elsewhere, learner.id, three)).status).toBe(201);
  const again = await assign(elsewhere, learner.id, three);
  expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_ASSIGNED', assigned: 'open' } });
});

test('[MGR-02] a team of 5,000 on four levels is one statement', async () => {
  const head = await person({ role: 'manager' });
  const level = (managers: readonly FixtureUser[], count: number) =>
    createUsers(
      server.services,
      Array.from({ length: count }, (_, at) => ({
        managerId: managers[at % managers.length]?.id ?? null,
        organizationId: world.organization.id,
      })),
    );
  const first = await level([head], 10);
  const second = await level(first, 90);
  const third = await level(second, 900);
  const fourth = await level(third, 4000);
  const [moduleId = 0] = await createTextModules(server.services, 1);
  await asFixture(server.services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, module_version_id, due_date)
      select u.id, t.id, t.current_version_id, date '2020-01-01' from users u cross join training_modules t
      where u.id = any(${fourth.map(({ id }) => id)}::text[]) and t.id = ${moduleId}`.execute(tx.db),
  );
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const team = await teamOf(server.services.db.withPlugin(counter), head.id);
  expect([statements, team.length, team.filter(({ status }) => status === 'overdue').length]).toEqual([
    1, 5000, 4000,
  ]);
  const answer = await (await as(head)).get<Team>(teamPath(head.id));
  expect(answer.body.people).toHaveLength(5000);
});

test('[MTX-07] what starting the onboarding would do is what it does: new ones, open ones that count, completed ones that stay', async () => {
  const { department, organization, admin } = world;
  const learner = await person({ departmentId: department.id, jobTitle: 'Data Management' });
  const modules = await createTextModules(server.services, 4);
  const [fresh = 0, open = 0, done = 0, unrelated = 0] = modules;
  await createMatrix(world, [fresh, open, done], { jobTitle: 'Quality Affairs' });
  await assignTo(admin, learner.id, open, { dueDate: '2099-05-05' });
  await assignTo(admin, learner.id, unrelated);
  const past = await assignTo(admin, learner.id, done);
  await admin.post(`/api/training-assignments/${String(past.id)}/record-completion`, {
    completedOn: '2024-01-31',
    reason: 'On paper',
  });
  const path = `/api/training/initiate-onboarding/${learner.id}`;
  const effectOf = async (jobTitle: string) =>
    (await admin.get<Effect>(`${path}?jobTitle=${encodeURIComponent(jobTitle)}`)).body.modules;
  expect(await effectOf('Project Manager')).toEqual([]);
  const shown = await effectOf('quality affairs');
  expect(new Map(shown.map((row) => [row.moduleId, row.state]))).toEqual(
    new Map([
      [fresh, 'new'],
      [open, 'open'],
      [done, 'completed'],
    ]),
  );
  expect(shown.find(({ moduleId }) => moduleId === open)?.dueDate).toBe('2099-05-05');
  const before = await countRows(
    server.services,
    sql`select 1 from training_assignments where user_id = ${learner.id}`,
  );
  const started = await admin.post(path, { jobTitle: 'quality affairs' });
  expect(started.body).toEqual({ assignments: 1, onboardingRequired: 2, onboardingCompleted: false });
  const after = await admin.get<{ moduleId: number; dueDate: string; isOnboardingRequired: boolean }[]>(
    `/api/employee/${learner.id}/assignments`,
  );
  expect(after.body).toHaveLength(before + 1);
  const made = after.body.find(({ moduleId }) => moduleId === fresh);
  expect(made).toMatchObject({
    isOnboardingRequired: true,
    dueDate: shown.find(({ moduleId }) => moduleId === fresh)?.dueDate,
  });
  expect((await admin.get(`/api/training/initiate-onboarding/u_nobody?jobTitle=x`)).status).toBe(404);
  expect((await admin.get(path)).status).toBe(422);
  const manager = await as(await person({ role: 'manager', organizationId: organization.id }));
  expect((await manager.get(`${path}?jobTitle=x`)).status).toBe(403);
});

test('[MTX-07] [MTX-06] an onboarding whose effect has changed since it was shown is refused with the new one', async () => {
  const { department, admin } = world;
  const learner = await person({ departmentId: department.id, jobTitle: 'Archivist' });
  const [first = 0, second = 0] = await createTextModules(server.services, 2);
  const matrixId = await createMatrix(world, [first], { jobTitle: 'Archivist' });
  const path = `/api/training/initiate-onboarding/${learner.id}`;
  const preview = async () => (await admin.get<Effect>(`${path}?jobTitle=Archivist`)).body;
  const start = (effectHash: string) =>
    admin.post<Effect & { code?: string }>(path, { jobTitle: 'Archivist', effectHash });
  const { effectHash } = await preview();
  await admin.post('/api/training-modules/assign-to-matrix', { matrixId, moduleIds: [second] });
  const late = await start(effectHash);
  expect([late.status, late.body.code]).toEqual([409, 'EFFECT_CHANGED']);
  const now = await preview();
  expect(new Set(now.modules.map(({ moduleId }) => moduleId))).toEqual(new Set([first, second]));
  expect([late.body.effectHash, late.body.modules]).toEqual([now.effectHash, now.modules]);
  expect(
    await countRows(server.services, sql`select 1 from training_assignments where user_id = ${learner.id}`),
  ).toBe(0);
  const done = await start(late.body.effectHash);
  expect(done.body).toEqual({ assignments: 2, onboardingRequired: 2, onboardingCompleted: false });
  await admin.patch(`/api/users/${learner.id}`, { isActive: false });
  // A preview refuses whom the start would refuse.
  expect((await admin.get(`${path}?jobTitle=Archivist`)).status).toBe(422);
});
