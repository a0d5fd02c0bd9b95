import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { bulk, quickCreate, type Module, type ProblemBody } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

const megabyte = 1024 * 1024;

let database: TestDatabase;
let server: TestServer;
let person: FixtureUser;
let admin: TestClient;
let other: TestClient;
let days = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    db: database,
    config: { uploadQuota: { files: 3, bytes: 2 * megabyte } },
  });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** An hour after the beginning of a day in UTC, so many days from today. */
async function moveTo(day: number): Promise<void> {
  const { rows } = await database.admin.query<{ seconds: number }>(
    `select extract(epoch from now() at time zone 'UTC' - date_trunc('day', now() at time zone 'UTC'))::int as seconds`,
  );
  await database.moveClock({ milliseconds: day * 86_400_000 - (rows[0]?.seconds ?? 0) * 1000 + 3_600_000 });
}

beforeEach(async () => {
  // Each test has a day to itself.
  days += 2;
  await moveTo(days);
  person = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), person);
  other = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});

let count = 0;
const upload = (client: TestClient, bytes = 40) =>
  quickCreate<Module & ProblemBody & { retryAfter?: number }>(client, [
    'words.txt',
    String((count += 1)).padEnd(bytes, ' words'),
  ]);

test('[SEC-05] a person uploads so many files a day, refused ones too; others are free, and tomorrow is another day', async () => {
  expect((await upload(admin)).status).toBe(201);
  expect((await quickCreate(admin, ['not.pdf', 'no PDF'])).status).toBe(422);
  expect((await upload(admin)).status).toBe(201);
  const refused = await upload(admin);
  expect([refused.status, refused.body.code]).toEqual([429, 'UPLOAD_LIMIT_REACHED']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBe(refused.body.retryAfter);
  // 23 hours are left of the day.
  expect(wait).toBeGreaterThan(82_000);
  expect(wait).toBeLessThanOrEqual(23 * 3600);
  expect((await upload(other)).status).toBe(201);
  days += 1;
  await moveTo(days);
  expect((await upload(await signIn(server.client(), person))).status).toBe(201);
});

test('[SEC-05] [MOD-05] in a list the files beyond the limit are named, the others are stored', async () => {
  const answer = await bulk(
    admin,
    Array.from({ length: 5 }, (_, index) => [`words ${index}.txt`, `Words ${days} ${index}`] as const),
  );
  expect(answer.body.uploadedFiles).toHaveLength(3);
  expect(answer.body.failedFiles.map(({ code }) => code)).toEqual([
    'UPLOAD_LIMIT_REACHED',
    'UPLOAD_LIMIT_REACHED',
  ]);
});

test('[SEC-05] a person uploads so many bytes a day, and many calls at once are no way round', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload(admin, 900_000)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429]);
  // What one call alone says to be more than the day allows.
  expect((await upload(other, 3 * megabyte)).body.code).toBe('UPLOAD_LIMIT_REACHED');
  expect((await upload(other)).status).toBe(201);
});

test('[SEC-05] what a call announces and does not send is given back', async () => {
  const { port } = new URL(server.url);
  const sent = request({
    port,
    method: 'POST',
    path: '/api/training-modules/quick-create',
    headers: {
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '1900000',
    },
  });
  sent.on('error', () => undefined);
  sent.write('--b\r\n');
  const counted = async () => {
    const { rows } = await database.admin.query<{ bytes: string }>(
      'select bytes from upload_counts where user_id = $1',
      [person.id],
    );
    return Number(rows[0]?.bytes ?? 0);
  };
  await expect.poll(counted).toBe(1_900_000);
  expect((await upload(admin, 900_000)).status).toBe(429);
  sent.destroy();
  await expect.poll(counted).toBeLessThan(1000);
  expect((await upload(admin, 900_000)).status).toBe(201);
});
