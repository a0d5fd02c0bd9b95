import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  bulk,
  createModuleBy,
  load,
  moduleWith,
  quickCreate,
  type Module,
  type ProblemBody,
} from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    db: database,
    config: { uploadLimits: { document: 1024 * 1024, video: 3 * 1024 * 1024 } },
  });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Whatever happened, nothing half-written stays; a call that was broken off may still be tidying up after itself. */
afterEach(async () => {
  const incoming = join(server.services.config.filesDir, 'tmp');
  await until(
    'nothing half-written is left',
    async () => !existsSync(incoming) || (await readdir(incoming)).length === 0,
  );
});

const fileRows = async () =>
  (await server.services.db.selectFrom('files').select('sha256').execute())
    .map((row) => row.sha256)
    .toSorted();

async function storedHashes(): Promise<string[]> {
  const hashes: string[] = [];
  for await (const { sha256 } of server.services.files.list()) hashes.push(sha256);
  return hashes.toSorted();
}

const good: readonly (readonly [name: string, make: () => Promise<Buffer> | Buffer, mime: string])[] = [
  ['sop.pdf', () => sample.makePdf(3), 'application/pdf'],
  ['SHOUTED.PDF', () => sample.makePdf(1, { title: 'shouted' }), 'application/pdf'],
  ['film.mp4', () => sample.makeMp4(12.5), 'video/mp4'],
  ['film.webm', () => sample.makeWebm(7.25), 'video/webm'],
  [
    'a.docx',
    () => sample.makeOffice('docx'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'a.pptx',
    () => sample.makeOffice('pptx'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  [
    'a.xlsx',
    () => sample.makeOffice('xlsx'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  [
    'a.ppsx',
    () => sample.makeOffice('ppsx'),
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  ],
  ['a.odt', () => sample.makeOpenDocument('text'), 'application/vnd.oasis.opendocument.text'],
  ['a.ods', () => sample.makeOpenDocument('spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet'],
  [
    'a.odp',
    () =>
      sample.makeOpenDocument('presentation', [], '<!DOCTYPE manifest PUBLIC "x" "Manifest.dtd"><manifest/>'),
    'application/vnd.oasis.opendocument.presentation',
  ],
  ['p.webp', () => sample.makeWebp(4, 3), 'image/webp'],
  ['japanese.txt', () => Buffer.from('1b2442467c4b5c1b28420d0a', 'hex'), 'text/plain; charset=iso-2022-jp'],
  ['a.doc', () => sample.makeOle('WordDocument'), 'application/msword'],
  ['a.xls', () => sample.makeOle('Workbook'), 'application/vnd.ms-excel'],
  ['a.ppt', () => sample.makeOle('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
  ['notes.txt', () => Buffer.from('Plain: größer als < 5 & > 3\r\n'), 'text/plain; charset=utf-8'],
  ['windows.txt', () => Buffer.from('\ufeffUnicode text\r\n', 'utf16le'), 'text/plain; charset=utf-16le'],
  ['papers.zip', () => sample.makeZip([{ name: 'papers/one.xml', data: '<paper/>' }]), 'application/zip'],
  ['p.jpg', () => sample.sampleJpg, 'image/jpeg'],
  ['p.jpeg', () => Buffer.concat([sample.sampleJpg, Buffer.from('2')]), 'image/jpeg'],
  ['p.png', () => sample.samplePng, 'image/png'],
  ['p.gif', () => sample.sampleGif, 'image/gif'],
];

test.each(good)('[MOD-07] %s is taken and served with the type of its bytes', async (name, make, mime) => {
  const bytes = await make();
  const module = await moduleWith(admin, [[name, bytes]]);
  expect(module.files).toMatchObject([{ originalName: name, size: bytes.length, contentType: mime }]);
  expect(module).toMatchObject({ hasContent: true, contentUrl: module.files[0]?.url });
  const served = await admin.fetch('GET', module.files[0]?.url ?? '');
  expect(served.headers.get('content-type')).toBe(mime);
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
});

test('[MOD-07] [VIEW-03] pages of a PDF and the length of a video are known after the upload', async () => {
  const module = await moduleWith(admin, [
    ['thirty.pdf', await sample.makePdf(30)],
    ['clip.mp4', sample.makeMp4(61.5)],
    ['clip.webm', sample.makeWebm(9.5)],
  ]);
  expect(module.files.map(({ pages, durationSeconds }) => [pages, durationSeconds])).toEqual([
    [30, null],
    [null, 61.5],
    [null, 9.5],
  ]);
});

const html = '<!DOCTYPE html><html><script>alert(1)</script></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const bad: readonly (readonly [
  name: string,
  make: () => Promise<Buffer | string> | Buffer | string,
  reason: RegExp,
])[] = [
  ['empty.pdf', () => '', /is empty/],
  ['page.html', () => html, /not of a type/],
  ['page.pdf', () => html, /content is an HTML page/],
  ['page.txt', () => html, /content is an HTML page/],
  ['padded.pdf', () => `\n\n  ${html}%PDF-1.7`, /content is an HTML page/],
  ['icon.svg', () => svg, /not of a type/],
  ['icon.png', () => svg, /content is an SVG image/],
  ['icon.txt', () => `<?xml version="1.0"?>\n<!-- x -->${svg}`, /content is an SVG image/],
  ['run.js', () => 'alert(1)', /not of a type/],
  ['run.exe', () => sample.sampleExe, /not of a type/],
  ['run.pdf', () => sample.sampleExe, /content is a Windows program/],
  ['run.pdf.exe', () => sample.sampleExe, /not of a type/],
  ['\u202efdp.exe', () => sample.sampleExe, /not of a type/],
  ['script.txt', () => '#!/bin/sh\nrm -rf /', /content is a program/],
  ['photo.pdf', () => sample.samplePng, /content is that of a \.png file/],
  ['photo.png', () => sample.sampleJpg, /content is that of a \.jpg file/],
  ['paper.png', () => sample.makePdf(1), /content is that of a \.pdf file/],
  ['broken.pdf', () => '%PDF-1.7\nthis is no document', /damaged|not a PDF/],
  ['half.pdf', async () => (await sample.makePdf(5)).subarray(0, 900), /damaged|not a PDF/],
  ['locked.pdf', () => sample.makePdf(1, { userPassword: 'secret' }), /protected by a password/],
  ['locked.docx', () => sample.makeOle('EncryptedPackage'), /protected by a password/],
  ['mail.doc', () => sample.makeOle('__properties_version1.0'), /Outlook/],
  ['letter.doc', () => sample.makeOle('Workbook'), /content is that of a \.xls file/],
  ['torn.doc', () => sample.makeOle('WordDocument').subarray(0, 300), /damaged/],
  ['macros.docx', () => sample.makeOffice('docm'), /contains macros/],
  ['table.docx', () => sample.makeOffice('xlsx'), /content is that of a \.xlsx file/],
  ['plain.docx', () => sample.makeZip([{ name: 'a.txt', data: 'x' }]), /content is that of a \.zip file/],
  ['slip.zip', () => sample.makeZip([{ name: '../../evil.txt', data: 'x' }]), /path leads out/],
  ['absolute.zip', () => sample.makeZip([{ name: '/etc/evil.txt', data: 'x' }]), /path leads out/],
  [
    'locked.zip',
    () => sample.makeZip([{ name: 'a', data: 'x', encrypted: true }]),
    /protected by a password/,
  ],
  [
    'liar.zip',
    () => sample.makeZip([{ name: 'a', data: 'x'.repeat(5000), claimedSize: 3 }]),
    /damaged archive/,
  ],
  [
    'bomb.zip',
    () => sample.makeZip([{ name: 'a', data: 'x', claimedSize: 300 * 1024 * 1024 }]),
    /unpacks to more/,
  ],
  [
    'torn.zip',
    () => sample.makeZip([{ name: 'a', data: 'x'.repeat(500) }]).subarray(0, 60),
    /damaged archive/,
  ],
  ['film.mov', () => sample.makeMp4(3, { brand: 'qt  ' }), /not of a type/],
  ['film.mp4', () => sample.makeMp4(3, { brand: 'qt  ' }), /content is a QuickTime video/],
  ['torn.mp4', () => sample.makeMp4(3).subarray(0, 40), /incomplete video/],
  ['film.webm', () => sample.makeWebm(3, 'matroska'), /content is a Matroska video/],
  ['latin.txt', () => Buffer.from('gr\xfc\xdfe', 'latin1'), /not text in UTF-8/],
  ['binary.txt', () => Buffer.from([0x41, 0, 0x42, 1]), /content is not text/],
  ['random.pdf', () => Buffer.from([0x80, 0x81, 0xfe, 0x00]), /content is something else/],
  ['noextension', () => 'text', /not of a type/],
];

test.each(bad)(
  '[MOD-07] [SEC-01] R-SEC-13: %s is refused with the reason and leaves nothing',
  async (name, make, reason) => {
    const before = [await fileRows(), await storedHashes()];
    const module = await createModuleBy(admin);
    const answer = await load<ProblemBody>(admin, module.id, [
      ['good.txt', 'A good text beside it'],
      [name, await make()],
    ]);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'FILE_REFUSED', errors: [{ path: 'file_1' }] },
    });
    expect(answer.body.errors?.[0]?.message).toMatch(reason);
    expect(answer.body.errors?.[0]?.message).toContain(name.replace('\u202e', ''));
    expect(await fileRows()).toEqual(before[0]);
    expect((await admin.get<Module>(`/api/training-modules/${String(module.id)}`)).body.files).toEqual([]);
  },
);

test('[MOD-07] a document above the limit is refused while it comes in, a video has its own limit', async () => {
  const module = await createModuleBy(admin);
  const text = await load<ProblemBody>(admin, module.id, [['long.txt', Buffer.alloc(1024 * 1024 + 1, 'a')]]);
  expect(text).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE', errors: [{ path: 'file_0' }] } });
  expect(text.body.detail).toContain('long.txt');
  expect(text.body.detail).toContain('1 MB');
  expect((await load(admin, module.id, [['exact.txt', Buffer.alloc(1024 * 1024, 'a')]])).status).toBe(200);
  expect(
    (await load(admin, module.id, [['long.mp4', sample.makeMp4(60, { padding: 2 * 1024 * 1024 })]])).status,
  ).toBe(200);
  const video = await load(admin, module.id, [
    ['longer.mp4', sample.makeMp4(60, { padding: 3 * 1024 * 1024 })],
  ]);
  expect(video).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
});

test('[MOD-07] F16: what is above the limit is answered while it is still being sent', async () => {
  const module = await createModuleBy(admin);
  const answered = Promise.withResolvers<void>();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file_0"; filename="a.txt"\r\n\r\n'),
      ),
    pull: async (controller) => {
      sent += 65_536;
      // Twice the limit is there; the rest only comes after the answer.
      if (sent > 2 * 1024 * 1024) await answered.promise;
      if (sent > 20 * 1024 * 1024) controller.close();
      else controller.enqueue(Buffer.alloc(65_536, 'x'));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await admin.fetch('POST', `/api/training-modules/${String(module.id)}/load`, body, {
    headers,
  });
  expect(answer.status).toBe(413);
  answered.resolve();
  expect(await answer.json()).toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('[MOD-07] F16: an upload that its sender breaks off leaves neither file nor row', async () => {
  const module = await createModuleBy(admin);
  const before = [await fileRows(), await storedHashes()];
  for (let round = 0; round < 20; round += 1) {
    const controller = new AbortController();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) =>
        stream.enqueue(
          Buffer.from('--b\r\nContent-Disposition: form-data; name="file_0"; filename="a.txt"\r\n\r\n'),
        ),
      pull: (stream) => {
        pulled += 1;
        if (pulled > round) controller.abort();
        else stream.enqueue(Buffer.alloc(9000, 'x'));
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const call = admin.fetch('POST', `/api/training-modules/${String(module.id)}/load`, body, {
      headers,
      signal: controller.signal,
    });
    await expect(call).rejects.toThrow('aborted');
  }
  await expect
    .poll(async () =>
      existsSync(join(server.services.config.filesDir, 'tmp'))
        ? readdir(join(server.services.config.filesDir, 'tmp'))
        : [],
    )
    .toEqual([]);
  expect([await fileRows(), await storedHashes()]).toEqual(before);
  expect((await admin.get<Module>(`/api/training-modules/${String(module.id)}`)).body.files).toEqual([]);
});

test('[MOD-08] twelve uploads of one name at once get twelve names, and the same bytes are stored once', async () => {
  const modules = await Promise.all(Array.from({ length: 12 }, () => createModuleBy(admin)));
  const answers = await Promise.all(
    modules.map((module) => load(admin, module.id, [['same name.txt', 'the same bytes']])),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const names = answers.map(({ body }) => body.files[0]?.name);
  expect(new Set(names).size).toBe(12);
  expect(names).toContain('same name.txt');
  expect(names).toContain('same name (12).txt');
  expect(new Set(answers.map(({ body }) => body.files[0]?.originalName))).toEqual(new Set(['same name.txt']));
  expect(new Set(answers.map(({ body }) => body.files[0]?.sha256)).size).toBe(1);
  for (const { body } of answers)
    expect((await admin.fetch('HEAD', body.files[0]?.url ?? '')).status).toBe(200);
});

test.each([
  '../../../../etc/passwd.txt',
  'C:\\Users\\me\\plan.txt',
  '.hidden.txt',
  '…/…'.repeat(60) + '.txt',
  `${'語'.repeat(150)}.txt`,
  'a%2fb%00c?d#e&f.txt',
  'tab\tline\nnul.txt',
  '  .txt',
  'quote\'s "double".txt',
])('[MOD-08] T12: the name %j becomes a name that can be fetched again', async (name) => {
  const module = await moduleWith(admin, [[name, `content of ${name}`]]);
  const [file] = module.files;
  expect(file?.name).not.toMatch(/[/\\]|^\./);
  const served = await admin.fetch('GET', file?.url ?? '');
  expect(served.status).toBe(200);
  expect(await served.text()).toBe(`content of ${name}`);
});

test('[MOD-05] bulk upload: ten files, three bad: seven modules, and each bad one named with its reason', async () => {
  const files = [
    ...(await Promise.all(
      [1, 2, 3, 4, 5, 6].map(
        async (n) =>
          [
            `TP-QMS-00${String(n)}_Quality manual.pdf`,
            await sample.makePdf(1, { title: `q${String(n)}` }),
          ] as const,
      ),
    )),
    ['virus.exe', sample.sampleExe],
    ['empty.pdf', Buffer.alloc(0)],
    ['huge.txt', Buffer.alloc(1024 * 1024 + 5, 'x')],
    ['Film.mp4', sample.makeMp4(5)],
  ] as const;
  const answer = await bulk(admin, files);
  expect(answer.status).toBe(200);
  expect(answer.body.uploadedFiles.map((file) => file.originalName)).toEqual([
    ...files.slice(0, 6).map(([name]) => name),
    'Film.mp4',
  ]);
  expect(answer.body.failedFiles.map(({ originalName, code }) => [originalName, code])).toEqual([
    ['virus.exe', 'FILE_REFUSED'],
    ['empty.pdf', 'FILE_REFUSED'],
    ['huge.txt', 'FILE_TOO_LARGE'],
  ]);
  for (const { message, originalName } of answer.body.failedFiles) expect(message).toContain(originalName);
  const first = await admin.get<Module>(
    `/api/training-modules/${String(answer.body.uploadedFiles[0]?.moduleId)}`,
  );
  expect(first.body).toMatchObject({
    contentType: 'pdf',
    duration: 30,
    trainingCategory: 'Quality Affairs',
    contentCreator: 'System Generated',
    family: 'tp-qms',
    setFamily: null,
  });
  const film = await admin.get<Module>(
    `/api/training-modules/${String(answer.body.uploadedFiles.at(-1)?.moduleId)}`,
  );
  expect(film.body).toMatchObject({ title: 'Film', contentType: 'video', duration: 45 });
});

test('[MOD-05] the choice of bulk upload sets the family; all files may go to one module; none good is a refusal', async () => {
  const chosen = await bulk(admin, [['Anything.txt', 'some text']], { category: 'cmopro' });
  expect(
    (await admin.get<Module>(`/api/training-modules/${String(chosen.body.uploadedFiles[0]?.moduleId)}`)).body,
  ).toMatchObject({ family: 'cmo-pro', setFamily: 'cmo-pro' });
  const module = await moduleWith(admin, [['first.txt', 'one']]);
  const attached = await bulk(
    admin,
    [
      ['second.txt', 'two'],
      ['third.txt', 'three'],
    ],
    { moduleId: String(module.id) },
  );
  expect(attached.body.uploadedFiles.map((file) => file.moduleId)).toEqual([module.id, module.id]);
  expect(
    (await admin.get<Module>(`/api/training-modules/${String(module.id)}`)).body.files.map(
      (file) => file.originalName,
    ),
  ).toEqual(['first.txt', 'second.txt', 'third.txt']);
  expect(
    await bulk<ProblemBody>(admin, [
      ['a.exe', sample.sampleExe],
      ['b.svg', svg],
    ]),
  ).toMatchObject({
    status: 422,
    body: { code: 'FILE_REFUSED', errors: [{ path: 'files' }, { path: 'files' }] },
  });
  expect(await bulk(admin, [])).toMatchObject({ status: 422, body: { errors: [{ path: 'files' }] } });
  expect(await bulk(admin, [['a.txt', 'x']], { category: 'everything' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'category' }] },
  });
  expect(await bulk(admin, [['a.txt', 'x']], { moduleId: '2000000000' })).toMatchObject({ status: 404 });
});

test('[MOD-04] quick-create: the name proposes, moduleInfo decides', async () => {
  const proposed = await quickCreate(admin, ['GCP_refresher-2024.pdf', await sample.makePdf(2)]);
  expect(proposed).toMatchObject({
    status: 201,
    body: {
      title: 'GCP Refresher',
      contentType: 'pdf',
      duration: 30,
      contentCreator: 'System Generated',
      family: 'clinpro-gcp',
      trainingCategory: 'Clinical Research',
      hasContent: true,
    },
  });
  const info = {
    title: 'My title',
    description: 'Mine',
    contentType: 'presentation',
    duration: 12,
    trainingCategory: 'Medical Affairs',
    contentCreator: 'Me',
  };
  expect(await quickCreate(admin, ['deck.pptx', sample.makeOffice('pptx')], info)).toMatchObject({
    status: 201,
    body: { ...info, files: [{ originalName: 'deck.pptx' }] },
  });
  expect(await quickCreate(admin, ['a.txt', 'x'], '{')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'moduleInfo' }] },
  });
  expect(await quickCreate(admin, ['a.txt', 'x'], { title: '' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'moduleInfo.title', message: 'Title is required' }] },
  });
  expect(await quickCreate(admin, ['a.txt', 'x'], { createdBy: 'x' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'moduleInfo.createdBy' }] },
  });
  expect(await admin.post('/api/training-modules/quick-create', new FormData())).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'file' }] },
  });
});

