import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createDepartment, createUser, signIn } from '#tests/harness/world.ts';

type Created = ResponseOf<typeof peopleContract.create>;
type Changed = ResponseOf<typeof peopleContract.update>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let modules: readonly number[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  modules = await createTextModules(server.services, 3);
  await createMatrix(world, modules);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

let number = 0;
const form = (more: Record<string, unknown> = {}) => ({
  email: `moved-${String((number += 1))}@people.example`,
  firstName: 'Mo',
  lastName: 'Ved',
  organizationId: world.organization.id,
  ...more,
});
const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.admin.post<Created>('/api/users', body, { headers });
const change = (userId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.admin.patch<Changed>(`/api/users/${userId}`, body, { headers });
const ofMatrix = async (userId: string) =>
  (await world.admin.get<Assignment[]>(`/api/employee/${userId}/assignments`)).body;

test('[USR-05] creating a person in a department says what its matrices assigned, by when; a repeated call says the same', async () => {
  const body = form({ departmentId: world.department.id });
  const key = { 'idempotency-key': 'created-with-trainings' };
  const created = await create(body, key);
  expect(created.status).toBe(201);
  const stored = await ofMatrix(created.body.user.id);
  expect(created.body.assigned).toEqual(
    stored
      .map((row) => ({
        assignmentId: row.id,
        moduleId: row.moduleId,
        title: row.module.title,
        dueDate: row.dueDate,
      }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  );
  expect(created.body.assigned.map(({ moduleId }) => moduleId)).toEqual(modules);
  expect(created.body.withdrawn).toEqual([]);
  const repeated = await create(body, key);
  expect(repeated.body).toEqual(created.body);
});

test('[USR-05] without a matrix nothing is assigned, and the answer says so', async () => {
  expect((await create(form())).body).toMatchObject({ assigned: [], withdrawn: [] });
});

test('[USR-05] [MTX-06] moving a person says what came and what went; what was begun stays and is not named', async () => {
  const other = await createDepartment(server.services, { organizationId: world.organization.id });
  const { user, assignedPassword } = (await create(form())).body;
  const entered = await change(user.id, { departmentId: world.department.id });
  expect(entered.body.assigned.map(({ moduleId }) => moduleId)).toEqual(modules);
  expect(entered.body).toMatchObject({ id: user.id, departmentId: world.department.id, withdrawn: [] });
  // The change that is only of the name brings nothing, whatever is there.
  expect((await change(user.id, { lastName: 'Other' })).body).toMatchObject({ assigned: [], withdrawn: [] });

  const client = await signIn(server.client(), { email: user.email ?? '', password: assignedPassword ?? '' });
  const newPassword = 'seven quiet lanterns walk';
  const changed = await client.post('/api/change-password', {
    currentPassword: assignedPassword,
    newPassword,
  });
  expect(changed.status).toBe(200);
  const [begun, ...rest] = entered.body.assigned;
  expect((await putStatus(client, begun?.assignmentId ?? 0, { status: 'in_progress' })).status).toBe(200);
  const left = await change(user.id, { departmentId: other.id });
  expect(left.body.assigned).toEqual([]);
  expect(left.body.withdrawn).toEqual(rest);
});

test('[USR-05] the revision of the answer is the one that stands after everything that followed the change', async () => {
  // Moving completes the onboarding of somebody who has nothing open: that changes the person once more.
  const person = await createUser(server.services, {
    organizationId: world.organization.id,
    onboardingCompleted: false,
  });
  const moved = await change(person.id, { departmentId: world.department.id });
  expect(moved.body.onboardingCompleted).toBe(true);
  const next = await change(person.id, { lastName: 'Next' }, { 'if-match': moved.headers.get('etag') ?? '' });
  expect([moved.status, next.status]).toEqual([200, 200]);
});
