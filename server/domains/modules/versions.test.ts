import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasContent } from '#shared/domain/modules/content-rule.ts';
import { familyOf } from '#shared/domain/modules/families.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import { contentHash } from '#server/domains/modules/content-facts.ts';
import { moduleFamilies } from '#server/domains/modules/families.ts';
import type { ModulePublished } from '#server/domains/modules/modules.events.ts';
import type { DomainEvent, Subscribers } from '#server/platform/command/transaction.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, bulk, createModuleBy, load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let learnerId: string;
const events: DomainEvent[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const listen = async (_tx: unknown, event: DomainEvent) => void events.push(event);
  const { services } = server;
  const { subscribers } = services;
  Object.assign(services, {
    subscribers: {
      ...subscribers,
      'module.published': [...subscribers['module.published'], listen],
      'module.retired': [...subscribers['module.retired'], listen],
    } satisfies Subscribers,
  });
  admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  learnerId = (await createUser(services)).id;
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const names = (module: Module) => module.files.map((file) => file.originalName);
const stored = (module: Module) => JSON.stringify(module.files.map((file) => file.name));

test('[MOD-11] [PERF-03] the files of a version are stored and moved in one statement each, however many they are', async () => {
  const files = (count: number, word: string) =>
    Promise.all(
      Array.from(
        { length: count },
        async (_, at) => [`${word}-${at}.pdf`, await makePdf(1, { title: `${word} ${at}` })] as const,
      ),
    );
  const [first, more] = [await files(3, 'first'), await files(4, 'more')];
  const module = await moduleWith(admin, first);
  const sent = await statementsDuring(async () => {
    expect((await load(admin, module.id, more)).status).toBe(200);
  });
  const writing = sent.filter(({ text }) => /^\s*(insert into|update) "?module_version_files"?/.test(text));
  expect(writing.length).toBeGreaterThan(0);
  expect(writing.length).toBeLessThanOrEqual(2);
});

test('[MOD-06] files keep their order, by the number of their part; text and files stay until they are replaced', async () => {
  const module = await createModuleBy(admin);
  const form = new FormData();
  form.set('fileCount', '11');
  for (const number of [10, 2, 0, 1, 9, 3, 8, 4, 7, 5, 6])
    form.set(`file_${String(number)}`, new Blob([`n${String(number)}`]), `n${String(number)}.txt`);
  const loaded = await admin.post<Module>(`/api/training-modules/${String(module.id)}/load`, form);
  expect(names(loaded.body)).toEqual(Array.from({ length: 11 }, (_, index) => `n${String(index)}.txt`));
  const texted = await load(admin, module.id, [], { contentData: 'Some text beside the files.\nTwo lines.' });
  expect(texted.body).toMatchObject({ content: 'Some text beside the files.\nTwo lines.', versionNumber: 1 });
  expect(names(texted.body)).toHaveLength(11);
  const added = await load(admin, module.id, [['last.txt', 'last']]);
  expect(names(added.body).at(-1)).toBe('last.txt');
  expect(added.body.content).toContain('Two lines.');
  const turned = [...added.body.files].toReversed().slice(0, 3);
  const kept = await load(admin, module.id, [['new.txt', 'new']], {
    keepFiles: JSON.stringify(turned.map((file) => file.name)),
    contentData: '',
  });
  expect(names(kept.body)).toEqual(['last.txt', 'n10.txt', 'n9.txt', 'new.txt']);
  expect(kept.body).toMatchObject({ content: null, versionNumber: 1, fileSizeFormatted: '12 B' });
  expect(kept.body.files.slice(0, 3).map((file) => file.name)).toEqual(turned.map((file) => file.name));
});

test('[MOD-06] who began from content that another has changed is told, and nothing is written over', async () => {
  const module = await moduleWith(admin, [['sop.txt', 'one']]);
  const basedOn = module.contentHash ?? '';
  const first = await load(admin, module.id, [], { contentData: 'The first editor', basedOn });
  expect(first.status).toBe(200);
  const late = await load(admin, module.id, [], { contentData: 'The second editor', basedOn });
  expect(late).toMatchObject({ status: 409, body: { code: 'STALE' } });
  const again = await load(admin, module.id, [], {
    contentData: 'The second editor',
    basedOn: first.body.contentHash ?? '',
  });
  expect(again.body).toMatchObject({ content: 'The second editor' });
});

test('[MOD-11] never assigned: in place; once assigned, even voided: a new version that takes effect, without retraining', async () => {
  const module = await moduleWith(admin, [['sop.txt', 'one']]);
  const inPlace = await load(admin, module.id, [['annex.txt', 'two']]);
  expect(inPlace.body).toMatchObject({ versionId: module.versionId, versionNumber: 1 });
  expect(inPlace.body.contentHash).not.toBe(module.contentHash);
  await assign(server.services, learnerId, module, 'voided');
  events.length = 0;
  const second = await load(admin, module.id, [['sop.txt', 'three']], {
    keepFiles: '[]',
    changeNote: 'Section 4 is new',
  });
  expect(second.body).toMatchObject({
    versionNumber: 2,
    files: [{ originalName: 'sop.txt', size: 5 }],
    versions: [
      { number: 2, changeNote: 'Section 4 is new', isCurrent: true },
      { number: 1, isCurrent: false },
    ],
  });
  expect(second.body.files[0]?.name).not.toBe(inPlace.body.files[0]?.name);
  const published: ModulePublished = {
    type: 'module.published',
    moduleId: module.id,
    versionId: second.body.versionId ?? 0,
    versionNumber: 2,
    previousVersionId: module.versionId,
    retraining: 'none',
  };
  expect(events).toEqual([published]);
  const old = await admin.get<Module>(
    `/api/training-modules/${String(module.id)}?version=${String(module.versionId)}`,
  );
  expect(names(old.body)).toEqual(['sop.txt', 'annex.txt']);
  expect(old.body.contentHash).toBe(inPlace.body.contentHash);
  expect(await (await admin.fetch('GET', old.body.files[0]?.url ?? '')).text()).toBe('one');
});

test('[MOD-11] who and when in the history: of content that was changed in place its last one, of drafts their writer', async () => {
  const module = await moduleWith(admin, [['sop.txt', 'one']]);
  const [before] = module.versions;
  const writer = await createUser(server.services, { role: 'admin' });
  const other = await signIn(server.client(), writer);
  const changed = await load(other, module.id, [['annex.txt', 'two']]);
  const [version] = changed.body.versions;
  const name = `${writer.firstName} ${writer.lastName}`;
  expect(version).toMatchObject({ number: 1, publishedBy: name, effectiveFrom: version?.publishedAt });
  expect(Date.parse(version?.publishedAt ?? '')).toBeGreaterThan(Date.parse(before?.publishedAt ?? ''));
  await assign(server.services, learnerId, module);
  const drafted = await load(other, module.id, [['new.txt', 'three']], { publish: 'draft' });
  expect(drafted.body.versions[0]).toMatchObject({
    number: 2,
    state: 'draft',
    createdBy: name,
    publishedBy: null,
    publishedAt: null,
  });
});

test('[MOD-05] [MOD-11] files for a module that was assigned: a draft where that is asked for, else in force at once', async () => {
  const module = await moduleWith(admin, [['first.txt', 'one']]);
  const into = { moduleId: String(module.id) };
  const inPlace = await bulk(admin, [['second.txt', 'two']], { ...into, publish: 'draft' });
  expect(inPlace.body).toMatchObject({ draft: null, uploadedFiles: [{ originalName: 'second.txt' }] });
  await assign(server.services, learnerId, module);
  const drafted = await bulk(admin, [['third.txt', 'three']], { ...into, publish: 'draft' });
  const after = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
  expect(after.body.versions).toMatchObject([{ state: 'draft' }, { number: 1, isCurrent: true }]);
  expect(after.body.files.map(({ originalName }) => originalName)).toEqual(['first.txt', 'second.txt']);
  expect(drafted.body).toMatchObject({
    uploadedFiles: [{ originalName: 'third.txt', moduleId: module.id, title: module.title }],
    draft: {
      moduleId: module.id,
      versionId: after.body.versions[0]?.id,
      title: module.title,
      changeNote: null,
    },
  });
  // The note of a draft stays when files are added to it, until it is taken away.
  const noteOf = async () =>
    (await admin.get<Module>(`/api/training-modules/${String(module.id)}`)).body.versions[0]?.changeNote;
  await load(admin, module.id, [], { contentData: 'A text', changeNote: 'Annexes', publish: 'draft' });
  const added = await bulk(admin, [['more.txt', 'more']], { ...into, publish: 'draft' });
  expect([added.body.draft?.changeNote, await noteOf()]).toEqual(['Annexes', 'Annexes']);
  await load(admin, module.id, [], { contentData: 'Another', changeNote: '', publish: 'draft' });
  expect(await noteOf()).toBeNull();
  const atOnce = await bulk(admin, [['fourth.txt', 'four']], into);
  expect(atOnce.body).toMatchObject({ draft: null, uploadedFiles: [{ originalName: 'fourth.txt' }] });
  const now = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
  expect(now.body.files.map(({ originalName }) => originalName)).toEqual([
    'first.txt',
    'second.txt',
    'fourth.txt',
  ]);
  expect(await bulk(admin, [['a.txt', 'x']], { ...into, publish: 'later' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'publish' }] },
  });
});

