import { afterAll, beforeAll, expect, test } from 'vitest';
import type { modulesContract } from '#shared/contract/modules.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, createModuleBy, load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createDepartment, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

type List = ResponseOf<typeof modulesContract.list>;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
const clients = new Map<string, TestClient>();
const modules = new Map<string, Module>();

const client = (name: string) => {
  const found = clients.get(name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
};
const moduleNamed = (name: string) => {
  const found = modules.get(name);
  if (!found) throw new Error(`no module is called ${name}`);
  return found;
};

/**
 * Two organizations; boss over lead over worker in one, outsider in the other. Modules: of the worker, of the outsider,
 * of nobody, retired with an assignment of the worker, voided for the worker, and one in a matrix of each organization that nobody has.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const { services } = server;
  const [here, there] = [await createOrganization(services), await createOrganization(services)];
  const boss = await createUser(services, { role: 'manager', organizationId: here.id });
  const lead = await createUser(services, { role: 'manager', organizationId: here.id, managerId: boss.id });
  const worker = await createUser(services, { organizationId: here.id, managerId: lead.id });
  const outsider = await createUser(services, { organizationId: there.id });
  const inspector = await createUser(services, { grants: [{ kind: 'inspector', organizationId: here.id }] });
  const hr = await createUser(services, {
    organizationId: here.id,
    grants: [{ kind: 'hr', organizationId: here.id }],
  });
  const people = {
    boss,
    lead,
    worker,
    outsider,
    inspector,
    hr,
    otherManager: await createUser(services, { role: 'manager', organizationId: there.id }),
  };
  for (const [name, person] of Object.entries(people))
    clients.set(name, await signIn(server.client(), person));
  admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  clients.set('admin', admin);
  for (const name of ['ofWorker', 'ofOutsider', 'ofNobody', 'retired', 'voided', 'inMatrix', 'inOther']) {
    modules.set(name, await moduleWith(admin, [[`${name}.txt`, `the text of ${name}`]], { title: name }));
  }
  await assign(services, worker.id, moduleNamed('ofWorker'));
  await assign(services, outsider.id, moduleNamed('ofOutsider'));
  await assign(services, worker.id, moduleNamed('retired'), 'completed');
  await assign(services, worker.id, moduleNamed('voided'), 'voided');
  await admin.del(`/api/training-modules/${String(moduleNamed('retired').id)}`);
  for (const [name, organizationId] of [
    ['inMatrix', here.id],
    ['inOther', there.id],
  ] as const) {
    const { status } = await admin.post('/api/training-modules/assign-to-matrix', {
      moduleIds: [moduleNamed(name).id],
      matrixName: name,
      departmentId: (await createDepartment(services, { organizationId })).id,
    });
    if (status !== 200) throw new Error(`no matrix: ${String(status)}`);
  }
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const all = ['inMatrix', 'inOther', 'ofNobody', 'ofOutsider', 'ofWorker', 'retired', 'voided'];
const active = ['inMatrix', 'inOther', 'ofNobody', 'ofOutsider', 'ofWorker', 'voided'];

test.each([
  ['admin', all, all],
  ['boss', all, ['ofWorker', 'retired']],
  ['lead', all, ['ofWorker', 'retired']],
  ['otherManager', active, []],
  ['worker', ['ofWorker', 'retired'], ['ofWorker', 'retired']],
  ['outsider', ['ofOutsider'], ['ofOutsider']],
  ['inspector', ['inMatrix', 'ofWorker', 'retired'], ['inMatrix', 'ofWorker', 'retired']],
  ['hr', [], []],
] as const)('[AUTH-13] %s lists %j and opens %j, module and file alike', async (name, listed, opened) => {
  const list = await client(name).get<List>('/api/training-modules');
  expect(list.status).toBe(200);
  expect(list.body.map((module) => module.title).toSorted()).toEqual(listed);
  expect(list.headers.get('x-total-count')).toBe(String(listed.length));
  const reached: string[] = [];
  const files: string[] = [];
  for (const [title, module] of modules) {
    const detail = await client(name).get(`/api/training-modules/${String(module.id)}`);
    expect([200, 404]).toContain(detail.status);
    if (detail.status === 200) reached.push(title);
    if ((await client(name).fetch('GET', module.files[0]?.url ?? '')).status === 200) files.push(title);
  }
  expect(reached.toSorted()).toEqual(opened);
  expect(files.toSorted()).toEqual(opened);
});

const cardKeys = [
  'canStart',
  'categoryId',
  'contentType',
  'description',
  'duration',
  'family',
  'hasContent',
  'id',
  'isActive',
  'passingScore',
  'reference',
  'title',
  'trainingCategory',
];

test('[AUTH-13] a manager lists card fields only, without files, content or who made it', async () => {
  const list = await client('lead').get<List>('/api/training-modules');
  for (const module of list.body) expect(Object.keys(module).toSorted()).toEqual(cardKeys);
  const own = await client('worker').get<List>('/api/training-modules?q=ofWorker');
  expect(own.body[0]?.files).toHaveLength(1);
});

test.each(['lead', 'worker', 'inspector', 'hr'])('[AUTH-13] %s can change nothing', async (name) => {
  const who = client(name);
  const id = String(moduleNamed('ofWorker').id);
  const form = new FormData();
  form.set('contentData', 'mine now');
  const answers = await Promise.all([
    who.post('/api/training-modules', { title: 'T', description: 'D', contentType: 'pdf' }),
    who.patch(`/api/training-modules/${id}`, { title: 'T' }),
    who.del(`/api/training-modules/${id}`),
    who.post('/api/training-modules/category', { categoryName: 'C' }),
    who.del('/api/training-modules/category/Administration'),
    who.post(`/api/training-modules/${id}/load`, form),
    who.post('/api/training-modules/bulk-upload-simple', new FormData()),
    who.post('/api/training-modules/quick-create', new FormData()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect((await who.get('/api/module-families')).status).toBe(200);
});

test('[AUTH-13] [MOD-11] GCP-05: a person sees the version that was assigned, and its file only', async () => {
  const { services } = server;
  const person = await createUser(services);
  const learner = await signIn(server.client(), person);
  const first = await moduleWith(admin, [['v1.txt', 'the first text']]);
  await assign(services, person.id, first, 'completed');
  const second = (await load(admin, first.id, [['v2.txt', 'the second text']], { keepFiles: '[]' })).body;
  expect(second).toMatchObject({
    versionNumber: 2,
    versions: [
      { number: 2, isCurrent: true },
      { number: 1, isCurrent: false },
    ],
  });
  const seen = await learner.get<Module>(`/api/training-modules/${String(first.id)}`);
  expect(seen.body).toMatchObject({
    versionNumber: 1,
    versions: [{ number: 1 }],
    files: [{ originalName: 'v1.txt' }],
  });
  expect(
    (await learner.get(`/api/training-modules/${String(first.id)}?version=${String(second.versionId)}`))
      .status,
  ).toBe(404);
  expect((await learner.fetch('GET', second.files[0]?.url ?? '')).status).toBe(404);
  expect((await learner.fetch('GET', first.files[0]?.url ?? '')).status).toBe(200);
  await assign(services, person.id, second);
  expect((await learner.get<Module>(`/api/training-modules/${String(first.id)}`)).body).toMatchObject({
    versionNumber: 2,
    versions: [{ number: 2 }, { number: 1 }],
  });
  const older = await learner.get<Module>(
    `/api/training-modules/${String(first.id)}?version=${String(first.versionId)}`,
  );
  expect(older.body).toMatchObject({ versionNumber: 1, files: [{ originalName: 'v1.txt' }] });
  const own = (await learner.get<List>('/api/training-modules')).body.find(
    (module) => module.id === first.id,
  );
  expect(own).toMatchObject({ versionNumber: 2 });
});

test('[AUTH-13] [MOD-11] what was assigned and not yet started is read in the version that is current', async () => {
  const { services } = server;
  const person = await createUser(services);
  const learner = await signIn(server.client(), person);
  const first = await moduleWith(admin, [['w1.txt', 'the first text of it']]);
  await assign(services, person.id, first, 'not_started');
  const second = (await load(admin, first.id, [['w2.txt', 'the second text of it']], { keepFiles: '[]' }))
    .body;
  const seen = await learner.get<Module>(`/api/training-modules/${String(first.id)}`);
  expect(seen.body).toMatchObject({ versionNumber: 2, versions: [{ number: 2 }] });
  expect((await learner.fetch('GET', second.files[0]?.url ?? '')).status).toBe(200);
  expect((await learner.fetch('GET', first.files[0]?.url ?? '')).status).toBe(404);
});

test('[MOD-01] the list filters by category, family, content and matrix, searches, sorts and pages', async () => {
  await createModuleBy(admin, {
    title: 'AX-1 filter 100%',
    trainingCategory: 'Administration',
    reference: 'FILTER-9',
  });
  await createModuleBy(admin, {
    title: 'Zebra filter',
    content: 'Long enough to be real content.',
    family: 'tp-cro',
  });
  const titles = async (query: string) =>
    (await admin.get<List>(`/api/training-modules?${query}`)).body.map((module) => module.title);
  expect(await titles('q=filter')).toEqual(['AX-1 filter 100%', 'Zebra filter']);
  expect(await titles('q=filter&sort=-title')).toEqual(['Zebra filter', 'AX-1 filter 100%']);
  expect(await titles('q=100%25')).toEqual(['AX-1 filter 100%']);
  expect(await titles('q=ilter_9')).toEqual([]);
  expect(await titles('q=filter-9')).toEqual(['AX-1 filter 100%']);
  expect(await titles('q=filter&category=administration')).toEqual(['AX-1 filter 100%']);
  expect(await titles('q=filter&category=none')).toEqual(['Zebra filter']);
  expect(await titles('q=filter&family=axonx')).toEqual(['AX-1 filter 100%']);
  expect(await titles('q=filter&family=tp-cro')).toEqual(['Zebra filter']);
  expect(await titles('q=filter&content=files')).toEqual(['Zebra filter']);
  expect(await titles('q=filter&content=empty')).toEqual(['AX-1 filter 100%']);
  expect(await titles('q=filter&matrix=any')).toEqual([]);
  expect(await titles('q=filter&matrix=none&limit=1&offset=1')).toEqual(['Zebra filter']);
  expect(await titles('active=false')).toEqual(['retired']);
  const page = await admin.get<List>('/api/training-modules?limit=2&offset=2');
  expect(page.headers.get('link')).toContain('rel="next"');
  expect((await client('lead').get('/api/training-modules?matrix=any')).status).toBe(422);
  for (const query of ['limit=0', 'sort=createdBy', 'content=some', 'matrix=x', 'active=1', 'foo=1']) {
    expect((await admin.get(`/api/training-modules?${query}`)).status, query).toBe(422);
  }
});
