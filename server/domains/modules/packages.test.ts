import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProgressView } from '#server/domains/modules/index.ts';
import type { TestClient } from '#tests/harness/client.ts';
import {
  bulk,
  createModuleBy,
  load,
  quickCreate,
  type Module,
  type ProblemBody,
} from '#tests/harness/module-world.ts';
import { makeOffice, makePdf, makeZip } from '#tests/harness/sample-files.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, sign } from '#tests/harness/training-world.ts';

let admin: TestClient;
let started: StartedLearner;

beforeAll(async () => {
  started = await startWithLearner(1);
  admin = started.world.admin;
});
afterAll(() => started.stop());

const zipOf = (...names: string[]): Buffer =>
  makeZip([...names, 'index.html'].map((name) => ({ name, data: `content of ${name}` })));

const packages = [
  ['SCORM', 'scorm', zipOf('imsmanifest.xml')],
  ['cmi5', 'cmi5', zipOf('cmi5.xml')],
  ['AICC', 'aicc', zipOf('course.crs', 'course.au', 'course.des', 'course.cst')],
] as const;

const download = { packages: 'download' };

async function quickCreateWith(bytes: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'course.zip');
  return admin.post<Module>('/api/training-modules/quick-create', form);
}

test.each(packages)(
  '[MOD-07] [VIEW-07] a %s package is refused at every way in, with the reason at the file',
  async (name, _kind, bytes) => {
    const message = `“course.zip” is a course package (${name}), which cannot be played here yet. Upload its documents or videos instead, or keep it as a download only.`;
    const module = await createModuleBy(admin);
    const assigned = await createModuleBy(admin, { content: 'Read this text before you go on.' });
    await assignTo(admin, started.learner.id, assigned.id);
    const answers = [
      ['file_0', await load<ProblemBody>(admin, module.id, [['course.zip', bytes]])],
      ['file_0', await load<ProblemBody>(admin, assigned.id, [['course.zip', bytes]], { publish: 'draft' })],
      ['file', await quickCreate<ProblemBody>(admin, ['course.zip', bytes])],
      ['files', await bulk<ProblemBody>(admin, [['course.zip', bytes]])],
    ] as const;
    for (const [path, answer] of answers) {
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'PACKAGE_NOT_PLAYED', errors: [{ path, message }] },
      ]);
    }
    const mixed = await bulk(admin, [
      ['course.zip', bytes],
      ['paper.pdf', await makePdf(1)],
    ]);
    expect(mixed.body).toMatchObject({
      uploadedFiles: [{ originalName: 'paper.pdf' }],
      failedFiles: [{ originalName: 'course.zip', code: 'PACKAGE_NOT_PLAYED', message }],
    });
  },
);

test.each(packages)(
  '[MOD-07] [VIEW-07] a %s package is kept as a plain download by explicit word, and is no PDF',
  async (_name, kind, bytes) => {
    const module = await createModuleBy(admin);
    const loaded = await load(admin, module.id, [['course.zip', bytes]], download);
    expect(loaded.body).toMatchObject({ contentType: 'e-learning', files: [{ package: kind, pages: null }] });
    const said = JSON.stringify({ contentType: 'pdf' });
    for (const fields of [download, { ...download, moduleInfo: said }]) {
      expect((await quickCreateWith(bytes, fields)).body).toMatchObject({
        contentType: 'e-learning',
        files: [{ package: kind, contentType: 'application/zip' }],
      });
    }
    const many = await bulk(admin, [['course.zip', bytes]], download);
    const made = await admin.get<Module>(
      `/api/training-modules/${String(many.body.uploadedFiles[0]?.moduleId)}`,
    );
    expect(made.body).toMatchObject({ contentType: 'e-learning', files: [{ package: kind }] });
    const both = await createModuleBy(admin);
    const beside = await load(
      admin,
      both.id,
      [
        ['paper.pdf', await makePdf(1)],
        ['course.zip', bytes],
      ],
      download,
    );
    expect(beside.body).toMatchObject({ contentType: 'pdf', files: [{ package: null }, { package: kind }] });
  },
);

