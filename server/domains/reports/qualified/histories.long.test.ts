import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { tellStories, type Story } from '#tests/harness/qualified-stories.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

type Answer = ResponseOf<typeof qualifiedContract.answer>;
type Reading = Answer['asKnownThen'];
type Page = ResponseOf<typeof qualifiedContract.list>;

let database: TestDatabase;
let server: TestServer;
let stories: ReadonlyMap<number, Story>;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  stories = await tellStories(database, server);
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
}, 300_000);

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const sheet = (await readFile(new URL('answer-sheet.md', import.meta.url), 'utf8'))
  .split('\n')
  .flatMap((line) => {
    const [number, day, then, now] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return /^\d+$/.test(number ?? '') ? [{ number: Number(number), day, known: [then, now] as const }] : [];
  });

const said = ({ answer, reason, since, version }: Reading): string =>
  [answer, reason, since === null ? '' : `since ${since}`, version === null ? '' : `v${String(version)}`]
    .filter((part) => part !== '')
    .join(' ');

async function ask(number: number, day = ''): Promise<readonly [then: string, now: string]> {
  const story = stories.get(number);
  const query = new URLSearchParams({ person: story?.person.id ?? '', module: String(story?.moduleId), day });
  const { status, body } = await admin.get<
    Answer & { readonly errors: readonly { readonly reason: string }[] }
  >(`/api/qualified?${query.toString()}`);
  if (status === 422)
    return [`refused: ${body.errors[0]?.reason ?? ''}`, `refused: ${body.errors[0]?.reason ?? ''}`];
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.differs).toBe(said(body.asKnownThen) !== said(body.asKnownNow));
  return [said(body.asKnownThen), said(body.asKnownNow)];
}

test('[INS-02] the sheet has every story', () => {
  expect(new Set(sheet.map(({ number }) => number))).toEqual(new Set(stories.keys()));
  expect(stories.size).toBeGreaterThanOrEqual(20);
});

describe('[INS-02] the answers are those of the answer sheet', () => {
  test.each(sheet)('story $number on $day', async ({ number, day, known }) => {
    expect(await ask(number, day)).toEqual(known);
  });
});

test('[INS-02] the list gives the same answers as the question about one person, page after page', async () => {
  for (const { number, day } of sheet) {
    const story = stories.get(number);
    const [then, now] = await ask(number, day);
    const found: Page['rows'][number][] = [];
    let after: string | null = '';
    while (after !== null) {
      const query = new URLSearchParams({ module: String(story?.moduleId), day: day ?? '', limit: '9' });
      if (after !== '') query.set('after', after);
      const { status, body }: { status: number; body: Page } = await admin.get<Page>(
        `/api/qualified/people?${query.toString()}`,
      );
      expect(status).toBe(200);
      found.push(...body.rows);
      after = body.next;
    }
    expect(new Set(found.map(({ person }) => person.id)).size).toBe(found.length);
    const row = found.find(({ person }) => person.id === story?.person.id);
    // Lists have people who were active and not erased.
    if (then.startsWith('refused') || then.endsWith('not_active')) expect(row).toBeUndefined();
    else expect(row && [said(row.asKnownThen), said(row.asKnownNow)]).toEqual([then, now]);
  }
}, 120_000);
