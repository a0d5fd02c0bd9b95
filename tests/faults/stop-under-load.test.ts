import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';
import {
  createOrganization,
  createUser,
  FIXTURE_PASSWORD,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';

const token = 'the-token-of-a-mailed-link-0123456789';
const secret = 'a secret of this test with more than 32 letters';
let database: TestDatabase;
let product: RunningServer;
let admin: FixtureUser;
let learner: FixtureUser;
let organizationId: number;
let removeFolder: () => void;

beforeAll(async () => {
  database = await createTestDatabase({ tcp: true });
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://training.example.org',
    LOG_LEVEL: 'trace',
  };
  const { secretKey } = loadConfig(env);
  const maker = await startTestServer({ db: database, config: { secretKey } });
  admin = await createUser(maker.services, { role: 'admin' });
  learner = await createUser(maker.services);
  ({ id: organizationId } = await createOrganization(maker.services));
  await maker.close();
  product = await startProduct(env);
});
afterAll(async () => {
  product?.kill('SIGKILL');
  await product?.ended;
  removeFolder?.();
  await database?.drop();
});

/** Says what became of a call whose connection may be gone: its status, or null. */
async function attempt(client: TestClient, name: string): Promise<number | null> {
  try {
    return (await client.post('/api/departments', { name, organizationId })).status;
  } catch {
    return null;
  }
}

test('[OPS-04] SIGTERM under load: what was answered stands, what stands was answered, and the log names nobody', async () => {
  const client = await signIn(createClient(product.url), admin);
  await leaveTraces(product.url);
  const answered: string[] = [];
  let stopping = false;
  const workers = Array.from({ length: 20 }, async (_, worker) => {
    for (let n = 0; ; n += 1) {
      const name = `Load ${worker} ${n}`;
      const status = await attempt(client, name);
      if (status === 201) answered.push(name);
      // Refused or not reached: the server is going, and has done nothing.
      else if (stopping) return status;
      else throw new Error(`answered ${String(status)} before it was stopped`);
    }
  });
  while (answered.length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  stopping = true;
  product.kill('SIGTERM');
  const last = await Promise.all(workers);
  expect((await product.ended).code).toBe(0);
  expect(last.filter((status) => status !== null && status !== 503)).toEqual([]);
  const { rows } = await database.admin.query<{ name: string }>(
    `select name from departments where name like 'Load %'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(answered.toSorted());

  const { stdout, stderr } = await product.ended;
  const log = stdout + stderr;
  expect(log).toContain('"msg":"stopping"');
  const secrets = [admin.email, learner.email, 'nobody@', FIXTURE_PASSWORD, secret, token, 'wrong password'];
  expect(secrets.filter((text) => log.includes(text))).toEqual([]);
});

/** What people do in a day that a careless log would repeat: wrong passwords, unknown people, refused input, links with secrets. */
async function leaveTraces(url: string): Promise<void> {
  const visitor = createClient(url);
  await visitor.post('/api/auth/login', { email: learner.email, password: 'wrong password' });
  await visitor.post('/api/auth/login', { email: 'nobody@example.org', password: 'wrong password' });
  await visitor.post('/api/auth/forgot-password', { email: learner.email });
  await visitor.post('/api/auth/reset-password', { token: FIXTURE_PASSWORD, newPassword: FIXTURE_PASSWORD });
  const client = await signIn(createClient(url), admin);
  await client.post('/api/users', { email: learner.email, firstName: 'A', lastName: 'B', role: 'learner' });
  await client.post('/api/users', { email: 'not an address', firstName: learner.email, role: 'emperor' });
  await client.post(`/api/users/${learner.id}/set-password`, { password: FIXTURE_PASSWORD });
  // Links of mails, as they are opened and used; a request for a CV, and one that is searched by its address.
  for (const path of ['/profile/documents?request=', '/reset-password?token=', '/confirm-email?token=']) {
    await visitor.get(`${path}${token}`);
  }
  await client.post('/api/hr/own/cv/open-request', { token });
  await client.post('/api/hr/cvs/requests', { userIds: [learner.id], message: `Dear ${learner.email}` });
  await client.get(`/api/hr/cvs?q=${encodeURIComponent(learner.email)}`);
  await client.get(`/api/users?q=${encodeURIComponent(learner.email)}&sort=nothing`);
}
