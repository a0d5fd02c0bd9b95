import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { defaultFamilies } from '#tests/harness/default-families.ts';
import { groupByFamily, titleNumber } from '#shared/domain/modules/title-order.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, createModuleBy, load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { titleNumberSql } from '#server/domains/modules/module-filters.ts';

type Counts = ResponseOf<typeof moduleLibraryContract.counts>;
type Name = ResponseOf<typeof moduleLibraryContract.names>[number];
type Removal = ResponseOf<typeof moduleLibraryContract.removal>;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let matrixId: number;
const ids: Record<string, number> = {};

const titles = [
  'TP-CRO-12 Closing',
  'TP-CRO-1.2b Visits',
  'TP-CRO-1.2a Visits',
  'TP-CRO-1.10 Monitoring',
  'TP-QMS-002 Records',
  'TP-QMS-001 Documents',
  'ICH-GCP in 3 parts',
  'Welcome to AxonX',
  'CMO-7 Boards',
  'Fire safety',
  'Safety 2',
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  for (const title of titles) {
    const quality = title.startsWith('TP-QMS') || title === 'Fire safety';
    const made = await createModuleBy(admin, {
      title,
      ...(quality ? { trainingCategory: 'Quality Affairs' } : {}),
      ...(title.includes('Visits') ? { description: 'About the sites' } : {}),
    });
    ids[title] = made.id;
  }
  await load(admin, idOf('TP-QMS-001 Documents'), [['sop.txt', 'The text of a procedure.']]);
  await load(admin, idOf('Fire safety'), [['fire.txt', 'Leave the house.']]);
  const organization = await createOrganization(server.services);
  const department = await admin.post<{ id: number }>('/api/departments', {
    name: 'Quality',
    organizationId: organization.id,
  });
  const matrix = await admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds: [idOf('TP-QMS-001 Documents'), idOf('TP-CRO-12 Closing')],
    matrixName: 'Site work',
    departmentId: department.body.id,
  });
  matrixId = matrix.body.matrixId;
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

function idOf(title: string): number {
  const id = ids[title];
  if (id === undefined) throw new Error(`no module ${title}`);
  return id;
}
const counts = async (query = '') => (await admin.get<Counts>(`/api/module-counts?${query}`)).body;
const names = async (query = '') =>
  (await admin.get<Name[]>(`/api/module-names?${query}`)).body.map((row) => row.title);

test('[MOD-01] modules stand in the order of SPEC §9, in the list and by name: the groups, then the number in the title', async () => {
  const expected = groupByFamily(
    titles.map((title) => ({ title, family: null })),
    defaultFamilies,
  ).flatMap(({ modules }) => modules.map(({ title }) => title));
  expect(await names()).toEqual(expected);
  const { body } = await admin.get<Module[]>('/api/training-modules?sort=group');
  expect(body.map(({ title }) => title)).toEqual(expected);
  const second = await admin.get<Module[]>('/api/training-modules?sort=group&limit=3&offset=3');
  expect(second.body.map(({ title }) => title)).toEqual(expected.slice(3, 6));
});

test('[MOD-01] the number of a title is the same in the database as in the rule', async () => {
  const cases = [
    ...titles,
    'tp cro 3',
    'TP-CRO_4.5c',
    'TP-CRO-6ab',
    'TP-CRO x',
    'TP-CRO-0012',
    'No number',
    '99 bottles, 3 left',
    'TP-CRO-1-2A',
  ];
  const { rows } = await sql<{ title: string; number: number | null }>`
    select m.title, ${titleNumberSql}::float8 as number from unnest(${cases}::text[]) with ordinality as m (title, n) order by n
  `.execute(server.services.db);
  expect(rows.map(({ number }) => number ?? Number.POSITIVE_INFINITY)).toEqual(cases.map(titleNumber));
});