test('[MOD-04] [MOD-05] F13: a repeated upload is the first one again; other bytes, names or fields under its Idempotency-Key are refused', async () => {
  const send = (
    path: string,
    key: string,
    fields: Record<string, string>,
    field: string,
    files: string[][],
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name = '', text = ''] of files) form.append(field, new Blob([text]), name);
    return admin.post<ProblemBody & { id: number }>(`/api/training-modules/${path}`, form, {
      headers: { 'idempotency-key': key },
    });
  };
  const info = { moduleInfo: '{"title":"Sent twice"}' };
  const quick = (name: string, text: string, fields = info) =>
    send('quick-create', 'upload-once-1', fields, 'file', [[name, text]]);
  const first = await quick('once.txt', 'the same bytes');
  expect(first.status).toBe(201);
  expect((await quick('once.txt', 'the same bytes')).body).toEqual(first.body);
  for (const other of [
    await quick('once.txt', 'other bytes'),
    await quick('twice.txt', 'the same bytes'),
    await quick('once.txt', 'the same bytes', { moduleInfo: '{"title":"Sent otherwise"}' }),
  ]) {
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  }

  const bulkOf = (...files: string[][]) =>
    send('bulk-upload-simple', 'upload-once-2', { category: 'auto' }, 'files', files);
  const good = ['good.txt', 'good'];
  const bad = ['bad.exe', 'MZ'];
  const made = await bulkOf(good, bad);
  expect(made.status).toBe(200);
  expect((await bulkOf(good, bad)).body).toEqual(made.body);
  expect((await bulkOf(good)).body.code).toBe('IDEMPOTENCY_CONFLICT');
});
