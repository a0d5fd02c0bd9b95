import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { TestClient } from '#tests/harness/client.ts';
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
import { createDepartment, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}
type Assigned = ResponseOf<typeof curriculaContract.assignModules> & Refusal;
type Added = ResponseOf<typeof curriculaContract.addModule> & Refusal;
type Entry = ResponseOf<typeof curriculaContract.entries>[number];
type Card = ResponseOf<typeof curriculaContract.matrices>[number];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
  ({ admin } = world);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

const toMatrix = (body: Record<string, unknown>) =>
  admin.post<Assigned>('/api/training-modules/assign-to-matrix', body);
const refusal = async (body: Record<string, unknown>) => {
  const answer = await toMatrix(body);
  return [answer.status, ...(answer.body.errors ?? []).map(({ path, message }) => `${path}: ${message}`)];
};
const entriesOf = async (matrixId: number | null) =>
  (await admin.get<Entry[]>(`/api/training-matrix?matrixId=${String(matrixId)}`)).body;

describe('[MTX-03] modules to a matrix', () => {
  test('the refusals of §5, each at its field', async () => {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const nothing = 'moduleIds: Please select at least one module to assign';
    expect(await refusal({})).toEqual([422, nothing]);
    expect(await refusal({ moduleIds: [], existingMatrixName: 'X' })).toEqual([422, nothing]);
    expect(await refusal({ moduleIds: [moduleId], existingMatrixName: ' ' })).toEqual([
      422,
      'existingMatrixName: Please select an existing training matrix',
    ]);
    expect(await refusal({ moduleIds: [moduleId], departmentId: world.department.id })).toEqual([
      422,
      'matrixName: Please provide a matrix name',
    ]);
    expect(await refusal({ moduleIds: [moduleId], matrixName: 'New' })).toEqual([
      422,
      'departmentId: Please select a department for the new matrix',
    ]);
    expect(await refusal({ moduleIds: [moduleId], matrixName: 'New', departmentId: 2_000_000_000 })).toEqual([
      422,
      'departmentId: There is no such department',
    ]);
    expect(
      await refusal({
        moduleIds: [moduleId, 2_000_000_000],
        matrixName: 'New',
        departmentId: world.department.id,
      }),
    ).toEqual([422, 'moduleIds.1: There is no such module']);
    expect((await toMatrix({ moduleIds: [moduleId], existingMatrixName: 'No such matrix' })).status).toBe(
      404,
    );
    const { body } = await admin.get<Card[]>('/api/training-matrices?q=New');
    expect(body).toEqual([]);
  });

  test('a new one, then the same one again: twice makes no second entry', async () => {
    const [first = 0, second = 0] = await createTextModules(server.services, 2);
    const made = await toMatrix({
      moduleIds: [first],
      matrixName: ' Site staff ',
      departmentId: world.department.id,
      daysToDue: 7,
      renewalPeriod: 12,
      isRequired: false,
    });
    expect(made.body).toMatchObject({
      created: true,
      matrixName: 'Site staff',
      added: 1,
      alreadyInMatrix: [],
      assigned: null,
    });
    const taken = await toMatrix({
      moduleIds: [first],
      matrixName: 'SITE STAFF',
      departmentId: world.department.id,
    });
    expect([taken.status, taken.body.code, taken.body.errors?.[0]?.path]).toEqual([
      409,
      'DUPLICATE',
      'matrixName',
    ]);
    const more = await toMatrix({ moduleIds: [first, second, second], existingMatrixName: 'site staff' });
    expect(more.body).toMatchObject({
      created: false,
      matrixId: made.body.matrixId,
      added: 1,
      alreadyInMatrix: [first],
    });
    const entries = await entriesOf(made.body.matrixId);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      moduleId: first,
      training_module_id: first,
      isRequired: false,
      daysToDue: 7,
      renewalPeriod: 12,
      training_modules: { id: first, content_type: 'text', duration: 5, reference: null },
      training_matrix: {
        id: entries[0]?.id,
        name: 'Site staff',
        departmentId: world.department.id,
        moduleId: first,
        jobTitle: null,
      },
    });
    expect(entries[1]).toMatchObject({ isRequired: true, daysToDue: 30, renewalPeriod: null });
  });

  test('[MTX-06] who needs it now is said, and assigned in the same transaction where that is asked', async () => {
    const own = await createTrainingWorld(server, 3, { jobTitle: 'Monitor' });
    const [moduleId = 0] = await createTextModules(server.services, 1);
    await createUser(server.services, {
      organizationId: own.organization.id,
      departmentId: own.department.id,
    });
    const body = {
      moduleIds: [moduleId],
      matrixName: 'Monitors',
      departmentId: own.department.id,
      jobTitle: ' monitor ',
    };
    const made = await toMatrix(body);
    expect(made.body.usersNeedingAssignment.map((person) => person.id).toSorted()).toEqual(
      own.learners.map((person) => person.id).toSorted(),
    );
    expect(made.body.usersNeedingAssignment[0]?.moduleIds).toEqual([moduleId]);
    const [card] = (
      await admin.get<Card[]>(`/api/training-matrices?departmentId=${String(own.department.id)}`)
    ).body;
    expect(card).toMatchObject({ notAssignedCount: 3, userCount: 0, isActive: true, moduleCount: 1 });
    const [second = 0] = await createTextModules(server.services, 1);
    const now = await toMatrix({ moduleIds: [second], matrixId: made.body.matrixId, assignNow: true });
    expect(now.body.assigned).toEqual({ assignments: 3, people: 3 });
    const [after] = (
      await admin.get<Card[]>(`/api/training-matrices?departmentId=${String(own.department.id)}`)
    ).body;
    expect(after).toMatchObject({ notAssignedCount: 3, userCount: 3, moduleCount: 2 });
    expect(after?.users.map((person) => person.id).toSorted()).toEqual(
      own.learners.map((person) => person.id).toSorted(),
    );
  });
});

