import { existsSync } from 'node:fs';
import os from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { convertFileJob, convertFilesSweep } from '#server/platform/files/office/convert-jobs.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import { nodeStoreFs } from '#server/platform/files/store-fs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { makeFakeSoffice, type Behaviour } from '#tests/harness/fake-soffice.ts';
import { assign, createModuleBy, load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { until } from '#tests/harness/poll.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { asFixture, createUser, signIn } from '#tests/harness/world.ts';

const fake = makeFakeSoffice();
let database: TestDatabase;
let server: TestServer;
/** Over the same database and folder, without LibreOffice. */
let without: TestServer;
let admin: TestClient;

beforeAll(async () => {
  // Files that cannot be converted are warnings in the log, and a damaged one is an error.
  vi.stubEnv('TEST_LOG_LEVEL', 'fatal');
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { officeConverter: fake.converter() } });
  const { dataDir, secretKey } = server.services.config;
  without = await startTestServer({ db: database, dataDir, config: { secretKey } });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await without?.close();
  await server?.close();
  await database?.drop();
  fake.remove();
  vi.unstubAllEnvs();
});

let counter = 0;
/** An office file with bytes of its own. */
function deck(): Buffer {
  counter += 1;
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
  return sample.makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types><Override PartName="/ppt/presentation.xml" ContentType="${type}"/></Types>`,
    },
    { name: 'ppt/presentation.xml', data: `<presentation>${String(counter)}</presentation>` },
  ]);
}

const again = async (id: number, client = admin) =>
  (await client.get<Module>(`/api/training-modules/${String(id)}`)).body;

async function fileIdOf(module: Module): Promise<number> {
  const sha256 = module.files[0]?.sha256 ?? '';
  const row = await server.services.db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Does what the queue does with the first file of a module; answers how its conversion stands then. */
async function convert(module: Module) {
  await convertFileJob.run(server.services, { fileId: await fileIdOf(module) });
  return (await again(module.id)).files[0]?.conversion;
}

/** Where the last run worked. */
const workFolder = (): string =>
  /-env:UserInstallation=file:\/\/(\S+)\/profile /.exec(fake.last().args)?.[1] ?? 'none';

const waiting = async (fileId: number): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where name = 'files.convert' and state = 'created' and (data ->> 'fileId')::int = ${fileId}`.execute(
    server.services.db,
  );
  return rows[0]?.jobs ?? 0;
};

test('[MOD-09] a presentation waits, is converted in the background and is read as a PDF by whom the module is for', async () => {
  const pdf = await sample.makePdf(4, { title: 'A deck' });
  fake.behave('pdf', pdf);
  const module = await moduleWith(admin, [['Safety deck.pptx', deck()]], { contentType: 'presentation' });
  const [file] = module.files;
  expect(file).toMatchObject({ conversion: { state: 'pending' }, pages: null });
  expect((await admin.fetch('GET', `${file?.url ?? ''}?pdf=true`)).status).toBe(404);
  expect(await waiting(await fileIdOf(module))).toBe(1);
  const url = `${file?.url ?? ''}?pdf=true`;
  expect(await convert(module)).toEqual({ state: 'converted', url, pages: 4 });

  const got = await admin.fetch('GET', url);
  expect(got.headers.get('content-type')).toBe('application/pdf');
  expect(got.headers.get('content-disposition')).toMatch(/^inline; filename="Safety deck.pdf"/);
  expect(Buffer.from(await got.arrayBuffer()).equals(pdf)).toBe(true);
  // The original stays what it was.
  const original = await admin.fetch('GET', file?.url ?? '');
  expect(original.headers.get('content-disposition')).toMatch(/^attachment; filename="Safety deck.pptx"/);
  expect((await again(module.id)).contentHash).toBe(module.contentHash);

  const [reader, stranger] = [await createUser(server.services), await createUser(server.services)];
  await assign(server.services, reader.id, module);
  expect((await (await signIn(server.client(), reader)).fetch('GET', url)).status).toBe(200);
  expect((await (await signIn(server.client(), stranger)).fetch('GET', url)).status).toBe(404);
});

