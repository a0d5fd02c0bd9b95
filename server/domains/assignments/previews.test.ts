import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createMatrix, createTextModules, createTrainingWorld } from '#tests/harness/training-world.ts';
import { createDepartment, createUsers } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

interface Named {
  readonly id: string;
}
interface Place {
  readonly organizationId: number;
  readonly departmentId: number;
  readonly moduleId: number;
}
interface Answer {
  readonly code?: string;
  readonly effectHash: string;
  readonly assigned?: { readonly people: number } | null;
  readonly recommendations?: { readonly usersNeedingAssignment: readonly Named[]; readonly needed: object };
  readonly effect?: {
    readonly people: readonly Named[];
    readonly peopleCount?: number;
    readonly voided?: object;
    readonly skippedCount?: number;
    readonly skipped?: readonly Named[];
  };
}

/** Sixty people of a department with one module that all of them have, another one, and a department to go to. */
async function sixty() {
  const world = await createTrainingWorld(server, 60);
  const organizationId = world.organization.id;
  const other = await createDepartment(server.services, { organizationId });
  const [had = 0, next = 0] = await createTextModules(server.services, 2);
  const matrixId = await createMatrix(world, [had], { assignNow: true });
  /** Moves somebody whom a preview did not name. */
  const moveUnnamed = async (named: readonly Named[]) => {
    const shown = new Set(named.map(({ id }) => id));
    const unnamed = world.learners.find(({ id }) => !shown.has(id));
    const answer = await world.admin.patch(`/api/users/${unnamed?.id ?? ''}`, { departmentId: other.id });
    expect(answer.status).toBe(200);
  };
  return { ...world, matrixId, next, moveUnnamed };
}

const all = { assignments: 60, people: 60 };

test('[MTX-04] [MTX-06] adding a module names the first fifty who need it and counts all; its hash knows the others too', async () => {
  const { admin, matrixId, department, next, moveUnnamed } = await sixty();
  const add = (more: Record<string, unknown>) =>
    admin.post<Answer>('/api/training-matrix/add-module', {
      departmentId: department.id,
      matrixId,
      moduleId: next,
      ...more,
    });
  const shown = await add({ preview: true });
  const { usersNeedingAssignment = [], needed } = shown.body.recommendations ?? {};
  expect([usersNeedingAssignment.length, needed]).toEqual([50, all]);
  await moveUnnamed(usersNeedingAssignment);
  const { effectHash } = shown.body;
  const refused = await add({ assignNow: true, effectHash });
  expect([refused.status, refused.body.code]).toEqual([409, 'EFFECT_CHANGED']);
  const now = (await add({ preview: true })).body;
  expect(now.effect?.people).toHaveLength(50);
  expect([refused.body.effect, refused.body.effectHash]).toEqual([now.effect, now.effectHash]);
  const later = await add({ effectHash });
  expect([later.status, later.body.effect]).toEqual([409, now.effect]);
  const done = await add({ assignNow: true, effectHash: refused.body.effectHash });
  // What was done is told in full.
  expect(done.body.recommendations?.usersNeedingAssignment).toHaveLength(59);
  expect(done.body).toMatchObject({ assigned: { assignments: 59, people: 59 } });
});

test('[MTX-05] [MTX-06] assigning names the first fifty who get something, and of who gets nothing, and counts all; its hash knows the others too', async () => {
  const { admin, matrixId, next, moveUnnamed } = await sixty();
  const assign = (more: Record<string, unknown>) =>
    admin.post<Answer>('/api/training-matrix/assign', { matrixId, allMatched: true, ...more });
  const nothing = (await assign({ preview: true })).body.effect;
  expect([nothing?.people, nothing?.skippedCount, nothing?.skipped?.length]).toEqual([[], 60, 50]);
  await admin.post('/api/training-modules/assign-to-matrix', { matrixId, moduleIds: [next] });
  const shown = await assign({ preview: true });
  expect(shown.body.effect).toMatchObject({ assigned: all, peopleCount: 60, skippedCount: 0 });
  expect(shown.body.effect?.people).toHaveLength(50);
  expect(shown.body.effect?.people[0]).toMatchObject({ changes: [{ kind: 'assigned', moduleId: next }] });
  await moveUnnamed(shown.body.effect?.people ?? []);
  const refused = await assign({ effectHash: shown.body.effectHash });
  expect([refused.status, refused.body.code]).toEqual([409, 'EFFECT_CHANGED']);
  const now = (await assign({ preview: true })).body;
  expect(now.effect).toMatchObject({ assigned: { assignments: 59, people: 59 } });
  expect([refused.body.effect, refused.body.effectHash]).toEqual([now.effect, now.effectHash]);
});

