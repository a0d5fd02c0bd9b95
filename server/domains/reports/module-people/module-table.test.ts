import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { load } from '#tests/harness/module-world.ts';
import { startWithPublishing, type StartedPublishing } from '#tests/harness/started.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { asFixture } from '#tests/harness/world.ts';

type Table = ResponseOf<typeof moduleLibraryContract.table>;
type Removed = ResponseOf<typeof moduleLibraryContract.removeMany>;
type Check = ResponseOf<typeof moduleLibraryContract.contentCheck>;

let server: StartedPublishing['server'];
let world: StartedPublishing['world'];
let stop: StartedPublishing['stop'];
let busy: number;
let calm: number;

const table = async (query = '') => (await world.admin.get<Table>(`/api/module-table${query}`)).body;

beforeAll(async () => {
  ({ server, world, stop } = await startWithPublishing());
  [busy = 0, calm = 0] = await createTextModules(server.services, 2, { contentCreator: null });
  const [done, expired, late] = [world.learner(0), world.learner(1), world.learner(2)];
  for (const person of [done, expired]) {
    const { id } = await assignTo(world.admin, person.id, busy);
    await completeText(await readyToSign(server, person), id, person);
  }
  await assignTo(world.admin, late.id, busy, { dueDate: '2020-01-31' });
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set next_renewal_date = '2021-03-31'
      where user_id = ${expired.id} and module_id = ${busy}`.execute(tx.db);
  });
  await load(world.admin, busy, [], { contentData: 'The second version, as a draft.', publish: 'draft' });
});
afterAll(() => stop());

test('[MOD-01] [LRN-01] each line of the table has its people, versions and owner; figures are those of the people page', async () => {
  const line = (await table()).find(({ id }) => id === busy);
  expect(line).toMatchObject({
    assigned: 3,
    completed: 1,
    overdue: 1,
    expired: 1,
    versionNumber: 1,
    draftNumber: 2,
    effectiveFrom: expect.any(String) as string,
  });
  const of = async (status: string) =>
    (await world.admin.get(`/api/training-modules/${String(busy)}/people?status=${status}`)).headers.get(
      'x-total-count',
    );
  expect([await of('completed'), await of('overdue'), await of('expired')]).toEqual(['1', '1', '1']);
});

test('[MOD-01] the table is sorted, paged and filtered on the server', async () => {
  const ids = async (query: string) => (await table(query)).map(({ id }) => id);
  for (const sort of ['-overdue', '-expired']) expect((await ids(`?sort=${sort}`))[0]).toBe(busy);
  expect((await ids('?sort=-draft'))[0]).toBe(busy);
  expect(await ids('?sort=-assigned&limit=1')).toEqual([busy]);
  expect(await ids('?sort=assigned&limit=1&offset=1')).toEqual([busy]);
  expect(await ids('?q=Module 2')).toEqual([calm]);
  expect(await ids('?category=none&sort=owner')).toHaveLength(2);
  expect((await world.admin.get('/api/module-table?sort=nonsense')).status).toBe(422);
});

test('[MOD-01] a draft shows on the card of its module for administrators alone', async () => {
  const { body } = await world.admin.get<Table>('/api/training-modules');
  expect(body.find(({ id }) => id === busy)?.draftNumber).toBe(2);
  const learner = await readyToSign(server, world.learner(2));
  const own = await learner.get<Table>('/api/training-modules');
  expect(own.body.map(({ id, draftNumber }) => [id, draftNumber])).toEqual([[busy, null]]);
});

test('[MOD-13] several modules are deleted or retired in one step, with one effect that must still hold', async () => {
  const [unused = 0, used = 0] = await createTextModules(server.services, 2);
  await createMatrix(world, [unused]);
  await assignTo(world.admin, world.learner(0).id, used);
  const remove = (more: object) =>
    world.admin.post<Removed & { code?: string }>('/api/training-modules/remove', {
      moduleIds: [unused, used],
      openAssignments: 'void',
      ...more,
    });
  const shown = await remove({ preview: true });
  expect(shown.body).toMatchObject({
    preview: true,
    effect: { deleted: 1, retired: 1, openAssignments: 1, openPeople: 1, matrices: 1, completions: 0 },
  });
  await assignTo(world.admin, world.learner(1).id, used);
  const { effectHash } = shown.body;
  const stale = await remove({ effectHash });
  expect(stale).toMatchObject({ status: 409, body: { code: 'EFFECT_CHANGED', effect: { openPeople: 2 } } });
  const done = await remove({ effectHash: stale.body.effectHash });
  expect(done).toMatchObject({ status: 200, body: { preview: false, effect: { deleted: 1, retired: 1 } } });
  expect((await world.admin.get(`/api/training-modules/${String(unused)}`)).status).toBe(404);
  expect((await world.moduleOf(used)).retiredAt).not.toBeNull();
  const people = await world.admin.get<object[]>(`/api/training-modules/${String(used)}/people`);
  expect(people.body).toEqual([]);
  expect((await remove({})).status).toBe(404);
});

test('[MOD-02] several modules are put into a category, or into none', async () => {
  const moduleIds = await createTextModules(server.services, 2);
  const set = (trainingCategory: string | null, ids: readonly number[] = moduleIds) =>
    world.admin.post('/api/training-modules/set-category', { moduleIds: ids, trainingCategory });
  expect(await set('Clinical Research')).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await set('clinical research')).toMatchObject({ body: { changed: 0 } });
  expect((await world.moduleOf(moduleIds[0] ?? 0)).trainingCategory).toBe('Clinical Research');
  expect(await set(null, moduleIds.slice(1))).toMatchObject({ body: { changed: 1 } });
  expect(await set('Astrology')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'trainingCategory' }] },
  });
  expect((await set(null, [2_000_000_000])).status).toBe(404);
});

test('[MOD-02] a category is renamed: its modules keep it, its name stays unique, the trail knows', async () => {
  const path = (name: string) => `/api/training-modules/category/${encodeURIComponent(name)}`;
  await world.admin.post('/api/training-modules/category', { categoryName: 'Before' });
  await world.admin.post('/api/training-modules/category', { categoryName: 'Taken' });
  const [moduleId = 0] = await createTextModules(server.services, 1);
  await world.admin.post('/api/training-modules/set-category', {
    moduleIds: [moduleId],
    trainingCategory: 'Before',
  });
  const rename = (from: string, categoryName: string) => world.admin.patch(path(from), { categoryName });
  expect(await rename('Before', ' TAKEN ')).toMatchObject({
    status: 409,
    body: { code: 'DUPLICATE', errors: [{ path: 'categoryName' }] },
  });
  expect((await rename('Before', '  ')).status).toBe(422);
  expect(await rename('before', 'After')).toMatchObject({
    status: 200,
    body: { name: 'After', moduleCount: 1 },
  });
  expect(await rename('After', 'AFTER')).toMatchObject({ status: 200, body: { name: 'AFTER' } });
  expect((await world.moduleOf(moduleId)).trainingCategory).toBe('AFTER');
  expect((await rename('Before', 'Another')).status).toBe(404);
  await asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit.events where action = 'module.category-renamed'`.execute(tx.db);
    expect(rows[0]?.n).toBeGreaterThan(0);
  });
});

test('[MTX-04] modules without content are named before they are assigned, by number', async () => {
  const [full = 0] = await createTextModules(server.services, 1);
  const [empty = 0, other = 0] = await createTextModules(server.services, 2, { content: '' });
  const check = async (query: string) =>
    (await world.admin.get<Check>(`/api/module-content-check?${query}`)).body;
  expect(await check(`ids=${[full, empty, other].join(',')}`)).toEqual({
    modules: 3,
    empty: 2,
    titles: ['Module 1 of 2', 'Module 2 of 2'],
  });
  const matrixId = await createMatrix(world, [full, empty]);
  expect(await check(`matrixId=${String(matrixId)}`)).toMatchObject({ modules: 2, empty: 1 });
  expect(await check(`ids=${String(full)}`)).toEqual({ modules: 1, empty: 0, titles: [] });
});
