import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { sweepMailJob } from '#server/platform/mail/outbox.ts';
import { isAlive } from '#server/platform/postgres/owner.ts';
import { listenerName } from '#server/platform/postgres/connections.ts';
import { createClient, type Answer, type TestClient } from '#tests/harness/client.ts';
import { ownCluster, wireTo, type OwnCluster, type Wire } from '#tests/harness/own-cluster.ts';
import { until } from '#tests/harness/poll.ts';
import { ask, temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { atServer } from '#tests/harness/observed-place.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

const secret = 'a secret of this test with more than 32 letters';
let folder: { readonly dir: string; readonly remove: () => void };
let cluster: OwnCluster;
let wire: Wire;
let product: RunningServer;
let person: FixtureUser;
let admin: TestClient;
/** Whether the calls of {@link underLoad} go on. */
let loading = false;

beforeAll(async () => {
  folder = temporaryFolder();
  cluster = await ownCluster(folder.dir);
  wire = await wireTo(cluster);
  const dataDir = path.join(folder.dir, 'data');
  const maker = await startTestServer({
    db: cluster,
    dataDir,
    config: { secretKey: Buffer.from(secret) },
  });
  const adminUser = await createUser(maker.services, { role: 'admin' });
  person = await createUser(maker.services);
  await maker.close();
  product = await startProduct({
    DATABASE_URL: wire.url,
    DATA_DIR: dataDir,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  admin = await signIn(createClient(product.url), adminUser);
});
afterEach(() => {
  loading = false;
});
afterAll(async () => {
  product?.kill('SIGTERM');
  await product?.ended;
  await wire?.close();
  await cluster?.stop();
  folder?.remove();
});

/** A file that goes to the disk, and a row that names it. */
function upload(): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(samplePng)], { type: 'image/png' }), 'me.png');
  return admin.post('/api/users/profile/picture', form);
}

/** Messages of the server to a page: what opening them is answered. */
async function openStream(): Promise<Answer> {
  const leave = new AbortController();
  const options = { signal: leave.signal };
  const { status, headers, body } = await admin.fetch('GET', '/api/notifications/stream', undefined, options);
  if (status === 200) {
    leave.abort();
    return { status, headers, body };
  }
  return { status, headers, body: await new Response(body).json() };
}

/** Reads and writes without a pause, from several people at once, while something happens; what they were answered. */
async function underLoad(happening: () => Promise<void>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const visitor = createClient(product.url);
  const calls: readonly (() => Promise<Answer | null>)[] = [
    () => visitor.post('/api/auth/login', { email: person.email, password: person.password }),
    () => visitor.post('/api/auth/forgot-password', { email: 'somebody@example.org' }),
    () => upload(),
    () => openStream(),
    // Once the first byte is sent, an answer can only end early.
    () => admin.get('/api/users/me/export').catch(() => null),
    () => admin.get('/api/exports/download?dataSet=people&format=csv&columns=email').catch(() => null),
    () => admin.get('/api/users'),
    () => admin.patch(`/api/users/${person.id}`, { firstName: 'Under load' }),
    () => admin.get('/api/auth/user'),
    () => visitor.get('/api/ready'),
    () => visitor.get('/api/landing'),
  ];
  loading = true;
  const people = calls
    .flatMap((call) => [call, call])
    .map(async (call) => {
      while (loading) {
        const answer = await call();
        if (answer) answers.push(answer);
      }
    });
  await until('everybody works', () => answers.length > 50);
  await happening();
  loading = false;
  await Promise.all(people);
  return answers;
}

const codeOf = (body: unknown): string =>
  ['SIGN_IN_REFUSED', 'TOO_MANY_ATTEMPTS'].includes((body as Problem).code)
    ? 'attempts'
    : (body as Problem).code;

/** The kinds of failures that people were told of, with whether they were told when to try again. */
function failuresIn(answers: readonly Answer[]): readonly string[] {
  const told = answers.filter(({ status }) => status >= 500);
  // A call that this test gets wrong would say nothing of the server; a sign-in that was cut off counts as an attempt.
  const wrong = answers.filter(
    ({ status, body }) => status >= 400 && status < 500 && codeOf(body) !== 'attempts',
  );
  expect(wrong).toEqual([]);
  return [
    ...new Set(
      told.map(({ status, headers, body }) => {
        const { code } = body as Problem;
        const kind = code === 'TIMEOUT' ? 'DATABASE_UNAVAILABLE' : code;
        return `${status} ${kind}${Number(headers.get('retry-after')) > 0 ? ', later' : ''}`;
      }),
    ),
  ];
}
/** Nobody is told that something is wrong with the product: who asks again later gets what they want. */
const onlyLater = ['503 DATABASE_UNAVAILABLE, later'];