describe('[MTX-04] one module for a department', () => {
  const add = (body: Record<string, unknown>) => admin.post<Added>('/api/training-matrix/add-module', body);

  test('answers the entry and who needs it; a department without a matrix gets one', async () => {
    const own = await createTrainingWorld(server, 2);
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const departmentId = own.department.id;
    const added = await add({ departmentId, moduleId, daysToDue: 10 });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect(added.body.matrixEntry).toMatchObject({
      departmentId,
      moduleId,
      daysToDue: 10,
      matrixName: own.department.name,
    });
    expect(added.body.recommendations.usersNeedingAssignment).toHaveLength(2);
    const twice = await add({ departmentId, moduleId });
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE']);
    const [second = 0] = await createTextModules(server.services, 1);
    const now = await add({ departmentId, moduleId: second, assignNow: true });
    expect(now.body).toMatchObject({
      matrixEntry: { matrixId: added.body.matrixEntry.matrixId },
      assigned: { assignments: 2 },
    });
  });

  test('asks which one where the department has several', async () => {
    const own = await createTrainingWorld(server, 0);
    const [moduleId = 0, second = 0] = await createTextModules(server.services, 2);
    const departmentId = own.department.id;
    const one = await createMatrix(own, [second], { matrixName: 'One', jobTitle: 'Nurse' });
    await createMatrix(own, [second], { matrixName: 'Two', jobTitle: 'Monitor' });
    const refused = await add({ departmentId, moduleId });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'matrixId']);
    expect((await add({ departmentId, moduleId, matrixId: one })).body.matrixEntry.matrixName).toBe('One');
    expect((await add({ departmentId, moduleId: 2_000_000_000, matrixId: one })).body.errors?.[0]?.path).toBe(
      'moduleId',
    );
    expect((await add({ departmentId: 2_000_000_000, moduleId })).body.errors?.[0]?.path).toBe(
      'departmentId',
    );
    expect((await add({ departmentId, moduleId, daysToDue: -1 })).status).toBe(422);
  });
});

test('[MTX-06] removing an entry shows its effect, then voids what was not started and keeps what was', async () => {
  const own = await createTrainingWorld(server, 3);
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(own, [moduleId], { assignNow: true });
  const [starter] = own.learners;
  if (!starter) throw new Error('the world has learners');
  const client = await signIn(server.client(), starter);
  const [mine] = (await client.get<Assignment[]>('/api/assignments/user')).body;
  await putStatus(client, mine?.id ?? 0, { status: 'in_progress' });
  const [entry] = await entriesOf(matrixId);
  const path = `/api/training-matrix/${String(entry?.id)}`;
  const shown = await admin.del(`${path}?preview=true`);
  expect(shown.body).toMatchObject({ preview: true, voided: 2, noLongerRequired: 1 });
  expect(await entriesOf(matrixId)).toHaveLength(1);
  expect((await admin.del(path)).body).toMatchObject({
    id: entry?.id,
    moduleId,
    preview: false,
    voided: 2,
    noLongerRequired: 1,
  });
  expect(await entriesOf(matrixId)).toEqual([]);
  const [kept] = (await client.get<Assignment[]>('/api/assignments/user')).body;
  expect(kept).toMatchObject({ status: 'in_progress', noLongerRequired: true });
  expect((await admin.del(path)).status).toBe(404);
});