test('[MOD-07] an archive with a sound in the format AU is no course', async () => {
  const module = await createModuleBy(admin);
  const sounds = makeZip([{ name: 'hymn.au', data: '.snd and what follows' }]);
  expect((await load(admin, module.id, [['sounds.zip', sounds]])).status).toBe(200);
});

test.each([
  ['course.zip', () => zipOf('imsmanifest.xml')],
  ['papers.zip', () => zipOf('one.txt')],
  ['slides.pptx', () => makeOffice('pptx')],
] as const)(
  '[VIEW-04] %s, which is only downloaded, is completed once it was downloaded',
  async (name, make) => {
    const { learner, client } = started;
    const module = await createModuleBy(admin, { contentType: 'hands-on' });
    const [file] = (await load(admin, module.id, [[name, make()]], download)).body.files;
    const part = file?.name ?? '';
    const url = file?.url ?? '';
    const { id } = await assignTo(admin, learner.id, module.id);
    const at = `/api/training-assignments/${String(id)}`;
    const { viewSessionId } = (await client.post<{ viewSessionId: string }>(`${at}/view-session`)).body;
    const claim = async (report: object) =>
      (await client.post<ProgressView>(`${at}/progress`, { viewSessionId, ...report })).body;
    const unseen = { progress: 0, contentSeen: false };
    expect(await claim({ shares: [{ part, share: 1 }], progress: 100 })).toMatchObject(unseen);
    expect((await client.fetch('HEAD', url)).status).toBe(200);
    const other = await admin.fetch('GET', url);
    await other.arrayBuffer();
    expect(await claim({})).toMatchObject(unseen);
    const early = await sign<ProblemBody>(client, id, learner);
    expect([early.status, early.body.code]).toEqual([409, 'CONTENT_NOT_SEEN']);
    await (await client.fetch('GET', `${url}?download=true`)).arrayBuffer();
    expect(await claim({})).toMatchObject({ progress: 99, contentSeen: true });
    expect((await sign(client, id, learner)).body).toMatchObject({ status: 'completed' });
  },
);

test('[VIEW-04] no part, no tag and no download that was broken off stands for the whole file', async () => {
  const { learner, client } = started;
  const module = await createModuleBy(admin, { contentType: 'hands-on' });
  const papers = makeZip([{ name: 'papers.bin', data: randomBytes(9_000_000) }]);
  const [file] = (await load(admin, module.id, [['papers.zip', papers]])).body.files;
  const { id } = await assignTo(admin, learner.id, module.id);
  const at = `/api/training-assignments/${String(id)}`;
  const { viewSessionId } = (await client.post<{ viewSessionId: string }>(`${at}/view-session`)).body;
  const shares = [{ part: file?.name ?? '', share: 1 }];
  const isSeen = async () =>
    (await client.post<ProgressView>(`${at}/progress`, { viewSessionId, shares })).body.contentSeen;
  const etag = `"${file?.sha256 ?? ''}"`;
  const requested: readonly Readonly<Record<string, string>>[] = [
    { range: 'bytes=-1' },
    { range: 'bytes=1-', 'if-range': etag },
    { 'if-none-match': '*' },
    { 'if-none-match': etag },
  ];
  for (const headers of requested) {
    const leaving = new AbortController();
    const answer = await client.fetch('GET', file?.url ?? '', undefined, {
      headers,
      signal: leaving.signal,
    });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(papers.length)]);
    leaving.abort();
    expect(await isSeen()).toBe(false);
  }
  const whole = await client.fetch('GET', file?.url ?? '', undefined, { headers: { range: 'bytes=-1' } });
  expect(Buffer.from(await whole.arrayBuffer()).equals(papers)).toBe(true);
  expect(await isSeen()).toBe(true);
  for (const [headers, status] of [
    [{ range: 'bytes=-1' }, 206],
    [{ 'if-none-match': etag }, 304],
  ] as const) {
    const answer = await client.fetch('GET', file?.url ?? '', undefined, { headers });
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
  }
});
