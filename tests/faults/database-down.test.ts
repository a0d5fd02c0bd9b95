import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Problem } from '#shared/contract/errors.ts';
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts';
import { createJobs, type QueueConnection } from '#server/platform/jobs/pg-boss-jobs.ts';
import { isAlive } from '#server/platform/postgres/owner.ts';
import { createClient, type Answer, type TestClient } from '#tests/harness/client.ts';
import { ownCluster, type OwnCluster } from '#tests/harness/own-cluster.ts';
import { until } from '#tests/harness/poll.ts';
import { ask, temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

const secret = 'a secret of this test with more than 32 letters';

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const countJob = defineJob({ name: 'test.outage', data: z.object({ item: z.int() }), run: async () => {} });

/** A second server that works on jobs and listens; says what it did and heard. */
async function secondServer(url: string, dataDir: string) {
  const server = await startTestServer({ db: { url }, dataDir, config: { secretKey: Buffer.from(secret) } });
  cleanups.push(server.close);
  const done: number[] = [];
  const heard: string[] = [];
  const job = defineJob({ ...countJob, run: async (_services, { item }) => void done.push(item) });
  const queueConnection: QueueConnection = { connectionString: url };
  const jobs = await createJobs(queueConnection, [job], server.services.log);
  cleanups.push(() => jobs.stop());
  await jobs.start(server.services, [job]);
  server.services.listener.subscribe('test_channel', (payload) => heard.push(payload));
  return { server, jobs, done, heard };
}

const enqueue = ({ services }: TestServer, jobs: Jobs, item: number): Promise<void> =>
  services.db.transaction().execute((tx) => jobs.enqueue(tx, countJob, [{ item }]));

function expectUnavailable(answer: Answer): void {
  expect([answer.status, (answer.body as Problem).code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Everything that needs the database is refused, whoever asks: nobody's rights are remembered from before. */
async function expectOutage(admin: TestClient, visitor: TestClient, person: FixtureUser): Promise<void> {
  expectUnavailable(await visitor.get('/api/ready'));
  expect((await visitor.get('/api/health')).status).toBe(200);
  expectUnavailable(await visitor.get('/api/landing'));
  expectUnavailable(
    await visitor.post('/api/auth/login', { email: person.email, password: person.password }),
  );
  expectUnavailable(await admin.get('/api/auth/user'));
  expectUnavailable(await admin.get('/api/users'));
  expectUnavailable(
    await admin.post('/api/users', { email: 'x@example.org', firstName: 'X', lastName: 'Y' }),
  );
  expectUnavailable(await admin.patch(`/api/users/${person.id}`, { firstName: 'Refused' }));
}

/** The answer to a change that waits for a lock when the database ends. */
async function changeBrokenOff(cluster: OwnCluster, admin: TestClient, person: FixtureUser): Promise<Answer> {
  const holder = new pg.Client({ connectionString: cluster.adminUrl });
  holder.on('error', () => undefined);
  await holder.connect();
  cleanups.push(() => holder.end().catch(() => undefined));
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for update', [person.id]);
  const answer = admin.patch(`/api/users/${person.id}`, { firstName: 'Interrupted' });
  await until('the change waits for the lock', async () => {
    const [row] = await ask<{ waiting: number }>(
      cluster.adminUrl,
      `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return row?.waiting === 1;
  });
  await cluster.stop();
  return answer;
}

test('[OPS-03] [OPS-04] F5: while the database is down every call is refused with 503, and everything goes on when it is back', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const cluster = await ownCluster(dir);
  cleanups.push(cluster.stop);
  const dataDir = path.join(dir, 'data');
  const second = await secondServer(cluster.url, dataDir);
  const adminUser = await createUser(second.server.services, { role: 'admin' });
  const person = await createUser(second.server.services);
  const product = await startProduct({
    DATABASE_URL: cluster.url,
    DATA_DIR: dataDir,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'info',
  });
  cleanups.push(async () => {
    product.kill('SIGTERM');
    await product.ended;
  });
  const visitor = createClient(product.url);
  const admin = await signIn(createClient(product.url), adminUser);
  expect((await visitor.get('/api/ready')).status).toBe(200);
  await enqueue(second.server, second.jobs, 1);
  await until('the first job has run', () => second.done.includes(1));

  expectUnavailable(await changeBrokenOff(cluster, admin, person));
  const downUntil = Date.now() + 3000;
  // Again and again, so that no pool, queue or listener meets the outage only once.
  await until('the outage has lasted', async () => {
    await expectOutage(admin, visitor, person);
    return Date.now() > downUntil;
  });
  await expect(enqueue(second.server, second.jobs, 2)).rejects.toThrow(/ENOENT|Connection terminated/);

  await cluster.start();
  await until('the server is ready again', async () => (await visitor.get('/api/ready')).status === 200);
  expect(isAlive(product.pid)).toBe(true);
  // The session of before, on the same process.
  expect((await admin.get<{ id: string }>('/api/auth/user')).body.id).toBe(adminUser.id);
  expect((await admin.patch(`/api/users/${person.id}`, { lastName: 'Kept' })).status).toBe(200);
  const names = await ask(cluster.adminUrl, 'select first_name, last_name from users where id = $1', [
    person.id,
  ]);
  expect(names).toEqual([{ first_name: person.firstName, last_name: 'Kept' }]);
  await signIn(createClient(product.url), { email: person.email, password: FIXTURE_PASSWORD });

  await enqueue(second.server, second.jobs, 3);
  await until('jobs run again', () => second.done.includes(3), { timeout: 30_000 });
  expect(second.done).toEqual([1, 3]);
  await until(
    'messages arrive again',
    async () => {
      await ask(cluster.adminUrl, `select pg_notify('test_channel', 'back')`);
      return second.heard.includes('back');
    },
    { timeout: 30_000, interval: 200 },
  );
  await until(
    'the process itself listens again',
    async () => {
      const [row] = await ask<{ listeners: number }>(
        cluster.adminUrl,
        `select count(*)::int as listeners from pg_stat_activity where application_name = 'traintrail listener'`,
      );
      return row?.listeners === 2;
    },
    { timeout: 30_000, interval: 200 },
  );
});