test('[MOD-09] only office files are converted, and the PDF of a PDF is none', async () => {
  const module = await moduleWith(admin, [
    ['a.pdf', await sample.makePdf(1, { title: 'plain' })],
    ['b.png', sample.samplePng],
  ]);
  expect(module.files.map(({ conversion }) => conversion)).toEqual([null, null]);
  expect((await admin.fetch('GET', `${module.files[0]?.url ?? ''}?pdf=true`)).status).toBe(404);
});

test('[MOD-09] the same bytes are converted once, by one server at a time, and a job that comes twice does nothing', async () => {
  fake.behave('pdf', await sample.makePdf(2, { title: 'once' }));
  const bytes = deck();
  const module = await moduleWith(admin, [['one.pptx', bytes]]);
  const before = fake.runs();
  await Promise.all([convert(module), convert(module), convert(module)]);
  expect(await convert(module)).toMatchObject({ state: 'converted', pages: 2 });
  const second = await moduleWith(admin, [['two.pptx', bytes]]);
  expect(second.files[0]?.conversion).toMatchObject({ state: 'converted', pages: 2 });
  expect(await convert(second)).toMatchObject({ state: 'converted' });
  expect(fake.runs() - before).toBe(1);
});

test('[MOD-09] the program gets a profile of its own, nothing of our environment, and leaves nothing behind', async () => {
  vi.stubEnv('SECRET_KEY', 'hunter2');
  fake.behave('pdf', await sample.makePdf(1, { title: 'alone' }));
  await convert(await moduleWith(admin, [['alone.pptx', deck()]]));
  const { args, env } = fake.last();
  const folder = workFolder();
  expect(args).toMatch(/--headless .*--convert-to pdf .*--outdir \S+\/out \S+\/document\.pptx$/m);
  expect(folder).toMatch(new RegExp(`^${os.tmpdir()}/traintrail-convert-`));
  expect(env).toMatch(new RegExp(`^HOME=${folder}$`, 'm'));
  expect(env).not.toMatch(/hunter2|DATABASE_URL|NODE_/);
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['fails', 'unreadable'],
  ['nothing', 'unreadable'],
  ['garbage', 'unreadable'],
] as const satisfies readonly (readonly [Behaviour, string])[])(
  '[MOD-09] LibreOffice %s: failed with a reason, not tried again until it is uploaded again',
  async (behaviour, reason) => {
    fake.behave(behaviour);
    const bytes = deck();
    const module = await moduleWith(admin, [['bad.pptx', bytes]]);
    expect(await convert(module)).toEqual({ state: 'failed', reason });
    const runs = fake.runs();
    expect(await convert(module)).toEqual({ state: 'failed', reason });
    await convertFilesSweep.run(server.services, {});
    expect(await convert(module)).toEqual({ state: 'failed', reason });
    expect(fake.runs()).toBe(runs);
    fake.behave('pdf', await sample.makePdf(1, { title: behaviour }));
    const repeated = await moduleWith(admin, [['again.pptx', bytes]]);
    expect(repeated.files[0]?.conversion).toEqual({ state: 'pending' });
    expect(await convert(repeated)).toMatchObject({ state: 'converted', pages: 1 });
  },
);

test('[MOD-09] one that hangs is killed with its children at the time limit', async () => {
  fake.behave('hangs');
  const { config } = server.services;
  const services = { ...server.services, config: { ...config, officeConverter: fake.converter(500) } };
  const module = await moduleWith(admin, [['endless.pptx', deck()]]);
  await convertFileJob.run(services, { fileId: await fileIdOf(module) });
  expect((await again(module.id)).files[0]?.conversion).toEqual({ state: 'failed', reason: 'too_slow' });
  await until('nobody is left', () => fake.alive().length === 0);
  expect(existsSync(workFolder())).toBe(false);
});

test('[MOD-09] [OPS-04] a server that stops does not wait for a conversion, which is done later', async () => {
  fake.behave('hangs', await sample.makePdf(1, { title: 'put off' }));
  const module = await moduleWith(admin, [['put off.pptx', deck()]]);
  const stopping = new AbortController();
  const run = convertFileJob.run(server.services, { fileId: await fileIdOf(module) }, stopping.signal);
  await until('it works', () => fake.alive().length > 0);
  stopping.abort();
  await expect(run).rejects.toThrow('aborted');
  await until('nobody is left', () => fake.alive().length === 0);
  expect((await again(module.id)).files[0]?.conversion).toEqual({ state: 'pending' });
  fake.behave('pdf');
  expect(await convert(module)).toMatchObject({ state: 'converted' });
});

