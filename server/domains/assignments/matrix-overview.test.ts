import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createMatrix, createTextModules, createTrainingWorld } from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

interface Refusal {
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}
type Summary = ResponseOf<typeof matrixOverviewContract.figures>;
type Person = ResponseOf<typeof matrixOverviewContract.people>[number];
type Department = ResponseOf<typeof matrixOverviewContract.departments>[number];
type Added = ResponseOf<typeof curriculaContract.addModule> & Refusal;
type Assigned = ResponseOf<typeof curriculaContract.assign> & Refusal;

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  ({ admin } = await createTrainingWorld(server, 0));
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const summary = async () => (await admin.get<Summary>('/api/training-matrix/summary')).body;
const people = (query: string) => admin.get<Person[]>(`/api/training-matrix/people?${query}`);
const featured = '/api/training-matrix/featured-department';

test('[MTX-01] the four cards count departments, assignments, people and the modules of a department that is chosen', async () => {
  const before = await summary();
  expect(before).toMatchObject({ featuredDepartment: null, featuredModules: 0, assignedTemplates: 0 });
  const own = await createTrainingWorld(server, 2, { jobTitle: null });
  const clinical = await createDepartment(server.services, {
    organizationId: own.organization.id,
    name: 'clinical research',
  });
  const modules = await createTextModules(server.services, 3);
  const id = await createMatrix(own, modules, { assignNow: true });
  await createMatrix(own, modules.slice(0, 2), { matrixName: 'A', departmentId: clinical.id });
  await createMatrix(own, modules.slice(1, 3), { matrixName: 'B', departmentId: clinical.id, jobTitle: 'X' });
  const now = await summary();
  expect(now).toMatchObject({
    activeDepartments: before.activeDepartments + 2,
    assignedTemplates: 2,
    totalUsers: before.totalUsers + 3,
    // Without a choice: the department of this name, whatever its letters.
    featuredDepartment: {
      id: clinical.id,
      name: 'clinical research',
      organizationName: own.organization.name,
    },
    featuredModules: 3,
  });
  expect(now.templates.map((row) => `${row.id} ${String(row.matrixId)}`).toSorted()).toEqual(
    own.learners.map((person) => `${person.id} ${String(id)}`).toSorted(),
  );
  expect(now.departments.map((row) => row.id)).toContain(clinical.id);
  expect(now.users).toHaveLength(now.totalUsers);
  const chosen = await admin.put(featured, { departmentId: own.department.id });
  expect([chosen.status, chosen.body]).toEqual([
    200,
    { id: own.department.id, name: own.department.name, organizationName: own.organization.name },
  ]);
  expect((await admin.put(featured, { departmentId: own.department.id })).status).toBe(200);
  expect(await summary()).toMatchObject({
    featuredDepartment: { id: own.department.id },
    featuredModules: 3,
  });
  for (const departmentId of [2_000_000_000, null]) {
    const refused = await admin.put<Refusal>(featured, { departmentId });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'departmentId']);
  }
});

