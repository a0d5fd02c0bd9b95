import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { assign, createModuleBy, load, type Module, type ProblemBody } from '#tests/harness/module-world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let learnerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  learnerId = (await createUser(server.services)).id;
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const path = (id: number) => `/api/training-modules/${String(id)}`;
const minimal = { title: 'T', description: 'D', contentType: 'pdf' };

test('[MOD-03] a module is made with the defaults of the form and all its fields', async () => {
  const organization = await createOrganization(server.services);
  const plain = await createModuleBy(admin);
  expect(plain).toMatchObject({
    duration: 0,
    passingScore: null,
    isActive: true,
    completionPolicy: 'signed',
    trainingCategory: null,
    reference: null,
    hasContent: false,
    versionNumber: 1,
  });
  const whole = await createModuleBy(admin, {
    title: '  TP-QMS-001 Quality  ',
    contentType: 'hands-on',
    trainingCategory: 'quality affairs',
    duration: 45,
    passingScore: 80.5,
    contentCreator: 'QA team',
    reference: 'SOP-1',
    completionPolicy: 'quiz',
    organizationId: organization.id,
    contentUrl: 'https://training.example/a',
    content: 'Read the procedure and its annex.',
  });
  expect(whole).toMatchObject({
    title: 'TP-QMS-001 Quality',
    trainingCategory: 'Quality Affairs',
    duration: 45,
    passingScore: 80.5,
    contentCreator: 'QA team',
    reference: 'SOP-1',
    family: 'tp-qms',
    setFamily: null,
    completionPolicy: 'quiz',
    organizationId: organization.id,
    contentUrl: 'https://training.example/a',
    content: 'Read the procedure and its annex.',
    hasContent: true,
    canStart: true,
  });
  expect(await admin.get(path(whole.id))).toMatchObject({ status: 200, body: whole });
});

test.each([
  [{ ...minimal, title: ' ' }, 'title', 'Title is required'],
  [{ description: 'D', contentType: 'pdf' }, 'title', 'Title is required'],
  [{ ...minimal, description: '' }, 'description', 'Description is required'],
  [{ title: 'T', description: 'D' }, 'contentType', 'Content type is required'],
  [{ ...minimal, contentType: 'placeholder' }, 'contentType', 'Content type is required'],
  [{ ...minimal, trainingCategory: 'Astrology' }, 'trainingCategory', 'Unknown training category'],
  [{ ...minimal, family: 'nobody' }, 'family', 'Unknown family'],
  [{ ...minimal, organizationId: 2_000_000_000 }, 'organizationId', 'Unknown organization'],
  [{ ...minimal, duration: -1 }, 'duration', 'Must be at least 0'],
  [{ ...minimal, duration: 1.5 }, 'duration', 'Must be a whole number of minutes'],
  [{ ...minimal, passingScore: 101 }, 'passingScore', 'Must be at most 100'],
  [{ ...minimal, title: 'a\nb' }, 'title', 'Must be one line of text'],
  [{ ...minimal, createdBy: 'somebody' }, 'createdBy', 'Unknown field'],
  [{ ...minimal, currentVersionId: 1 }, 'currentVersionId', 'Unknown field'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'http://plain.example',
    'https:page',
    'https://user:secret@host.example',
    '//host.example',
  ].map(
    (contentUrl) =>
      [{ ...minimal, contentUrl }, 'contentUrl', 'Must be a link that starts with https://'] as const,
  ),
] as const)('[MOD-03] [SEC-01] refuses %j at the field', async (body, field, message) => {
  const { status, body: problem } = await admin.post<ProblemBody>('/api/training-modules', body);
  expect(status).toBe(422);
  expect(problem.errors).toContainEqual(expect.objectContaining({ path: field, message }));
});

test('[MOD-03] a reference is unique within its organization, in any letter case', async () => {
  const [one, two] = [await createOrganization(server.services), await createOrganization(server.services)];
  const first = await createModuleBy(admin, { reference: 'SOP-7', organizationId: one.id });
  await createModuleBy(admin, { reference: 'SOP-7', organizationId: two.id });
  const again = await admin.post<ProblemBody>('/api/training-modules', {
    ...minimal,
    reference: 'sop-7',
    organizationId: one.id,
  });
  expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE', errors: [{ path: 'reference' }] } });
  const moved = await createModuleBy(admin, { reference: 'SOP-7', organizationId: null });
  expect((await admin.patch(path(moved.id), { organizationId: one.id })).status).toBe(409);
  expect((await admin.patch(path(first.id), { reference: 'SOP-7', duration: 3 })).status).toBe(200);
});

test('[MOD-03] an edit changes what was sent and nothing else; a stale one is refused with both', async () => {
  const made = await createModuleBy(admin, {
    reference: 'R-1',
    contentCreator: 'A',
    content: 'Text that is long enough to count.',
  });
  const edited = await admin.patch<Module>(
    path(made.id),
    { title: 'New title', passingScore: '' },
    { headers: { 'if-match': `"${String(made.revision)}"` } },
  );
  expect(edited).toMatchObject({
    status: 200,
    body: { title: 'New title', reference: 'R-1', contentCreator: 'A', content: made.content },
  });
  expect(edited.headers.get('etag')).toBe(`"${String(edited.body.revision)}"`);
  const stale = await admin.patch<ProblemBody>(
    path(made.id),
    { title: 'Older' },
    { headers: { 'if-match': String(made.revision) } },
  );
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'STALE', current: { title: 'New title' }, submitted: { title: 'Older' } },
  });
  expect((await admin.patch(path(made.id), { content: 'x' })).status).toBe(422);
  expect((await admin.patch(path(2_000_000_000), { title: 'x' })).status).toBe(404);
  const cleared = await admin.patch<Module>(path(made.id), { reference: null, contentCreator: '' });
  expect(cleared.body).toMatchObject({ reference: null, contentCreator: null });
});

