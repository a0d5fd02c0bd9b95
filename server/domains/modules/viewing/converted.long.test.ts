import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareList } from '#shared/domain/viewing/parts.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { convertFileJob } from '#server/platform/files/office/convert-jobs.ts';
import { creditProgress, openViewSession, type ProgressReport } from '#server/domains/modules/index.ts';
import { contentSeen } from '#tests/harness/content-seen.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { makeFakeSoffice } from '#tests/harness/fake-soffice.ts';
import { assign, fetchFiles, moduleWith, type Upload } from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { recordDownload } from '#server/domains/modules/viewing/record-download.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const fake = makeFakeSoffice();
let database: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { officeConverter: fake.converter() } });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  fake.behave('pdf', await sample.makePdf(3));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  fake.remove();
});

let counter = 0;
const deck = (): Upload => {
  counter += 1;
  const main = sample.makeOffice('pptx');
  // A comment at the end of the archive makes its bytes its own.
  const note = Buffer.from(String(counter).padStart(4, '0'));
  main.writeUInt16LE(note.length, main.length - 2);
  return [`deck ${String(counter)}.pptx`, Buffer.concat([main, note])];
};

let clock = 0;
async function pass(seconds: number): Promise<void> {
  clock += seconds * 1000;
  await database.moveClock({ milliseconds: clock });
}

/** A learner who reads a module of these files. */
async function reader(files: readonly Upload[]) {
  const module = await moduleWith(admin, files);
  const userId = (await createUser(server.services)).id;
  const assignmentId = await assign(server.services, userId, module);
  const run = <T>(work: Parameters<typeof runCommand<T>>[2]) =>
    runCommand(server.services, { actorId: null, action: 'test.viewing' }, work);
  return {
    open: async () => {
      const session = await run((tx) => openViewSession(tx, { assignmentId, userId }));
      await fetchFiles(server.services, userId, session.versionId);
      return session;
    },
    report: (report: ProgressReport) => run((tx) => creditProgress(tx, { assignmentId, userId, report })),
    seen: () => contentSeen(server.services.db, assignmentId),
    /** The learner downloads the file with this name, or all of them. */
    download: async (name?: string) => {
      const rows = await server.services.db
        .selectFrom('moduleVersionFiles')
        .select(['fileId', 'name'])
        .where('versionId', '=', module.versionId ?? 0)
        .execute();
      for (const file of rows.filter((row) => name === undefined || row.name === name))
        await recordDownload(server.services.db, userId, file.fileId);
    },
    /** No server has converted its files for hours: they are downloaded. */
    waitInVain: () =>
      run(async (tx) => {
        await sql`update file_conversions set planned_at = app_now() - interval '2 hours' where state = 'pending'`.execute(
          tx.db,
        );
      }),
    /** The conversion of all its files comes to its end. */
    convert: async () => {
      const rows = await server.services.db
        .selectFrom('moduleVersionFiles')
        .select('fileId')
        .where('versionId', '=', module.versionId ?? 0)
        .execute();
      for (const { fileId } of rows) await convertFileJob.run(server.services, { fileId });
      // The page shows the pages as soon as they are there.
      await fetchFiles(server.services, userId, module.versionId ?? 0);
    },
  };
}

test('[MOD-09] [VIEW-03] pages of a converted presentation count as those of a PDF do', async () => {
  const learner = await reader([deck()]);
  await learner.convert();
  const { viewSessionId, files } = await learner.open();
  expect(files).toMatchObject([{ pages: 3, seenPages: [], isSeen: false }]);
  expect(await learner.report({ viewSessionId, progress: 100, pages: [1, 2, 3] })).toMatchObject({
    progress: 0,
    contentSeen: false,
  });
  await pass(2);
  expect(await learner.report({ viewSessionId, pages: [1, 2] })).toMatchObject({ progress: 66 });
  await pass(2);
  expect(await learner.report({ viewSessionId, pages: [3, 4] })).toMatchObject({
    progress: 99,
    contentSeen: true,
    files: [{ seenPages: [1, 2, 3], isSeen: true }],
  });
});

test('[MOD-09] [VIEW-04] what is still being converted is not seen by its download: its pages count', async () => {
  const learner = await reader([deck()]);
  const { viewSessionId, files } = await learner.open();
  const [{ name } = { name: '' }] = files;
  expect(files).toMatchObject([{ pages: null, isSeen: false }]);
  const claim = { viewSessionId, progress: 100, shares: shareList({ [name]: 1 }) };
  await learner.download();
  expect(await learner.report(claim)).toMatchObject({ progress: 0, contentSeen: false, shares: [] });
  await learner.convert();
  expect(await learner.report(claim)).toMatchObject({ contentSeen: false, files: [{ isSeen: false }] });
  await pass(3);
  await learner.report({ viewSessionId, pages: [1, 2, 3] });
  expect(await learner.seen()).toBe(true);

  // What cannot be converted is downloaded after all.
  fake.behave('nothing');
  const other = await reader([deck()]);
  const opened = await other.open();
  await other.download();
  const whole = { viewSessionId: opened.viewSessionId, progress: 100 };
  expect(await other.report(whole)).toMatchObject({ contentSeen: false });
  await other.convert();
  expect(await other.report(whole)).toMatchObject({ contentSeen: true });
  fake.behave('pdf', await sample.makePdf(3));
});

test('[MOD-09] [VIEW-04] who had read it before it was converted has read it', async () => {
  const learner = await reader([deck()]);
  await learner.waitInVain();
  const { viewSessionId } = await learner.open();
  await learner.download();
  expect(await learner.report({ viewSessionId, progress: 100 })).toMatchObject({ contentSeen: true });
  await learner.convert();
  expect(await learner.seen()).toBe(true);
  expect(await learner.open()).toMatchObject({ progress: 99, contentSeen: true, files: [{ pages: 3 }] });
});

test('[MOD-09] [VIEW-04] who was in the middle of it goes on with the pages and comes to the end', async () => {
  const learner = await reader([deck(), ['one.pdf', await sample.makePdf(1, { title: 'beside' })], deck()]);
  await learner.waitInVain();
  const { viewSessionId, files } = await learner.open();
  const [first = '', , last = ''] = files.map(({ name }) => name);
  await pass(2);
  expect(await learner.report({ viewSessionId, file: 'one.pdf', pages: [1] })).toMatchObject({
    contentSeen: false,
    progress: 33,
  });
  await learner.download(first);
  expect(await learner.report({ viewSessionId, shares: shareList({ [first]: 1 }) })).toMatchObject({
    progress: 66,
  });
  await learner.convert();
  // What was fetched before stays seen; of what has pages now, nothing can be declared.
  expect(await learner.report({ viewSessionId, shares: shareList({ [last]: 1 }) })).toMatchObject({
    contentSeen: false,
    progress: 66,
    files: [{ isSeen: true }, { isSeen: true }, { isSeen: false }],
  });
  await pass(5);
  await learner.report({ viewSessionId, file: last, pages: [1, 2, 3] });
  expect(await learner.seen()).toBe(true);

  const other = await reader([deck(), deck()]);
  const half = await other.open();
  await other.report({ viewSessionId: half.viewSessionId, progress: 50 });
  await other.convert();
  expect(await other.seen()).toBe(false);
  await pass(10);
  for (const { name } of half.files) {
    await other.report({ viewSessionId: half.viewSessionId, file: name, pages: [1, 2, 3] });
    await pass(5);
  }
  expect(await other.seen()).toBe(true);
});
