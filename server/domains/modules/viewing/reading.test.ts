import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareList } from '#shared/domain/viewing/parts.ts';
import type { ProgressView } from '#server/domains/modules/index.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, createModuleBy, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { makeMp4, makePdf, samplePng } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

/** What a scripted client does, that posts progress and opens nothing. */

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let learnerId: string;
let clock = 0;
let modules: { readonly files: Module; readonly text: Module };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  modules = {
    files: await moduleWith(admin, [
      ['guide.pdf', await makePdf(3)],
      ['film.mp4', makeMp4(4)],
      ['plan.png', samplePng],
      // A hundred words, in bytes: ten seconds of a fast reader.
      ['notes.txt', 'words '.repeat(100)],
    ]),
    // 200 words: twenty seconds.
    text: await createModuleBy(admin, {
      contentType: 'text',
      content: 'Every word counts '.repeat(67).trim(),
    }),
  };
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});
beforeEach(async () => {
  const person = await createUser(server.services);
  learnerId = person.id;
  learner = await signIn(server.client(), person);
});

/** Lets the database's clock run on: nothing waits. */
async function pass(seconds: number): Promise<void> {
  clock += seconds * 1000;
  await database.moveClock({ milliseconds: clock });
}

/** Opens an assignment of a module; how to claim that things were seen in its session. */
async function open(module: Module, assignmentId?: number) {
  const id = assignmentId ?? (await assign(server.services, learnerId, module));
  const at = `/api/training-assignments/${String(id)}`;
  const opened = await learner.post<ProgressView & { viewSessionId: string }>(`${at}/view-session`);
  const post = async (body: object) => {
    const answer = await learner.post<ProgressView>(`${at}/progress`, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const { viewSessionId } = opened.body;
  return {
    id,
    post,
    claim: (body: object) => post({ viewSessionId, ...body }),
    /** Claims everything of everything. */
    claimAll: async () => {
      const shares = shareList({ 'plan.png': 1, 'notes.txt': 1 });
      await post({ viewSessionId, pages: [1, 2, 3], file: 'guide.pdf' });
      await post({ viewSessionId, ranges: [[0, 4]], file: 'film.mp4' });
      return post({ viewSessionId, shares, progress: 100 });
    },
  };
}

/** What counts of each file: pages, seconds, or the share. */
const counted = ({ files, shares }: ProgressView): Record<string, number> =>
  Object.fromEntries(
    files.map(({ name, seenPages, watched }) => [
      name,
      seenPages.length +
        watched.reduce((sum, [from, to]) => sum + to - from, 0) +
        (shares.find(({ part }) => part === name)?.share ?? 0),
    ]),
  );
const nothing = { 'guide.pdf': 0, 'film.mp4': 0, 'plan.png': 0, 'notes.txt': 0 };
const urlOf = (name: string): string => modules.files.files.find((file) => file.name === name)?.url ?? '';

async function get(client: TestClient, name: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await client.fetch('GET', urlOf(name), undefined, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

test('[VIEW-03] [SEC-06] a script that reports everything and fetches nothing gets no credit, however long it waits', async () => {
  const { claimAll, post } = await open(modules.files);
  await pass(300);
  expect(counted(await claimAll())).toEqual(nothing);
  // A look at the head brings no byte; what somebody else fetches is theirs.
  for (const { url } of modules.files.files) {
    expect((await learner.fetch('HEAD', url)).status).toBe(200);
    await (await admin.fetch('GET', url)).arrayBuffer();
  }
  expect(counted(await claimAll())).toEqual(nothing);
  expect(await post({ progress: 100 })).toMatchObject({ progress: 0, contentSeen: false });
});

test('[VIEW-03] [SEC-06] what was fetched before the session does not count in it; each file counts for itself', async () => {
  const { id } = await open(modules.files);
  for (const { name } of modules.files.files) expect(await get(learner, name)).toBe(200);
  await pass(1);
  const { claimAll } = await open(modules.files, id);
  await pass(300);
  expect(counted(await claimAll())).toEqual(nothing);
  // A part of it, or the word that the browser's copy is good, is a fetch as well.
  expect(await get(learner, 'guide.pdf', { range: 'bytes=1-1' })).toBe(206);
  expect(counted(await claimAll())).toEqual({ ...nothing, 'guide.pdf': 3 });
  expect(await get(learner, 'plan.png', { 'if-none-match': '*' })).toBe(304);
  expect(counted(await claimAll())).toEqual({ ...nothing, 'guide.pdf': 3, 'plan.png': 1 });
  for (const name of ['film.mp4', 'notes.txt']) expect(await get(learner, name)).toBe(200);
  expect(await claimAll()).toMatchObject({ contentSeen: true });
});

test('[VIEW-03] [SEC-06] a text counts no faster than 600 words a minute, whatever is reported and how often', async () => {
  const { claim, post } = await open(modules.text);
  expect(await claim({ shares: shareList({ text: 1 }) })).toMatchObject({ contentSeen: false });
  await pass(5);
  for (let report = 0; report < 20; report += 1)
    await claim({ shares: shareList({ text: 1 }), progress: 100 });
  const quarter = await claim({ shares: shareList({ text: 1 }) });
  // On a busy machine some real seconds pass besides.
  expect(quarter.shares[0]?.share).toBeGreaterThanOrEqual(0.24);
  expect(quarter.shares[0]?.share).toBeLessThan(0.9);
  expect(quarter.contentSeen).toBe(false);
  await pass(20);
  // Only what was shown.
  expect((await claim({ shares: shareList({ text: 0.9 }) })).shares[0]?.share).toBe(0.9);
  expect(await post({ progress: 100 })).toMatchObject({ contentSeen: true });
});

test('[VIEW-03] [SEC-06] a file of text takes the time of its bytes, and the time of another part is not used twice', async () => {
  const { claim, claimAll } = await open(modules.files);
  for (const { name } of modules.files.files) await get(learner, name);
  await pass(4);
  // Three seconds are for the pages; what is left of the time is for the text.
  expect(counted(await claim({ pages: [1, 2, 3], file: 'guide.pdf' }))).toEqual({
    ...nothing,
    'guide.pdf': 3,
  });
  const { 'notes.txt': share = 0 } = counted(await claim({ shares: shareList({ 'notes.txt': 1 }) }));
  expect(share).toBeLessThan(0.9);
  await pass(20);
  expect(await claimAll()).toMatchObject({ contentSeen: true });
});