test('[MOD-11] loading what is there already makes no version; keeping files carries them over', async () => {
  const module = await moduleWith(admin, [
    ['a.txt', 'a'],
    ['b.txt', 'b'],
  ]);
  await assign(server.services, learnerId, module);
  const same = await load(admin, module.id, [['b.txt', 'b']], {
    keepFiles: JSON.stringify([module.files[0]?.name]),
  });
  expect(same.body.versionNumber).toBe(1);
  const turned = await load(admin, module.id, [], {
    keepFiles: JSON.stringify(module.files.map((file) => file.name).toReversed()),
  });
  expect(turned.body.versionNumber).toBe(2);
  expect(names(turned.body)).toEqual(['b.txt', 'a.txt']);
  expect(turned.body.files.map((file) => file.sha256)).toEqual(
    module.files.map((file) => file.sha256).toReversed(),
  );
});

test('[MOD-11] the content hash is over text, link and files in their order, and can be computed again', async () => {
  const module = await moduleWith(
    admin,
    [
      ['a.txt', 'a'],
      ['b.txt', 'b'],
    ],
    { contentUrl: 'https://training.example/x' },
  );
  const { body } = await load(admin, module.id, [], { contentData: 'The text' });
  const files = body.files.map((file) => file.sha256);
  expect(body.contentHash).toBe(contentHash({ text: 'The text', link: 'https://training.example/x', files }));
  const others = [
    { text: 'The text!', link: 'https://training.example/x', files },
    { text: 'The text', link: null, files },
    { text: 'The text', link: 'https://training.example/x', files: files.toReversed() },
    { text: null, link: 'The text', files },
  ];
  for (const other of others) expect(contentHash(other)).not.toBe(body.contentHash);
});