test('[AUD-01] [MOD-03] making, editing and loading a module are in the trail with who did it', async () => {
  const made = await createModuleBy(admin, { title: 'Audited' });
  await admin.patch(path(made.id), { title: 'Audited twice' });
  const { rows } = await sql<{ kind: string }>`
    select kind from audit.events where object_type = 'training_modules' and object_id = ${String(made.id)} order by id`.execute(
    server.services.db,
  );
  expect(rows.map((row) => row.kind)).toEqual(['insert', 'update', 'update']);
});

test('[MOD-13] a module that was never assigned is deleted with its matrix entries; any other is retired', async () => {
  const fresh = await createModuleBy(admin, { content: 'A text of more than twenty characters' });
  await asFixture(server.services, async (tx) => {
    await sql`with made as (insert into training_matrices (name) values ('M') returning id)
      insert into training_matrix (matrix_id, module_id) select id, ${fresh.id} from made`.execute(tx.db);
  });
  expect(await admin.del(path(fresh.id))).toMatchObject({
    status: 200,
    body: { ok: true, outcome: 'deleted' },
  });
  expect((await admin.get(path(fresh.id))).status).toBe(404);
  expect((await admin.del(path(fresh.id))).status).toBe(404);

  const used = await createModuleBy(admin);
  await assign(server.services, learnerId, used, 'voided');
  expect(await admin.del(`${path(used.id)}?openAssignments=keep`)).toMatchObject({
    status: 200,
    body: { outcome: 'retired' },
  });
  const retired = await admin.get<Module>(path(used.id));
  expect(retired.body).toMatchObject({ isActive: false });
  expect(retired.body.retiredAt).not.toBeNull();
  const back = await admin.patch<Module>(path(used.id), { isActive: true });
  expect(back.body).toMatchObject({ isActive: true, retiredAt: null });
  expect((await admin.del(`${path(used.id)}?openAssignments=burn`)).status).toBe(422);
});

test('[MOD-02] categories: unique by name, colours cycle through six, deleting leaves the modules without one', async () => {
  const before = (
    await admin.get<{ name: string; position: number; colorIndex: number }[]>('/api/module-categories')
  ).body;
  expect(before.map((category) => category.name)).toContain('Clinical Research');
  for (const category of before) expect(category.colorIndex).toBe((category.position - 1) % 6);
  const name = 'Field & Lab / Übung 50%';
  const made = await admin.post('/api/training-modules/category', { categoryName: `  ${name} ` });
  expect(made).toMatchObject({ status: 201, body: { name, moduleCount: 0, colorIndex: before.length % 6 } });
  expect(
    await admin.post('/api/training-modules/category', { categoryName: name.toUpperCase() }),
  ).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } });
  expect(await admin.post('/api/training-modules/category', { categoryName: '   ' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'categoryName' }] },
  });
  const module = await createModuleBy(admin, { trainingCategory: name });
  const counted = (await admin.get<{ name: string; moduleCount: number }[]>('/api/module-categories')).body;
  expect(counted.find((category) => category.name === name)?.moduleCount).toBe(1);
  const removed = await admin.del(`/api/training-modules/category/${encodeURIComponent(name)}`);
  expect(removed).toMatchObject({ status: 200, body: { ok: true, modules: 1 } });
  expect((await admin.get<Module>(path(module.id))).body).toMatchObject({
    trainingCategory: null,
    categoryId: null,
  });
  expect((await admin.del(`/api/training-modules/category/${encodeURIComponent(name)}`)).status).toBe(404);
  expect((await admin.del('/api/training-modules/category/..%2f..%2fetc')).status).toBe(404);
});

test('[MOD-02] twenty requests at once make one category of a name', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      admin.post('/api/training-modules/category', { categoryName: 'Racing' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('[MOD-11] a double submit with one Idempotency-Key makes one module', async () => {
  const headers = { 'idempotency-key': 'module-once-0001' };
  const [one, two] = await Promise.all([
    admin.post<Module>('/api/training-modules', { ...minimal, title: 'Once' }, { headers }),
    admin.post<Module>('/api/training-modules', { ...minimal, title: 'Once' }, { headers }),
  ]);
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(two.body.id).toBe(one.body.id);
});

test('[MOD-06] load with nothing in it is refused, and so is a wrong count, a part of another name, a double part', async () => {
  const module = await createModuleBy(admin);
  expect(await load(admin, module.id, [])).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'contentData' }] },
  });
  expect(await load(admin, module.id, [['a.txt', 'text']], { fileCount: '2' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'fileCount' }] },
  });
  const strange = new FormData();
  strange.set('document', new Blob(['text']), 'a.txt');
  expect(await admin.post(`${path(module.id)}/load`, strange)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'document' }] },
  });
  expect(await load(admin, module.id, [], { contentData: 'x', evil: '1' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'evil' }] },
  });
  expect(await load(admin, module.id, [], { keepFiles: '["nobody.pdf"]' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'keepFiles' }] },
  });
  expect(await admin.post(`${path(module.id)}/load`, { contentData: 'x' })).toMatchObject({ status: 415 });
  expect((await load(admin, 2_000_000_000, [], { contentData: 'x' })).status).toBe(404);
  expect((await admin.get<Module>(path(module.id))).body).toMatchObject({ content: null, files: [] });
});