test('[MTX-01] the lists behind the figures: assigned, members, waiting, by matrix or all, in pages', async () => {
  const own = await createTrainingWorld(server, 3);
  const guest = await createUser(server.services, { organizationId: own.organization.id, lastName: 'Aaron' });
  const id = await createMatrix(own, await createTextModules(server.services, 1), { matrixName: 'Listed' });
  const query = `matrixId=${String(id)}`;
  expect((await people(query)).body).toEqual([]);
  expect((await people(`${query}&group=waiting`)).body.map((row) => row.id).toSorted()).toEqual(
    own.learners.map((person) => person.id).toSorted(),
  );
  const body = { matrixId: id, specificUserIds: [guest.id] };
  expect((await admin.post('/api/training-matrix/assign', body)).status).toBe(200);
  const [member] = (await people(`${query}&group=members`)).body;
  expect(member).toMatchObject({
    id: guest.id,
    matrixId: id,
    matrixName: 'Listed',
    organizationName: own.organization.name,
    isMember: true,
    isMatched: false,
    open: 1,
    completed: 0,
  });
  const all = { matrixId: id, allMatched: true };
  const shown = await admin.post<Assigned>('/api/training-matrix/assign', { ...all, preview: true });
  expect(shown.body.effect).toMatchObject({
    assigned: { assignments: 3, people: 3 },
    newMembers: 0,
    skippedCount: 0,
  });
  const { effectHash } = shown.body;
  const done = await admin.post<Assigned>('/api/training-matrix/assign', { ...all, effectHash });
  expect(done.body).toMatchObject({ assignments: 3, people: 3, effectHash });
  const page = await people(`${query}&limit=2&sort=-name`);
  expect([page.body.length, page.headers.get('x-total-count')]).toEqual([2, '4']);
  const beyond = await people(`${query}&limit=2&offset=6`);
  expect([beyond.body.length, beyond.headers.get('x-total-count')]).toEqual([0, '4']);
  // The rule has them: nobody became a member by name.
  expect((await people(`${query}&group=members`)).headers.get('x-total-count')).toBe('1');
  expect((await people('q=aaron&sort=matrix')).body.map((row) => row.matrixId)).toEqual([id]);
  const both = await admin.post<Assigned>('/api/training-matrix/assign', { ...body, allMatched: true });
  const neither = await admin.post<Assigned>('/api/training-matrix/assign', { matrixId: id });
  for (const refused of [both, neither]) {
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'specificUserIds']);
  }
});

