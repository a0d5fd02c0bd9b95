import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepMailJob } from '#server/platform/mail/outbox.ts';
import { createClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startCommand, type Running } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';

const metricsToken = 'a-token-of-24-characters';
let database: TestDatabase;
let env: Record<string, string>;
let removeFolder: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(dir, 'data'),
    SECRET_KEY: 'a secret of this test with more than 32 letters',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    METRICS_TOKEN: metricsToken,
  };
});
afterAll(async () => {
  removeFolder?.();
  await database?.drop();
});

/** Starts a worker and waits until it works; answers it with where it answers. */
async function startWorker(port: string): Promise<{ readonly process: Running; readonly address: string }> {
  const process = startCommand(['worker'], { ...env, WORKER_PORT: port });
  const line = await until('it works', () => /^.*"msg":"working".*$/m.exec(process.stdout())?.[0], {
    timeout: 60_000,
  });
  return { process, address: String((JSON.parse(line) as { address: unknown }).address) };
}

test('[OPS-10] a worker answers for its health and its metrics: jobs by kind and outcome, pool, seals, mails', async () => {
  const { process, address } = await startWorker('0');
  try {
    const visitor = createClient(address);
    expect((await visitor.get('/api/health')).body).toEqual({ status: 'ok' });
    expect((await visitor.get('/api/ready')).body).toEqual({ status: 'ready', clock: 'right' });
    // Of the product itself it serves nothing.
    expect((await visitor.get('/api/landing')).status).toBe(404);
    expect((await visitor.get('/api/metrics')).status).toBe(404);
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metrics = async (): Promise<string> =>
      (await fetch(new URL('/api/metrics', address), { headers })).text();
    const maker = await startTestServer({ db: database });
    await maker.services.db
      .transaction()
      .execute((tx) => maker.services.jobs.enqueue(tx, sweepMailJob, [{}]));
    await maker.close();
    const done = /^traintrail_job_duration_seconds_count\{job="mail\.sweep",outcome="completed"\} [1-9]/m;
    await until('the job is counted', async () => done.test(await metrics()), { timeout: 30_000 });
    const text = await metrics();
    for (const name of ['audit_seal_lag_seconds', 'mails{state="waiting"}', 'database_pool{state="waiting"}'])
      expect(text).toContain(`traintrail_${name} `);
    const taken = startCommand(['worker'], { ...env, WORKER_PORT: new URL(address).port });
    expect(await taken.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is already in use\. .*WORKER_PORT=.*\n$/),
    });
  } finally {
    process.kill('SIGTERM');
  }
  expect((await process.ended).code).toBe(0);
});