test('[MOD-01] the counters tell what is left after each filter, and the last is the length of the list', async () => {
  expect(await counts()).toMatchObject({ all: 11, afterSearch: 11, afterMatrix: 11 });
  const query = `category=quality affairs&family=tp-qms&content=files&matrix=${String(matrixId)}`;
  const counted = await counts(query);
  expect(counted).toEqual({
    all: 11,
    afterSearch: 11,
    afterCategory: 3,
    afterFamily: 2,
    afterContent: 1,
    afterMatrix: 1,
    byCategory: [{ categoryId: expect.any(Number) as number, modules: 1 }],
    byFamily: [{ family: 'tp-qms', modules: 1 }],
  });
  expect(await names(query)).toEqual(['TP-QMS-001 Documents']);
  expect(await counts('q=sites')).toMatchObject({ all: 11, afterSearch: 2, afterMatrix: 2 });
  expect(await counts('category=none')).toMatchObject({ afterSearch: 11, afterCategory: 8 });
  expect(await counts('category=Nobody')).toMatchObject({ afterCategory: 0, afterMatrix: 0, byFamily: [] });
  for (const filter of [
    'matrix=any',
    'matrix=none',
    'content=empty',
    'family=other',
    'q=tp',
    'category=none',
  ]) {
    const { headers } = await admin.get(`/api/training-modules?${filter}&limit=1`);
    const { afterMatrix, byFamily, byCategory } = await counts(filter);
    expect(Number(headers.get('x-total-count'))).toBe(afterMatrix);
    const sum = (parts: readonly { modules: number }[]) => parts.reduce((all, part) => all + part.modules, 0);
    expect([sum(byFamily), sum(byCategory)]).toEqual([afterMatrix, afterMatrix]);
  }
});

test('[MOD-01] names are paged and searched like every list', async () => {
  const answer = await admin.get<Name[]>('/api/module-names?limit=2&offset=1&q=visits');
  expect(answer.body).toEqual([{ id: idOf('TP-CRO-1.2b Visits'), title: 'TP-CRO-1.2b Visits' }]);
  expect(answer.headers.get('x-total-count')).toBe('2');
  expect((await admin.get('/api/module-names?offset=50')).headers.get('x-total-count')).toBe('11');
  expect((await admin.get('/api/module-names?limit=1001')).status).toBe(422);
});

test('[MOD-13] what deleting comes to is told before it is done, and changes nothing', async () => {
  const person = await createUser(server.services);
  const module = await moduleWith(admin, [['a.txt', 'one']], { title: 'To be removed' });
  const removal = async () =>
    (await admin.get<Removal>(`/api/training-modules/${String(module.id)}/removal`)).body;
  expect(await removal()).toEqual({
    outcome: 'delete',
    openAssignments: 0,
    openPeople: 0,
    completions: 0,
    matrices: 0,
    waitingVersion: null,
  });
  await assign(server.services, person.id, module, 'not_started');
  expect(await removal()).toMatchObject({ outcome: 'retire', openAssignments: 1, openPeople: 1 });
  expect(await counts('retired=false&q=To be removed')).toMatchObject({ afterSearch: 1 });
  const path = `/api/training-modules/${String(module.id)}`;
  expect((await admin.fetch('DELETE', `${path}?openAssignments=void`)).status).toBe(200);
  expect(await removal()).toMatchObject({ outcome: 'retire', openAssignments: 0 });
  expect(await counts('retired=false&q=To be removed')).toMatchObject({ afterSearch: 0 });
  expect(await counts('retired=true')).toMatchObject({ all: 1 });
  expect((await admin.get('/api/training-modules/2000000000/removal')).status).toBe(404);
});

test('[MOD-06] new files are put between those that stay', async () => {
  const module = await moduleWith(admin, [
    ['one.txt', 'one'],
    ['two.txt', 'two'],
  ]);
  const [one, two] = module.files.map(({ name }) => name);
  const loaded = await load(
    admin,
    module.id,
    [
      ['new.txt', 'new'],
      ['last.txt', 'last'],
    ],
    { keepFiles: JSON.stringify([two, 'file_0', one]) },
  );
  expect(loaded.body.files.map(({ originalName }) => originalName)).toEqual([
    'two.txt',
    'new.txt',
    'one.txt',
    'last.txt',
  ]);
  for (const order of [['file_2'], [one, one], ['file_0', 'file_0']]) {
    const refused = await load(admin, module.id, [['x.txt', 'x']], { keepFiles: JSON.stringify(order) });
    expect(refused.status).toBe(422);
  }
});
