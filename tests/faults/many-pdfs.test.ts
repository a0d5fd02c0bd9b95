import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { createUser, createUsers, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

const pdfs = 30;
const people = 300;

let database: TestDatabase;
let product: RunningServer;
let admin: FixtureUser;
let removeFolder: () => void;

beforeAll(async () => {
  database = await createTestDatabase({ tcp: true });
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret of this test with more than 32 letters',
    PUBLIC_URL: 'http://training.example.org',
  };
  const { secretKey } = loadConfig(env);
  const maker = await startTestServer({ db: database, config: { secretKey } });
  admin = await createUser(maker.services, { role: 'admin' });
  await createUsers(
    maker.services,
    Array.from({ length: people }, (_, index) => ({ lastName: `Reader ${String(index)}`, password: null })),
  );
  await maker.close();
  product = await startProduct(env);
});
afterAll(async () => {
  product?.kill('SIGKILL');
  await product?.ended;
  removeFolder?.();
  await database?.drop();
});

async function timeOfSignIn(): Promise<number> {
  const begun = performance.now();
  const { status } = await createClient(product.url).post('/api/auth/login', {
    email: admin.email,
    password: FIXTURE_PASSWORD,
  });
  expect(status).toBe(200);
  return performance.now() - begun;
}

test('[RPT-02] [PERF-01] F20: while thirty PDFs are written everybody else is answered, and nobody waits for them to end', async () => {
  const client = await signIn(createClient(product.url), admin);
  let waiting = pdfs;
  const begun = performance.now();
  const written = Promise.all(
    Array.from({ length: pdfs }, async () => {
      const answer = await client.get<Buffer>(
        '/api/exports/download?dataSet=people&format=pdf&columns=last_name,email,role',
      );
      waiting -= 1;
      return answer;
    }),
  );
  const beside: number[] = [];
  while (waiting > 0) beside.push(await timeOfSignIn());
  const whole = performance.now() - begun;
  for (const { status, body } of await written) {
    expect(status).toBe(200);
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(body.subarray(-6).toString()).toBe('%%EOF\n');
  }
  expect(beside.length).toBeGreaterThan(5);
  // Of its longest wait the half of all is asked, which a busy machine prolongs alike; seconds are the readers' benchmark's.
  expect(Math.max(...beside)).toBeLessThan(whole / 2);
});
