import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { createClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

const secret = 'a secret of this test with more than 32 letters';
let database: TestDatabase;
let product: RunningServer;
let removeFolder: () => void;
let admin: FixtureUser;
let organizationId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  const maker = await startTestServer({ db: database, config: { secretKey: Buffer.from(secret) } });
  admin = await createUser(maker.services, { role: 'admin' });
  ({ id: organizationId } = await createOrganization(maker.services));
  await maker.close();
  product = await startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: path.join(dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    STOP_DELAY: '3',
  });
});
afterAll(async () => {
  product?.kill('SIGKILL');
  await product?.ended;
  removeFolder?.();
  await database?.drop();
});

type Line = Readonly<Record<string, unknown>>;

/** The lines of the access log so far. */
const accessLines = (): Line[] =>
  product
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Line);

/** The line of a request, once it is there. */
const lineOf = (requestId: string | null): Promise<Line> =>
  until(`the line of ${String(requestId)}`, () => accessLines().find((line) => line.requestId === requestId));

test('[OPS-10] each request is one line of the log, with its id and the pattern of its route, and without a person, an address or a secret', async () => {
  const client = await signIn(createClient(product.url), admin);
  const made = await client.post('/api/departments', { name: 'Cardiology', organizationId });
  const requestId = made.headers.get('x-request-id');
  const line = await lineOf(requestId);
  expect(line).toMatchObject({ level: 30, method: 'POST', route: '/api/departments', status: 201 });
  expect(line.ms).toBeGreaterThan(0);
  expect(line.bytes).toBeGreaterThan(200);
  // The same id is in the trail, and in the answer to what failed.
  const { rows } = await database.admin.query(
    `select 1 from audit.events e where to_jsonb(e)::text like $1`,
    [`%${String(requestId)}%`],
  );
  expect(rows).not.toEqual([]);
  const refused = await client.patch(`/api/users/${admin.id}?token=hidden`, { email: 'not an address' });
  const refusedId = refused.headers.get('x-request-id');
  expect((refused.body as Problem).requestId).toBe(refusedId);
  expect(await lineOf(refusedId)).toMatchObject({ route: '/api/users/:userId', status: 422 });

  const before = accessLines().length;
  const visitor = createClient(product.url);
  for (const address of ['/reset-password?token=hidden', '/api/none/hidden', '/api/users/%zz'])
    await visitor.get(address);
  await until('all are there', () => accessLines().length === before + 3);
  const secrets = [admin.id, admin.email, admin.lastName, 'hidden', '127.0.0.1', 'not an address'];
  const text = accessLines()
    .map((each) => JSON.stringify(each))
    .join('\n');
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});

test('[OPS-04] told to stop, a server says that it is not ready and still answers, so that a load balancer notices; then it ends', async () => {
  const visitor = createClient(product.url);
  expect((await visitor.get('/api/ready')).status).toBe(200);
  const asked = performance.now();
  product.kill('SIGTERM');
  const ready = await until('it says so', async () => {
    const answer = await visitor.get('/api/ready');
    return answer.status === 503 ? answer : null;
  });
  expect((ready.body as Problem).code).toBe('STOPPING');
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await createClient(product.url).get('/api/version')).status).toBe(200);
  expect((await product.ended).code).toBe(0);
  expect(performance.now() - asked).toBeGreaterThan(2900);
});
