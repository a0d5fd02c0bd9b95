import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { poolConfig } from '#server/db/connection.ts';
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts';
import { createJobs, type QueueConnection } from '#server/platform/jobs/pg-boss-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';

let database: TestDatabase;
let server: TestServer;
const opened: Jobs[] = [];

/** A server of its own on the same database, with its own handlers. */
async function anotherServer(runs: string[], name: string): Promise<Jobs> {
  const job = defineJob({
    name: 'test.count',
    data: z.object({ item: z.int() }),
    concurrency: 4,
    run: async (_services, { item }) => {
      runs.push(`${name}:${String(item)}`);
    },
  });
  const connection = poolConfig(database.url) as QueueConnection;
  const jobs = await createJobs(connection, [job], server.services.log);
  opened.push(jobs);
  await jobs.start(server.services, [job]);
  return jobs;
}

const countJob = defineJob({ name: 'test.count', data: z.object({ item: z.int() }), run: async () => {} });

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});

afterAll(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()));
  await server.close();
  await database.drop();
});

test('[OPS-03] two servers share one queue: each of 100 jobs runs on one of them, once', async () => {
  const runs: string[] = [];
  const first = await anotherServer(runs, 'first');
  await anotherServer(runs, 'second');
  await server.services.db.transaction().execute(async (trx) => {
    const items = Array.from({ length: 100 }, (_, item) => ({ item }));
    await first.enqueue(trx, countJob, items);
  });
  await until('all jobs to run', () => runs.length >= 100);
  // A job that ran twice would show after the last one was done.
  await until('the queue to be empty', async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job where name = 'test.count' and state in ('created', 'active', 'retry')
    `.execute(server.services.db);
    return rows[0]?.open === 0;
  });
  const items = runs.map((run) => Number(run.split(':')[1]));
  expect(items.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, item) => item));
  expect(new Set(runs.map((run) => run.split(':')[0]))).toEqual(new Set(['first', 'second']));
});

test('[OPS-03] a job that waits for the same thing is not enqueued again; another, or one after it began, is', async () => {
  const job = defineJob({
    name: 'test.once',
    data: z.object({ item: z.int() }),
    waitsOnceFor: ({ item }) => String(item),
    run: async () => {},
  });
  const jobs = await createJobs(poolConfig(database.url), [job], server.services.log);
  opened.push(jobs);
  const enqueue = (...items: number[]) =>
    server.services.db.transaction().execute((trx) =>
      jobs.enqueue(
        trx,
        job,
        items.map((item) => ({ item })),
      ),
    );
  const waiting = async () => {
    const { rows } = await sql<{ item: number }>`
      select (data ->> 'item')::int as item from pgboss.job where name = 'test.once' and state = 'created' order by 1
    `.execute(server.services.db);
    return rows.map((row) => row.item);
  };
  await enqueue(1, 2, 2);
  await Promise.all([enqueue(2), enqueue(3), enqueue(3)]);
  expect(await waiting()).toEqual([1, 2, 3]);
  await database.admin.query(`update pgboss.job set state = 'active' where name = 'test.once'`);
  await enqueue(2);
  expect(await waiting()).toEqual([2]);
});

test('[OPS-03] a job hears whether the queue will try it again', async () => {
  const heard: Record<string, boolean | undefined> = {};
  const tried = (name: string, retryLimit: number) =>
    defineJob({
      name,
      data: z.object({}),
      retryLimit,
      run: async (_services, _data, _stopping, isLastTry) => {
        heard[name] = isLastTry;
        throw new Error('it does not work');
      },
    });
  const tries = [tried('test.again', 1), tried('test.once-only', 0)];
  const jobs = await createJobs(poolConfig(database.url), tries, server.services.log);
  opened.push(jobs);
  await jobs.start(server.services, tries);
  await server.services.db.transaction().execute(async (trx) => {
    for (const job of tries) await jobs.enqueue(trx, job, [{}]);
  });
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = any(${tries.map(({ name }) => name)}) order by name
    `.execute(server.services.db);
    return rows.map(({ state }) => state);
  };
  await until('both to fail', async () => (await states()).join() === 'retry,failed');
  expect(heard).toEqual({ 'test.again': false, 'test.once-only': true });
});

test('[OPS-03] a rolled back command leaves no job behind', async () => {
  const jobs = opened[0];
  if (!jobs) throw new Error('no queue');
  const refused = server.services.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, countJob, [{ item: 1000 }]);
    throw new Error('the cause did not happen');
  });
  await expect(refused).rejects.toThrow('the cause did not happen');
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job where name = 'test.count' and data ->> 'item' = '1000'
  `.execute(server.services.db);
  expect(rows[0]?.jobs).toBe(0);
});

test('[OPS-03] a message of one server reaches the listeners of every other', async () => {
  const other = await startTestServer({ db: database });
  try {
    const heard: string[] = [];
    other.services.listener.subscribe('test_channel', (payload) => heard.push(payload));
    await until('the message to arrive', async () => {
      await sql`select pg_notify('test_channel', 'hello')`.execute(server.services.db);
      return heard.length > 0;
    });
    expect(heard[0]).toBe('hello');
  } finally {
    await other.close();
  }
});