test('[MTX-02] [MTX-03] a template makes a matrix with the active modules of its families', async () => {
  const templates = await admin.get<ResponseOf<typeof curriculaContract.templates>>(
    '/api/training-matrix/templates',
  );
  expect(templates.body.map((template) => template.templateKey)).toContain('administration');
  const organization = await createOrganization(server.services);
  const [qms = 0] = await createTextModules(server.services, 1, { title: 'TP-QMS-001 Document control' });
  await createTextModules(server.services, 1, { title: 'TP-QMS-002 Retired', isActive: false });
  const post = (body: Record<string, unknown>) =>
    admin.post<{ matrixId: number; matrixName: string; added: number; moduleIds: number[] } & Refusal>(
      '/api/training-matrix/template',
      body,
    );
  const wanted = { templateKey: 'administration', organizationId: organization.id };
  // The preview says which modules, so that those without content are named before they are assigned (MTX-03).
  expect((await post({ ...wanted, preview: true })).body).toMatchObject({ added: 1, moduleIds: [qms] });
  const made = await post(wanted);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body).toMatchObject({ matrixName: 'Administration', added: 1 });
  expect((await entriesOf(made.body.matrixId)).map((entry) => entry.moduleId)).toEqual([qms]);
  expect((await post(wanted)).body.code).toBe('DUPLICATE');
  const other = await post({ ...wanted, jobTitle: 'Office lead' });
  expect(other.body.matrixName).toBe('Administration - Office lead');
  expect((await post({ templateKey: 'none' })).body.errors?.[0]?.path).toBe('templateKey');
  expect((await post({ templateKey: 'administration' })).body.errors?.[0]?.path).toBe('organizationId');
});

test('[MTX-01] [AUTH-13] matrices are for administrators; an inspector sees those of the own organizations', async () => {
  const own = await createTrainingWorld(server, 1);
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(own, [moduleId]);
  const inspector = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId: own.organization.id }],
  });
  const looking = await signIn(server.client(), inspector);
  expect((await looking.get<Card[]>('/api/training-matrices')).body.map((card) => card.id)).toEqual([
    matrixId,
  ]);
  expect((await looking.get<Entry[]>('/api/training-matrix')).body.map((entry) => entry.matrixId)).toEqual([
    matrixId,
  ]);
  expect((await looking.post('/api/training-matrix/add-module', {})).status).toBe(403);
  const [learner] = own.learners;
  if (!learner) throw new Error('the world has learners');
  const client = await signIn(server.client(), learner);
  for (const path of ['/api/training-matrix', '/api/training-matrices', '/api/training-matrix/templates']) {
    expect((await client.get(path)).status).toBe(403);
    expect((await server.client().get(path)).status).toBe(401);
  }
});

test('[MTX-01] the lists page, search and count', async () => {
  const own = await createTrainingWorld(server, 0);
  const modules = await createTextModules(server.services, 3, { title: 'Unmistakable' });
  for (const [index, moduleId] of modules.entries()) {
    await createMatrix(own, [moduleId], { matrixName: `Paged ${String(index)}` });
  }
  const query = `departmentId=${String(own.department.id)}&sort=-name`;
  const first = await admin.get<Entry[]>(`/api/training-matrix?${query}&limit=2`);
  expect(first.headers.get('x-total-count')).toBe('3');
  expect(first.body.map((entry) => entry.training_matrix.name)).toEqual(['Paged 2', 'Paged 1']);
  const beyond = await admin.get<Entry[]>(`/api/training-matrix?${query}&limit=2&offset=4`);
  expect([beyond.body.length, beyond.headers.get('x-total-count')]).toEqual([0, '3']);
  const cards = await admin.get<Card[]>('/api/training-matrices?q=paged%201');
  expect(cards.body.map((card) => card.name)).toEqual(['Paged 1']);
  expect(cards.body[0]?.families.map((family) => family.name)).toEqual(['Other']);
  await createDepartment(server.services, { organizationId: own.organization.id });
});
