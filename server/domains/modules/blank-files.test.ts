import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { convertFileJob } from '#server/platform/files/office/convert-jobs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { makeFakeSoffice } from '#tests/harness/fake-soffice.ts';
import { bulk, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { makeOffice, makePdf, samplePng } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const fake = makeFakeSoffice();
let database: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  // What cannot be converted is a warning in the log.
  vi.stubEnv('TEST_LOG_LEVEL', 'fatal');
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { officeConverter: fake.converter() } });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server.close();
  await database.drop();
  fake.remove();
  vi.unstubAllEnvs();
});

type Drawing = (document: InstanceType<typeof PDFDocument>) => void;

/** A PDF of two pages, drawn on the second alone. */
async function pdfOf(draw: Drawing): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.addPage().addPage();
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

const drawings: readonly (readonly [string, Drawing, boolean])[] = [
  ['nothing', () => undefined, true],
  ['blanks', (document) => document.text('   '), true],
  ['a word', (document) => document.text('Read me'), false],
  ['a picture', (document) => document.image(samplePng), false],
  ['a line', (document) => document.moveTo(10, 10).lineTo(100, 100).stroke(), false],
];

test.each(drawings)('[MOD-09] a PDF that shows %s is known as blank or not', async (name, draw, isBlank) => {
  const module = await moduleWith(admin, [[`${name}.pdf`, await pdfOf(draw)]]);
  expect(module.files.map((file) => [file.pages, file.isBlank])).toEqual([[2, isBlank]]);
});

test('[MOD-05] [MOD-09] a bulk upload says which of its files are blank', async () => {
  const answer = await bulk<{ uploadedFiles: { originalName: string; isBlank: boolean }[] }>(admin, [
    ['full.pdf', await makePdf(1, { title: 'Full' })],
    ['empty.pdf', await pdfOf((document) => document.info && (document.info.Title = 'Empty'))],
  ]);
  expect(answer.body.uploadedFiles.map((file) => [file.originalName, file.isBlank])).toEqual([
    ['full.pdf', false],
    ['empty.pdf', true],
  ]);
});

test.each([
  ['spaces.txt', ' \n\t ', true],
  ['words.txt', ' \n a', false],
])('[MOD-09] of the text file %s it is known whether it is blank', async (name, text, isBlank) => {
  const module = await moduleWith(admin, [[name, Buffer.from(text)]]);
  expect(module.files.map((file) => file.isBlank)).toEqual([isBlank]);
});

test('[MOD-09] an office file that becomes a blank PDF has none, and says why', async () => {
  fake.behave('pdf', await pdfOf(() => undefined));
  const module = await moduleWith(admin, [['deck.pptx', makeOffice('pptx')]]);
  const { id: fileId } = await server.services.db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', module.files[0]?.sha256 ?? '')
    .executeTakeFirstOrThrow();
  await convertFileJob.run(server.services, { fileId });
  const { body } = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
  expect(body.files[0]?.conversion).toEqual({ state: 'failed', reason: 'empty' });
});