/** Calls, background work and messages go on, in the same process. */
async function expectRecovered(): Promise<void> {
  const visitor = createClient(product.url);
  await until('the server is ready', async () => (await visitor.get('/api/ready')).status === 200, {
    timeout: 30_000,
  });
  await until('calls are answered', async () => (await admin.get('/api/auth/user')).status === 200, {
    timeout: 30_000,
  });
  expect(isAlive(product.pid)).toBe(true);
  await until(
    'the process listens again',
    async () => {
      const rows = await ask(cluster.adminUrl, 'select 1 from pg_stat_activity where application_name = $1', [
        listenerName,
      ]);
      return rows.length === 1;
    },
    { timeout: 40_000, interval: 200 },
  );
  // What was asked for under load may have been done before it failed; this is asked for now.
  await ask(cluster.adminUrl, 'delete from sign_in_throttles');
  const [before] = await ask<{ at: Date }>(cluster.adminUrl, 'select clock_timestamp() as at');
  expect((await visitor.post('/api/auth/forgot-password', { email: person.email })).status).toBe(200);
  await until('background work runs', () => doneSince(resetLinkJob.name, before?.at), { timeout: 60_000 });
}

/** Whether a job of this name that was enqueued since then is done. */
async function doneSince(name: string, since: Date | undefined): Promise<boolean> {
  const rows = await ask(
    cluster.adminUrl,
    `select 1 from pgboss.job where name = $1 and state = 'completed' and created_on > $2 limit 1`,
    [name, since],
  );
  return rows.length > 0;
}

test('[OPS-10] F4: kill -9 of PostgreSQL under load: 503 until it is back, never 500, and the server recovers by itself', async () => {
  const answers = await underLoad(async () => {
    await cluster.kill();
    await delay(1500);
    await cluster.start();
  });
  expect(failuresIn(answers)).toEqual(onlyLater);
  await expectRecovered();
});

test('[OPS-10] F5: connections that are cut or ended in the middle of a transaction are answered 503, never 500', async () => {
  const answers = await underLoad(async () => {
    for (let round = 0; round < 15; round += 1) {
      wire.cut();
      await delay(60);
      await ask(
        cluster.adminUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'traintrail_app'`,
      );
      await delay(60);
    }
  });
  expect(failuresIn(answers)).toEqual(onlyLater);
  await expectRecovered();
});

test('[OPS-10] F5: a database that takes no further connections is answered 503, never 500', async () => {
  const answers = await underLoad(async () => {
    await ask(cluster.adminUrl, 'alter role traintrail_app connection limit 0');
    wire.cut();
    await delay(1000);
    await ask(cluster.adminUrl, 'alter role traintrail_app nologin');
    await delay(1000);
    await ask(cluster.adminUrl, 'alter role traintrail_app connection limit -1 login');
  });
  expect(failuresIn(answers)).toEqual(onlyLater);
  await expectRecovered();
});

test('[OPS-10] F5: a network that keeps silent makes the server not ready within seconds, and holds no call for longer than a statement may last', async () => {
  const visitor = createClient(product.url);
  // Beside the process, a server of the same installation whose statements may last less, so that nobody waits a minute here.
  const statementTimeout = 3000;
  const brief = await startTestServer({
    db: wire,
    dataDir: path.join(folder.dir, 'data'),
    config: { secretKey: Buffer.from(secret), statements: { lockTimeout: 1000, statementTimeout } },
  });
  try {
    const caller = atServer(brief, admin);
    expect((await caller.get('/api/auth/user')).status).toBe(200);
    wire.silence(true);
    const asked = performance.now();
    expect((await visitor.get('/api/ready')).status).toBe(503);
    expect(performance.now() - asked).toBeLessThan(6000);
    const answers = await Promise.all(Array.from({ length: 3 }, () => caller.get('/api/auth/user')));
    expect(performance.now() - asked).toBeLessThan(10 * statementTimeout);
    expect(failuresIn(answers)).toEqual(onlyLater);
    wire.silence(false);
    expect((await caller.get('/api/auth/user')).status).toBe(200);
  } finally {
    wire.silence(false);
    await brief.close();
  }
  const [heard] = await ask<{ at: Date }>(cluster.adminUrl, 'select clock_timestamp() as at');
  await expectRecovered();
  await until('the schedule goes on', () => doneSince(sweepMailJob.name, heard?.at), {
    timeout: 120_000,
    interval: 500,
  });
});
