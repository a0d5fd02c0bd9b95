import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { bindersContract } from '#shared/contract/binders.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { signedCv, signer } from '#tests/harness/hr-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { writeBinder } from './write-binder.ts';

type View = ResponseOf<typeof bindersContract.request>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let manager: FixtureUser;
let managing: TestClient;
let reports: readonly FixtureUser[];
let owner: Awaited<ReturnType<typeof signer>>;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function request(client: TestClient, body: object): Promise<View> {
  const answer = await client.post<View>('/api/binders', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function fileOf(client: TestClient, id: number): Promise<Buffer> {
  const answer = await client.fetch('GET', `/api/exports/${String(id)}/file`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function binderOf(client: TestClient, body: object) {
  const { id } = await request(client, body);
  await writeBinder(server.services, id);
  const bytes = await fileOf(client, id);
  return { id, bytes, files: await unzip(bytes) };
}

const textOf = (bytes: Buffer | undefined): string => bytes?.toString('utf8') ?? '';

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const { id: organizationId } = world.organization;
  manager = await createUser(server.services, { role: 'manager', organizationId, lastName: 'Höfer' });
  owner = await signer(server, { organizationId, managerId: manager.id, lastName: 'Vita' });
  await signedCv(owner);
  const people: FixtureUser[] = [owner.user];
  for (let at = 1; at < 20; at += 1)
    people.push(
      await createUser(server.services, {
        organizationId,
        managerId: manager.id,
        firstName: at < 3 ? 'Zoë' : `First${String(at)}`,
        lastName: at < 3 ? 'Ángstrom' : `Last/${String(at)}`,
      }),
    );
  reports = people;
  await createUser(server.services, { organizationId, lastName: 'Stranger' });
  const [module = 0] = await createTextModules(server.services, 1);
  for (const person of people.slice(0, 3)) {
    const client = person === owner.user ? owner.client : await readyToSign(server, person);
    const { id } = await assignTo(world.admin, person.id, module);
    await completeText(client, id, person);
  }
  managing = await signIn(server.client(), manager);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[INS-04] a binder of 20 people has a folder for each, an index, and a manifest that fits every file, within 30 s', async () => {
  const began = performance.now();
  const { files, bytes } = await binderOf(world.admin, { userIds: reports.map(({ id }) => id) });
  expect(performance.now() - began).toBeLessThan(30_000);
  const folders = new Set(
    [...files.keys()].flatMap((path) => (path.includes('/') ? path.split('/')[0] : [])),
  );
  expect(folders.size).toBe(20);
  expect(folders).toContain('Ángstrom Zoë (2)');
  expect(folders).toContain('Last_5 First5');
  for (const folder of folders)
    for (const name of ['training-file.pdf', 'signature-sheet.pdf'])
      expect(
        files
          .get(`${String(folder)}/${name}`)
          ?.subarray(0, 5)
          .toString(),
        name,
      ).toBe('%PDF-');
  const sheet = await readPdf(files.get(`${String([...folders][0])}/signature-sheet.pdf`) ?? Buffer.from(''));
  for (const part of [
    'As of',
    'Requested by',
    'Scope',
    'certified copy of the electronic signatures of this person',
    `Page 1 of ${String(sheet.pages)}`,
  ])
    expect(sheet.text.replaceAll(/\s+/g, ' ')).toContain(part);
  expect([...files.keys()].filter((path) => path.includes('/certificates/'))).toHaveLength(3);
  expect([...files.keys()].filter((path) => path.includes('/cv-v1.'))).toHaveLength(1);

  const lines = textOf(files.get('manifest.sha256')).trimEnd().split('\n');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  expect([...sums.keys()].toSorted()).toEqual(
    [...files.keys()].filter((path) => path !== 'manifest.sha256').toSorted(),
  );
  for (const [path, sum] of sums) expect(sha256(files.get(path) ?? Buffer.from('')), path).toBe(sum);

  const index = files.get('index.pdf') ?? Buffer.from('');
  const { text: first, pages } = await readPdf(index);
  for (const text of [
    'Training binder',
    'Selected people: 20',
    'Certified copy',
    `Page 1 of ${String(pages)}`,
  ])
    expect(first).toContain(text);
  expect((await readPdf(index, pages)).text).toContain('Ángstrom Zoë (2)');

  for (const [path, file] of [...files, ['the binder', bytes] as const]) {
    const { status } = await server.client().get(`/api/papers/${sha256(file)}`);
    const isMade = path === 'the binder' || (path.endsWith('.pdf') && !path.includes('/cv-'));
    expect(status, path).toBe(isMade ? 200 : 404);
  }
});

test('[INS-03] [INS-04] the same binder as of the same instant has the same bytes on another server; a file in it is the one that is downloaded', async () => {
  const userIds = reports.slice(0, 3).map(({ id }) => id);
  const first = await binderOf(world.admin, { userIds });
  const { text } = await readPdf(first.files.get('index.pdf') ?? Buffer.from(''));
  const asOf = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(text)?.[0] ?? 'nothing';
  const [module = 0] = await createTextModules(server.services, 1);
  await assignTo(world.admin, owner.user.id, module);
  const other = await startTestServer({
    db,
    dataDir: server.services.config.dataDir,
    config: { publicUrl: server.services.config.publicUrl },
  });
  try {
    const admin = await signIn(other.client(), world.adminUser);
    const { id } = await request(admin, { userIds, asOf });
    await writeBinder(other.services, id);
    expect(sha256(await fileOf(admin, id))).toBe(sha256(first.bytes));
    const single = await admin.get<Buffer>(`/api/employee/${owner.user.id}/training-file.pdf?asOf=${asOf}`);
    const inBinder = [...first.files].find(
      ([path]) => path.startsWith('Vita ') && path.endsWith('training-file.pdf'),
    );
    expect(sha256(single.body)).toBe(sha256(inBinder?.[1] ?? Buffer.from('')));
  } finally {
    await other.close();
  }
});

test('[INS-04] [AUTH-13] [HR-05] a manager’s binder has the reports alone and no CV, and nobody else gets it', async () => {
  const { id, files } = await binderOf(managing, { team: true });
  const names = [...files.keys()].join('\n');
  expect(names).not.toMatch(/Stranger|Höfer|cv-v/);
  expect(names).toContain('Vita ');
  const index = await readPdf(files.get('index.pdf') ?? Buffer.from(''));
  expect(index.text).toContain('Direct and indirect reports of');
  const other = await signIn(
    server.client(),
    await createUser(server.services, { role: 'manager', organizationId: world.organization.id }),
  );
  expect((await other.get(`/api/exports/${String(id)}/file`)).status).toBe(404);
  const colleague = await createUser(server.services, { organizationId: world.organization.id });
  for (const userIds of [[colleague.id], [reports[0]?.id, colleague.id], ['u_nobody']])
    expect((await managing.post('/api/binders', { userIds })).status).toBe(404);
});

test('[INS-04] [AUTH-13] whoever loses a person meanwhile cannot fetch the binder any more', async () => {
  const { id } = await binderOf(managing, { userIds: [reports[4]?.id ?? ''] });
  const moved = await world.admin.patch(`/api/users/${reports[4]?.id ?? ''}`, {
    managerId: null,
    reason: 'New team',
  });
  expect(moved.status, JSON.stringify(moved.body)).toBeLessThan(300);
  const answer = await managing.get<{ reason: string }>(`/api/exports/${String(id)}/file`);
  expect([answer.status, answer.body.reason]).toEqual([403, 'export_access_lost']);
});

test('[INS-04] [HR-05] [AUTH-13] hr and inspectors make the binder of their organization; the CVs come with hr alone', async () => {
  const { id: organizationId } = world.organization;
  const grant = async (kind: 'hr' | 'inspector') =>
    signIn(
      server.client(),
      await createUser(server.services, { organizationId, grants: [{ kind, organizationId }] }),
    );
  const [hr, inspector] = [await grant('hr'), await grant('inspector')];
  const ofHr = await binderOf(hr, { organizationId });
  expect([...ofHr.files.keys()].join('\n')).toMatch(/Stranger[\s\S]*cv-v1/);
  const ofInspector = await binderOf(inspector, { organizationId });
  expect([...ofInspector.files.keys()].join('\n')).toMatch(/Stranger/);
  expect([...ofInspector.files.keys()].join('\n')).not.toMatch(/cv-v/);
  // The index does not say that there is no CV where the reader may not see any.
  const cvsIn = async ({ files }: { readonly files: ReadonlyMap<string, Buffer> }) => {
    const { text } = await readPdf(files.get('index.pdf') ?? Buffer.from(''));
    return ['Not included', 'No signed CV'].map((words) => text.split(words).length - 1);
  };
  const [hidden, none] = await cvsIn(ofInspector);
  expect(hidden).toBeGreaterThan(10);
  expect(none).toBe(0);
  const [hiddenFromHr, noneForHr] = await cvsIn(ofHr);
  expect(hiddenFromHr).toBe(0);
  expect(noneForHr).toBeGreaterThan(10);
  const elsewhere = await createOrganization(server.services, {});
  for (const client of [hr, inspector, managing])
    expect((await client.post('/api/binders', { organizationId: elsewhere.id })).status).toBe(404);
});

test('[INS-04] [AUD-01] each training file of a binder is in the trail as read by who requested it', async () => {
  const { id } = await binderOf(managing, { userIds: reports.slice(0, 2).map((person) => person.id) });
  const { rows } = await sql<{ subjectId: string; actorId: string }>`
    select subject_id, actor_id from audit.events
    where action = 'training_file.exported' and header || coalesce(payload, '') like ${`%"exportId": ${String(id)}%`}`.execute(
    db.db,
  );
  expect(rows.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    reports
      .slice(0, 2)
      .map((person) => person.id)
      .toSorted(),
  );
  expect(new Set(rows.map(({ actorId }) => actorId))).toEqual(new Set([manager.id]));
});

test.each([
  ['nobody', {}],
  ['two at once', { team: true, organizationId: 1 }],
  ['an empty list', { userIds: [] }],
])('[INS-04] %s is no binder', async (_what, body) => {
  expect((await managing.post('/api/binders', body)).status).toBe(422);
});
