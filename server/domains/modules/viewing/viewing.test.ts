import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareList } from '#shared/domain/viewing/parts.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import {
  creditProgress,
  openViewSession,
  type ProgressReport,
  type ProgressView,
} from '#server/domains/modules/index.ts';
import { contentSeen } from '#tests/harness/content-seen.ts';
import { formatRanges, parseRanges } from '#server/domains/modules/viewing/multirange.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  assign,
  createModuleBy,
  fetchFiles,
  load,
  moduleWith,
  type Module,
  type Upload,
} from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { recordDownload } from '#server/domains/modules/viewing/record-download.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let clock = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Lets the database's clock run on: nothing waits. */
async function pass(seconds: number): Promise<void> {
  clock += seconds * 1000;
  await database.moveClock({ milliseconds: clock });
}

/** The clock is moved, not stopped: on a busy machine some real seconds pass besides. */
function expectAbout(actual: number | undefined, expected: number): void {
  expect(actual).toBeGreaterThanOrEqual(expected);
  expect(actual).toBeLessThanOrEqual(expected + 8);
}

interface Reader {
  readonly assignmentId: number;
  readonly module: Module;
  /** Opens a session; the files of the module are fetched in it unless that is not wanted. */
  open(options?: { readonly fetches?: boolean }): Promise<Awaited<ReturnType<typeof openViewSession>>>;
  report(report: ProgressReport): Promise<ProgressView>;
  seen(): Promise<boolean>;
  download(name: string): Promise<void>;
}

const inCommand = <T>(work: Parameters<RequestContext['command']>[0]) =>
  runCommand(server.services, { actorId: null, action: 'test.viewing' }, work) as Promise<T>;

/** A learner with an assignment of a module with these files. */
async function reader(
  files: readonly Upload[],
  fields: Record<string, unknown> = {},
  status: 'not_started' | 'in_progress' | 'completed' = 'in_progress',
): Promise<Reader> {
  const module =
    files.length > 0 ? await moduleWith(admin, files, fields) : await createModuleBy(admin, fields);
  const userId = (await createUser(server.services)).id;
  const assignmentId = await assign(server.services, userId, module, status);
  return {
    assignmentId,
    module,
    open: async ({ fetches = true } = {}) => {
      const session: ReturnType<typeof openViewSession> = inCommand((tx) =>
        openViewSession(tx, { assignmentId, userId }),
      );
      const { versionId } = await session;
      if (fetches) await fetchFiles(server.services, userId, versionId);
      return session;
    },
    report: (report) => inCommand((tx) => creditProgress(tx, { assignmentId, userId, report })),
    seen: () => contentSeen(server.services.db, assignmentId),
    download: async (name) => {
      const { fileId } = await server.services.db
        .selectFrom('moduleVersionFiles')
        .select('fileId')
        .where('versionId', '=', module.versionId ?? 0)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      await recordDownload(server.services.db, userId, fileId);
    },
  };
}

const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('[VIEW-03] [VIEW-04] a 30-page PDF never opened stays unseen after progress 100 and pages 1 to 30 in one call', async () => {
  const learner = await reader([['thirty.pdf', await sample.makePdf(30)]]);
  expect(await learner.report({ progress: 100, pages: pages(1, 30) })).toMatchObject({
    progress: 0,
    contentSeen: false,
    files: [{ seenPages: [] }],
  });
  const session = await learner.open();
  expect(session).toMatchObject({
    progress: 0,
    contentSeen: false,
    versionNumber: 1,
    moduleId: learner.module.id,
    files: [{ pages: 30, seenPages: [], isSeen: false }],
  });
  const { viewSessionId } = session;
  expect(await learner.report({ viewSessionId, progress: 100, pages: pages(1, 30) })).toMatchObject({
    progress: 0,
    contentSeen: false,
  });
  await pass(5);
  const after = await learner.report({ viewSessionId, progress: 100, pages: pages(1, 30) });
  expectAbout(after.files[0]?.seenPages.length, 5);
  expect(after.files[0]?.seenPages.slice(0, 5)).toEqual(pages(1, 5));
  expect(after.contentSeen).toBe(false);
  expect(after.progress).toBe(Math.floor(((after.files[0]?.seenPages.length ?? 0) * 100) / 30));
  expect(await learner.seen()).toBe(false);
});