test('[MOD-11] T22: loading while somebody is assigned never changes the version that was assigned', async () => {
  for (let round = 0; round < 5; round += 1) {
    const module = await moduleWith(admin, [['race.txt', `before ${String(round)}`]]);
    const [assignment, loaded] = await Promise.all([
      assign(server.services, learnerId, module),
      load(admin, module.id, [['race.txt', `after ${String(round)}`]], { keepFiles: '[]' }),
    ]);
    expect(assignment).toBeGreaterThan(0);
    expect(loaded.status).toBe(200);
    if (loaded.body.versionNumber === 1) continue;
    const first = await admin.get<Module>(
      `/api/training-modules/${String(module.id)}?version=${String(module.versionId)}`,
    );
    expect(first.body.contentHash).toBe(module.contentHash);
  }
});

test('[MOD-11] ten loads at once make versions 2 to 11, each with one file, none lost', async () => {
  const module = await moduleWith(admin, [['start.txt', 'start']]);
  await assign(server.services, learnerId, module);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      load(admin, module.id, [[`n.txt`, `content ${String(index)}`]], { keepFiles: '[]' }),
    ),
  );
  const kept = answers.filter(({ status }) => status === 200);
  expect(kept.map(({ body }) => body.versionNumber).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
  expect(new Set(kept.map(({ body }) => body.files[0]?.sha256)).size).toBe(10);
  expect(stored(module)).toBe('["start.txt"]');
});