test('[MTX-01] [LRN-01] the people of a matrix have their expired completions beside the valid ones', async () => {
  const own = await createTrainingWorld(server, 1, { jobTitle: null });
  const modules = await createTextModules(server.services, 3);
  const id = await createMatrix(own, modules, { assignNow: true });
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set status = 'completed', progress = 100, completed_at = app_now(),
        next_renewal_date = case when module_id = ${modules[0]} then '2021-03-31'::date end
      where matrix_id = ${id} and module_id = any(${modules.slice(0, 2)}::int[])`.execute(tx.db);
  });
  expect((await people(`matrixId=${String(id)}`)).body).toMatchObject([
    { open: 1, completed: 1, expired: 1 },
  ]);
});

test('[MTX-01] [MTX-06] a member of another organization does not wait for modules that cannot be assigned there', async () => {
  const own = await createTrainingWorld(server, 0);
  const away = await createOrganization(server.services);
  const guest = await createUser(server.services, { organizationId: away.id });
  const [owned = 0] = await createTextModules(server.services, 1, { organizationId: own.organization.id });
  const [free = 0] = await createTextModules(server.services, 1);
  const id = await createMatrix(own, [owned], { matrixName: 'With a guest' });
  const invited = { matrixId: id, specificUserIds: [guest.id] };
  await admin.post('/api/training-matrix/assign', invited);
  const waiting = async () => {
    const cards = await admin.get<{ id: number; notAssignedCount: number }[]>('/api/training-matrices');
    const listed = await people(`matrixId=${String(id)}&group=waiting`);
    return [cards.body.find((card) => card.id === id)?.notAssignedCount, listed.body.length];
  };
  expect(await waiting()).toEqual([0, 0]);
  await admin.post('/api/training-modules/assign-to-matrix', { matrixId: id, moduleIds: [free] });
  expect(await waiting()).toEqual([1, 1]);
  await admin.post('/api/training-matrix/assign', invited);
  expect(await waiting()).toEqual([0, 0]);
});

test('[MTX-01] [ORG-02] departments of an archived organization are no active ones, as in the list behind', async () => {
  const own = await createTrainingWorld(server, 0);
  await createMatrix(own, await createTextModules(server.services, 1), { matrixName: 'Closed soon' });
  const before = await summary();
  const gone = await admin.del(`/api/organizations/${String(own.organization.id)}`);
  expect(gone.status).toBe(200);
  const now = await summary();
  expect(now.activeDepartments).toBe(before.activeDepartments - 1);
});

test('[MTX-01] departments come with their matrices, those without one too', async () => {
  const own = await createTrainingWorld(server, 2);
  const id = await createMatrix(own, await createTextModules(server.services, 2), { assignNow: true });
  const empty = await createDepartment(server.services, { organizationId: own.organization.id });
  const path = '/api/training-matrix/departments?sort=organization';
  const answer = await admin.get<Department[]>(`${path}&q=${encodeURIComponent(own.organization.name)}`);
  expect(answer.headers.get('x-total-count')).toBe('2');
  const byId = new Map(answer.body.map((row) => [row.id, row]));
  expect(byId.get(empty.id)).toMatchObject({ people: 0, matrices: [] });
  expect(byId.get(own.department.id)).toMatchObject({
    people: 2,
    matrices: [{ id, moduleCount: 2, userCount: 2, jobTitle: null }],
  });
  expect((await admin.get<Department[]>(`${path}&offset=5000`)).body).toEqual([]);
});

test('[MTX-04] a preview of adding says who would need the module, and nothing is written', async () => {
  const own = await createTrainingWorld(server, 2);
  const [moduleId = 0, next = 0] = await createTextModules(server.services, 2);
  const add = (body: Record<string, unknown>) =>
    admin.post<Added>('/api/training-matrix/add-module', {
      departmentId: own.department.id,
      moduleId,
      ...body,
    });
  const shown = await add({ preview: true, assignNow: true });
  expect(shown.body).toMatchObject({
    preview: true,
    assigned: null,
    matrixEntry: { id: null, matrixId: null },
  });
  expect(shown.body.recommendations.usersNeedingAssignment).toHaveLength(2);
  const cards = `/api/training-matrices?departmentId=${String(own.department.id)}`;
  expect((await admin.get(cards)).body).toEqual([]);
  const made = await add({ assignNow: true });
  expect(made.body).toMatchObject({ preview: false, assigned: { assignments: 2, people: 2 } });
  const again = await add({ preview: true });
  expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
  const second = await add({ moduleId: next, preview: true });
  expect(second.body.matrixEntry).toMatchObject({ id: null, matrixId: made.body.matrixEntry.matrixId });
});

test('[MTX-04] a module that is retired or belongs to another organization is refused', async () => {
  const own = await createTrainingWorld(server, 1);
  const other = await createOrganization(server.services);
  const [foreign = 0] = await createTextModules(server.services, 1, { organizationId: other.id });
  const [retired = 0] = await createTextModules(server.services, 1, { isActive: false });
  for (const [moduleId, message] of [
    [foreign, 'This module belongs to another organization'],
    [retired, 'This module is not active'],
    [2_000_000_000, 'There is no such module'],
  ]) {
    const body = { departmentId: own.department.id, moduleId };
    const refused = await admin.post<Added>('/api/training-matrix/add-module', body);
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'moduleId', message }]]);
  }
});

test('[MTX-01] [AUTH-13] nobody but an administrator reads or changes what stands beside the cards', async () => {
  const own = await createTrainingWorld(server, 1);
  const id = await createMatrix(own, await createTextModules(server.services, 1));
  const manager = await createUser(server.services, { role: 'manager', organizationId: own.organization.id });
  const inspector = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId: own.organization.id }],
  });
  for (const person of [manager, inspector, ...own.learners]) {
    const client = await signIn(server.client(), person);
    for (const path of ['summary', 'departments', 'people']) {
      expect((await client.get(`/api/training-matrix/${path}`)).status).toBe(403);
    }
    expect((await client.put(featured, { departmentId: own.department.id })).status).toBe(403);
    expect((await client.patch(`/api/training-matrices/${String(id)}`, { name: 'Mine' })).status).toBe(403);
    expect((await client.del(`/api/training-matrices/${String(id)}`)).status).toBe(403);
    expect((await client.del(`/api/training-matrices/${String(id)}/members/${person.id}`)).status).toBe(403);
  }
});