test('[MOD-09] more pages than anybody reads are no document', async () => {
  fake.behave('pdf', await sample.makePdf(1001));
  const module = await moduleWith(admin, [['long.pptx', deck()]]);
  expect(await convert(module)).toEqual({ state: 'failed', reason: 'too_large' });
});

test('[MOD-09] a file at which the server died three times is left alone', async () => {
  fake.behave('pdf', await sample.makePdf(1));
  const module = await moduleWith(admin, [['deadly.pptx', deck()]]);
  const fileId = await fileIdOf(module);
  await asFixture(server.services, (tx) =>
    tx.db.updateTable('fileConversions').set({ attempts: 3 }).where('fileId', '=', fileId).execute(),
  );
  expect(await convert(module)).toEqual({ state: 'failed', reason: 'interrupted' });
});

test('[MOD-09] what the machine cannot do now is no failure of the file', async () => {
  fake.behave('pdf', await sample.makePdf(1, { title: 'later' }));
  const module = await moduleWith(admin, [['later.pptx', deck()]]);
  const full = {
    ...server.services,
    files: createFolderStore(server.services.config.filesDir, () => undefined, {
      ...nodeStoreFs,
      space: () => Promise.resolve({ free: 0, total: 1e12 }),
    }),
  };
  await expect(convertFileJob.run(full, { fileId: await fileIdOf(module) })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
  expect((await again(module.id)).files[0]?.conversion).toEqual({ state: 'pending' });
  expect(await convert(module)).toMatchObject({ state: 'converted' });
});

test('[MOD-09] without LibreOffice the download prompt stays; once it is there, files of before are picked up', async () => {
  fake.behave('pdf', await sample.makePdf(3, { title: 'early' }));
  const client = without.client();
  for (const [name, value] of admin.cookies) client.cookies.set(name, value);
  const module = await moduleWith(client, [['early.docx', sample.makeOffice('docx')]]);
  expect(module.files[0]?.conversion).toBeNull();
  await convertFilesSweep.run(server.services, {});
  expect((await again(module.id)).files[0]?.conversion).toEqual({ state: 'pending' });
  expect(await waiting(await fileIdOf(module))).toBe(1);
  expect(await convert(module)).toMatchObject({ state: 'converted', pages: 3 });
});

test('[MOD-09] [MOD-06] content loaded into a module is converted too, each office file of it', async () => {
  fake.behave('pdf', await sample.makePdf(1, { title: 'loaded' }));
  const module = await createModuleBy(admin);
  const files = [
    ['sheet.xlsx', sample.makeOffice('xlsx')],
    ['old.doc', sample.makeOle('WordDocument')],
    ['old.xls', sample.makeOle('Workbook')],
    ['old.ppt', sample.makeOle('PowerPoint Document')],
  ] as const;
  const { body } = await load(admin, module.id, files);
  expect(body.files.map(({ conversion }) => conversion?.state)).toEqual(files.map(() => 'pending'));
});

test('[MOD-09] [AUD-02] the PDF is checked with the other files, and goes with its original', async () => {
  fake.behave('pdf', await sample.makePdf(1, { title: 'to go' }));
  const module = await moduleWith(admin, [['gone.pptx', deck()]]);
  await convert(module);
  const fileId = await fileIdOf(module);
  const { pdfId } = await server.services.db
    .selectFrom('fileConversions')
    .select('pdfId')
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow();
  const { sha256 } = await server.services.db
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', pdfId ?? 0)
    .executeTakeFirstOrThrow();
  await server.services.files.remove(sha256);
  const { findings } = await verifyAll(server.services);
  expect(findings).toMatchObject([
    { kind: 'file_missing', object: `file ${String(pdfId)}`, detail: 'not in the store (PDF of gone.pptx)' },
  ]);
  expect(await asFixture(server.services, (tx) => releaseFile(tx, fileId))).toBe(false);
  await admin.del(`/api/training-modules/${String(module.id)}`);
  expect(await asFixture(server.services, (tx) => releaseFile(tx, fileId))).toBe(true);
  const left = await server.services.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [fileId, pdfId ?? 0])
    .execute();
  expect(left).toEqual([]);
});