test('[MOD-10] the badge in SQL says what the rule says, on every clause', async () => {
  const texts = [
    null,
    '',
    ' '.repeat(30),
    'short',
    'x'.repeat(20),
    'x'.repeat(21),
    `\n\t${'x'.repeat(21)}\u00a0`,
    ` ${'x'.repeat(20)} `,
    '😀'.repeat(20),
    '😀'.repeat(21),
    'Content loaded successfully',
    'Content loaded successfully!',
    'placeholder for the text to come',
    '[Placeholder] text to come soon',
    'Here is a placeholder, nothing else',
    'Here is a placeholder,\nand a second line with content',
    `A long text that speaks of placeholder images: ${'x'.repeat(100)}`,
    'The word placeholders is not the word',
    'Uploaded Files:',
    'Uploaded Files:        \n\n       • - *   ',
    'Uploaded Files:\n• a.pdf (1 KB) | Uploaded: 1 by A',
    'Module not loaded, sorry for that',
    'The Module not loaded text is elsewhere',
    'Über placeholderé mit Akzenten danach',
    '第一章：安全操作规程与培训要求说明，所有人员必须阅读',
  ];
  const expected: string[] = [];
  for (const [index, content] of texts.entries()) {
    const title = `rule ${String(index).padStart(2, '0')}`;
    const module = await createModuleBy(admin, {
      title,
      contentType: 'text',
      ...(content === null ? {} : { content }),
    });
    const rule = hasContent({ contentType: 'text', contentUrl: null, content, fileSize: null });
    expect(module.hasContent, String(content)).toBe(rule);
    if (rule) expected.push(title);
  }
  const list = await admin.get<ResponseOf<typeof modulesContract.list>>(
    '/api/training-modules?q=rule%20&content=files&limit=1000',
  );
  expect(list.body.map((module) => module.title)).toEqual(expected);
  const empty = await admin.get<ResponseOf<typeof modulesContract.list>>(
    '/api/training-modules?q=rule%20&content=empty&limit=1000',
  );
  expect(empty.body).toHaveLength(texts.length - expected.length);
});

test('[MOD-05] [ORG-04] the family in SQL is the family of the rule, also where an organization has a title pattern', async () => {
  for (const [name, titlePattern] of [
    ['Northwind Trials', 'nwt-'],
    ['Plain', null],
  ] as const)
    await admin.post('/api/organizations', { name, type: 'Sponsor', titlePattern });
  const families = await moduleFamilies(server.services.db);
  const titles = [
    'TP-QMS-001',
    '  tp-qms x',
    'TP QMS 4',
    'TP-CRO-1.2a',
    'tp cro',
    'AX-9',
    'The AXONX way',
    'CMO-1',
    'A cmo pro B',
    'CP-3',
    'ClinPro',
    'GCP basics',
    'AX-GCP',
    'TP-QMS axonx gcp',
    'trialspro',
    'MyTrialPro',
    'Nothing',
    '%_\\',
    'CMOX',
    'xCP-1',
    'NWT-7 Escalation',
    'TP-QMS nwt-',
    'nwt- trialpro',
  ];
  for (const title of titles) {
    const module = await createModuleBy(admin, { title });
    expect(module.family, title).toBe(familyOf({ title: module.title, family: null }, families));
  }
  expect(familyOf({ title: 'NWT-7 Escalation', family: null }, families)).toBe('org-northwind-trials');
  expect(families.filter(({ code }) => code.startsWith('org-'))).toHaveLength(1);
});