test('[VIEW-03] pages count one a second in a viewer session, are kept, and go on in another session on any device', async () => {
  const learner = await reader([['ten.pdf', await sample.makePdf(10)]]);
  const first = await learner.open();
  await pass(4);
  await learner.report({ viewSessionId: first.viewSessionId, pages: [1, 2, 3], position: 3 });
  const second = await learner.open();
  expect(second).toMatchObject({
    progress: 30,
    files: [{ seenPages: [1, 2, 3] }],
    lastPosition: { file: learner.module.files[0]?.name, position: 3 },
  });
  await pass(7);
  expect(await learner.report({ viewSessionId: second.viewSessionId, pages: pages(4, 10) })).toMatchObject({
    progress: 99,
    contentSeen: true,
    files: [{ isSeen: true }],
  });
  expect(await learner.seen()).toBe(true);
});

test('[VIEW-03] F13: two tabs do not make two seconds of one, nor do twenty sessions opened side by side', async () => {
  const learner = await reader([['forty.pdf', await sample.makePdf(40)]]);
  const sessions = await Promise.all(Array.from({ length: 20 }, () => learner.open()));
  await pass(2);
  await Promise.all(
    sessions.map(({ viewSessionId }, index) =>
      learner.report({ viewSessionId, pages: [2 * index + 1, 2 * index + 2] }),
    ),
  );
  const { files, seconds } = await learner.open();
  expectAbout(files[0]?.seenPages.length, 2);
  expectAbout(seconds, 2);
  expect(files[0]?.isSeen).toBe(false);
});

test('[VIEW-03] pages that are none, strange sessions and files of other versions change nothing', async () => {
  const [learner, other] = [
    await reader([['a.pdf', await sample.makePdf(3)]]),
    await reader([['b.pdf', await sample.makePdf(3)]]),
  ];
  const foreign = await other.open();
  const own = await learner.open();
  await pass(60);
  await expect(learner.report({ viewSessionId: foreign.viewSessionId, pages: [1] })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'viewSessionId' }],
  });
  await expect(learner.report({ viewSessionId: 'made-up', pages: [1] })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  await expect(
    learner.report({ viewSessionId: own.viewSessionId, pages: [1], file: 'b.pdf' }),
  ).rejects.toMatchObject({ errors: [{ path: 'file' }] });
  expect(
    (await learner.report({ viewSessionId: own.viewSessionId, pages: [4, 99, 2, 2] })).files[0]?.seenPages,
  ).toEqual([2]);
});

test('[VIEW-03] a video counts the seconds that were played, never faster than it plays', async () => {
  const learner = await reader([['film.mp4', sample.makeMp4(60)]]);
  const { viewSessionId } = await learner.open();
  expect(await learner.report({ viewSessionId, progress: 100, ranges: [[0, 60]] })).toMatchObject({
    progress: 0,
    contentSeen: false,
  });
  await pass(20);
  const first = await learner.report({ viewSessionId, ranges: [[0, 60]] });
  const [[from, to] = [0, 0], ...rest] = first.files[0]?.watched ?? [];
  expect([from, rest]).toEqual([0, []]);
  expectAbout(to, 20);
  await pass(10);
  const jumped = await learner.report({ viewSessionId, ranges: [[50, 60]], position: 60 });
  expect(jumped.files[0]?.watched).toEqual([
    [0, to],
    [50, 60],
  ]);
  expect(jumped.contentSeen).toBe(false);
  await pass(31);
  expect(await learner.report({ viewSessionId, ranges: [[to, 49.5]] })).toMatchObject({
    contentSeen: true,
    progress: 99,
  });
});

test('[VIEW-03] [MOD-06] several files: each part counts, one left out is not seen', async () => {
  const learner = await reader([
    ['one.pdf', await sample.makePdf(2, { title: 'one' })],
    ['two.pdf', await sample.makePdf(2, { title: 'two' })],
    ['film.mp4', sample.makeMp4(4)],
  ]);
  const { viewSessionId } = await learner.open();
  await pass(30);
  const first = await learner.report({ viewSessionId, pages: [1, 2], ranges: [[0, 4]] });
  expect(first.files.map((file) => file.isSeen)).toEqual([true, false, true]);
  expect(first).toMatchObject({ contentSeen: false, progress: 66 });
  const second = await learner.report({ viewSessionId, file: learner.module.files[1]?.name, pages: [1, 2] });
  expect(second).toMatchObject({ contentSeen: true, progress: 99 });
});