test('[MTX-02] [MTX-06] a changed matrix names the first fifty whose trainings change and counts all; its hash knows the others too', async () => {
  const { admin, matrixId, moveUnnamed } = await sixty();
  const change = (more: Record<string, unknown>) =>
    admin.patch<Answer>(`/api/training-matrices/${String(matrixId)}`, { jobTitle: 'Nurse', ...more });
  const shown = await change({ preview: true });
  expect(shown.body.effect).toMatchObject({ voided: all, peopleCount: 60 });
  const named = shown.body.effect?.people;
  if (!named) throw new Error('nobody is named');
  expect(named).toHaveLength(50);
  await moveUnnamed(named);
  const { effectHash } = shown.body;
  const refused = await change({ effectHash });
  expect([refused.status, refused.body.code]).toEqual([409, 'EFFECT_CHANGED']);
  const done = await change({ effectHash: refused.body.effectHash });
  expect(done.body.effect).toMatchObject({ voided: { assignments: 59, people: 59 }, peopleCount: 59 });
});

test.each([
  [
    '[MTX-02] [MTX-04] [MTX-06] a matrix from a template',
    '/api/training-matrix/template',
    ({ organizationId, departmentId }: Place) => ({
      templateKey: 'administration',
      jobTitle: 'Doctor of forms',
      organizationId,
      departmentId,
    }),
  ],
  [
    '[MTX-03] [MTX-06] a new matrix of chosen modules',
    '/api/training-modules/assign-to-matrix',
    ({ moduleId, departmentId }: Place) => ({
      moduleIds: [moduleId],
      matrixName: 'Administration - Doctor of forms',
      departmentId,
      jobTitle: 'Doctor of forms',
    }),
  ],
])(
  '%s shows who needs its modules before it is made, and is made as it was shown',
  async (_, path, bodyOf) => {
    const { admin, organization, department, learners } = await createTrainingWorld(server, 3);
    const [moduleId = 0] = await createTextModules(server.services, 1, { title: 'TP-QMS-001 Forms' });
    const [first, second, third] = learners;
    const works = async (person: Named | undefined, jobTitle: string) =>
      admin.patch(`/api/users/${person?.id ?? ''}`, { jobTitle });
    for (const person of [first, second]) expect((await works(person, 'Doctor of forms')).status).toBe(200);
    const place = { organizationId: organization.id, departmentId: department.id, moduleId };
    const post = (more: Record<string, unknown>) => admin.post<Answer>(path, { ...bodyOf(place), ...more });
    const cards = async () =>
      (await admin.get<object[]>(`/api/training-matrices?organizationId=${String(organization.id)}`)).body;
    const shown = await post({ preview: true });
    expect(shown.body).toMatchObject({ preview: true, matrixId: null, assigned: null });
    const named = new Set(shown.body.effect?.people.map(({ id }) => id));
    expect(named).toEqual(new Set([first?.id, second?.id]));
    expect(await cards()).toEqual([]);
    expect((await works(third, 'Doctor of forms')).status).toBe(200);
    for (const assignNow of [false, true]) {
      const refused = await post({ assignNow, effectHash: shown.body.effectHash });
      expect([refused.status, refused.body.code]).toEqual([409, 'EFFECT_CHANGED']);
      expect(refused.body.effect?.peopleCount).toBe(3);
    }
    expect(await cards()).toEqual([]);
    const { effectHash } = (await post({ preview: true })).body;
    const done = await post({ assignNow: true, effectHash });
    expect(done.body).toMatchObject({ preview: false, added: 1, effect: null });
    expect(done.body.assigned?.people).toBe(3);
    expect(await cards()).toMatchObject([{ userCount: 3, notAssignedCount: 0 }]);
  },
);

test('[MTX-03] [MTX-05] [PERF-01] for two thousand people who were only just entered, before the database has counted them', async () => {
  const { admin, organization, department } = await createTrainingWorld(server, 0);
  const place = { organizationId: organization.id, departmentId: department.id };
  await createUsers(
    server.services,
    Array.from({ length: 2000 }, () => place),
  );
  const moduleIds = await createTextModules(server.services, 4);
  const begun = performance.now();
  const added = await admin.post<{ matrixId: number; needed: object }>(
    '/api/training-modules/assign-to-matrix',
    { matrixName: 'Newly entered', departmentId: department.id, moduleIds },
  );
  const { matrixId } = added.body;
  const shown = await admin.post<Answer>('/api/training-matrix/assign', {
    matrixId,
    allMatched: true,
    preview: true,
  });
  const figures = { assignments: 8000, people: 2000 };
  expect([added.body.needed, shown.body.effect]).toMatchObject([
    figures,
    { assigned: figures, skippedCount: 0 },
  ]);
  // It took more than twenty seconds where every person was compared with every assignment.
  expect(performance.now() - begun).toBeLessThan(6000);
});