test('[VIEW-03] where the server cannot count, the declared progress counts, only upward', async () => {
  const learner = await reader([], {
    contentType: 'text',
    content: 'A text of more than twenty characters.',
  });
  expect(await learner.report({ progress: 40 })).toMatchObject({ progress: 0, contentSeen: false });
  await pass(5);
  expect(await learner.report({ progress: 40 })).toMatchObject({ progress: 40, contentSeen: false });
  const { viewSessionId } = await learner.open();
  await pass(5);
  expect(await learner.report({ viewSessionId, progress: 10 })).toMatchObject({ progress: 40 });
  expect(await learner.report({ viewSessionId, progress: 100 })).toMatchObject({
    progress: 99,
    contentSeen: true,
  });
  const picture = await reader([['p.png', sample.samplePng]]);
  expect(await picture.report({ progress: 100 })).toMatchObject({ contentSeen: false });
  await picture.open();
  expect(await picture.report({ progress: 100 })).toMatchObject({
    contentSeen: true,
    files: [{ isSeen: null }],
  });
  const nothing = await reader([]);
  expect(await nothing.report({ progress: 100 })).toMatchObject({ contentSeen: false });
});

test('[VIEW-04] [MOD-06] a PDF does not stand for the text, the picture and the document beside it: each part counts', async () => {
  const learner = await reader(
    [
      ['guide.pdf', await sample.makePdf(2, { title: 'guide' })],
      ['plan.png', sample.samplePng],
      ['form.docx', sample.makeOffice('docx')],
    ],
    { content: 'What stands here has to be read as well.' },
  );
  const { viewSessionId, shares } = await learner.open();
  expect(shares).toEqual(shareList({ text: 0, 'plan.png': 0, 'form.docx': 0 }));
  await pass(5);
  const pdf = await learner.report({ viewSessionId, pages: [1, 2] });
  expect(pdf).toMatchObject({ contentSeen: false, progress: 25, files: [{ isSeen: true }, {}, {}] });
  await learner.report({ viewSessionId, shares: shareList({ text: 1, 'plan.png': 1, 'guide.pdf': 1 }) });
  expect(await learner.seen()).toBe(false);
  const formOnly = { viewSessionId, shares: shareList({ 'form.docx': 1 }) };
  expect(await learner.report(formOnly)).toMatchObject({ contentSeen: false, progress: 75 });
  await learner.download('form.docx');
  expect(await learner.report(formOnly)).toMatchObject({
    contentSeen: true,
    progress: 99,
  });
});

test('[VIEW-03] [MOD-06] how far each part was read is kept, only upward, and known on every device', async () => {
  const learner = await reader(
    [
      ['a.png', sample.samplePng],
      ['note.txt', Buffer.from('A note of some length, to be read.')],
    ],
    { content: 'A text of more than twenty characters.' },
  );
  const first = await learner.open();
  await pass(5);
  await learner.report({ viewSessionId: first.viewSessionId, shares: shareList({ text: 1, 'a.png': 1 }) });
  await learner.report({ viewSessionId: first.viewSessionId, shares: shareList({ 'note.txt': 0.409 }) });
  const second = await learner.open();
  expect(second).toMatchObject({
    progress: 80,
    contentSeen: false,
    shares: shareList({ text: 1, 'a.png': 1, 'note.txt': 0.4 }),
  });
  await learner.report({
    viewSessionId: second.viewSessionId,
    shares: shareList({ text: 0.2, 'note.txt': 0.3 }),
  });
  const third = await learner.open();
  expect(third).toMatchObject({ shares: shareList({ text: 1, 'a.png': 1, 'note.txt': 0.4 }) });
  await pass(5);
  await expect(
    learner.report({ viewSessionId: third.viewSessionId, shares: shareList({ 'else.png': 1 }) }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'shares' }] });
  expect(
    await learner.report({ viewSessionId: third.viewSessionId, shares: shareList({ 'note.txt': 1 }) }),
  ).toMatchObject({ contentSeen: true, progress: 99 });
});

test('[MOD-10] [VIEW-04] what the content rule calls no text is nothing to see, whatever is declared', async () => {
  for (const content of [
    'x',
    'Module not loaded: please ask the administrator',
    'Placeholder for the text',
  ]) {
    const learner = await reader([], { contentType: 'text', content });
    const answer = await learner.report({ progress: 100, shares: shareList({ text: 1 }) });
    expect(answer, content).toMatchObject({ contentSeen: false, progress: 0, shares: [] });
    expect(await learner.seen()).toBe(false);
  }
  const withoutFile = await reader([], { contentType: 'pdf' });
  expect(await withoutFile.report({ progress: 100 })).toMatchObject({ contentSeen: false });
  // Beside a file such a text is no part either: the file alone decides.
  const beside = await reader([['one.pdf', await sample.makePdf(1, { title: 'alone' })]], { content: 'x' });
  const { viewSessionId } = await beside.open();
  await pass(3);
  expect(await beside.report({ viewSessionId, pages: [1] })).toMatchObject({ contentSeen: true });
});

test('[VIEW-05] time is counted by the server in steps of at most a minute, and never more than the viewer says', async () => {
  const learner = await reader([['a.pdf', await sample.makePdf(3)]]);
  const { viewSessionId } = await learner.open();
  await pass(30);
  const first = (await learner.report({ viewSessionId })).seconds;
  expectAbout(first, 30);
  await pass(30);
  expect((await learner.report({ viewSessionId, seconds: 10 })).seconds).toBe(first + 10);
  await pass(600);
  expect((await learner.report({ viewSessionId, seconds: 3600 })).seconds).toBe(first + 70);
  expect((await learner.report({ viewSessionId, seconds: 0 })).seconds).toBe(first + 70);
});

test('[VIEW-03] [LRN-07] nothing counts before the start, nor changes once it is completed', async () => {
  const waiting = await reader([['a.pdf', await sample.makePdf(2)]], {}, 'not_started');
  await expect(waiting.report({ progress: 5 })).rejects.toMatchObject({ code: 'ILLEGAL_STEP' });
  const done = await reader([['a.pdf', await sample.makePdf(2)]], {}, 'completed');
  const { viewSessionId } = await done.open();
  await pass(10);
  expect(await done.report({ viewSessionId, pages: [1, 2] })).toMatchObject({
    progress: 100,
    files: [{ seenPages: [] }],
  });
});

test('[VIEW-03] [MOD-11] an open assignment that moved to a new version begins with the new pages', async () => {
  const learner = await reader([['v1.pdf', await sample.makePdf(2, { title: 'v1' })]]);
  const { viewSessionId } = await learner.open();
  await pass(5);
  expect((await learner.report({ viewSessionId, pages: [1, 2] })).contentSeen).toBe(true);
  const next = await load(admin, learner.module.id, [['v2.pdf', await sample.makePdf(4, { title: 'v2' })]], {
    keepFiles: '[]',
  });
  await inCommand(async (tx) => {
    await tx.db
      .updateTable('trainingAssignments')
      .set({ moduleVersionId: next.body.versionId, progress: 0 })
      .where('id', '=', learner.assignmentId)
      .execute();
  });
  expect(await learner.seen()).toBe(false);
  await expect(learner.report({ viewSessionId, pages: [1] })).rejects.toMatchObject({
    errors: [{ path: 'viewSessionId' }],
  });
  expect(await learner.open()).toMatchObject({
    versionNumber: 2,
    progress: 0,
    contentSeen: false,
    files: [{ pages: 4, seenPages: [] }],
  });
});

test('[VIEW-03] watched ranges are read as they were written', () => {
  for (const ranges of [
    [],
    [[0, 5]],
    [
      [0, 0.5],
      [7.25, 9.125],
    ],
  ] as const)
    expect(parseRanges(formatRanges(ranges))).toEqual(ranges);
  expect(parseRanges('{}')).toEqual([]);
});
