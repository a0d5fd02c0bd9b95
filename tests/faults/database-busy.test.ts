import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { runAs } from '#server/platform/command/origin.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Answer } from '#tests/harness/client.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';

const metricsToken = 'a-token-of-24-characters';
let database: TestDatabase;
let server: TestServer;
let holder: pg.Client;
/** Less than a person waits for a lock in the product, where a test waits for nothing else. */
const lockTimeout = 1500;

async function start(statements?: Config['statements']): Promise<void> {
  const longestDirectWait = statements ? { statements } : {};
  server = await startTestServer({
    db: database,
    config: { databasePool: 5, metricsToken, ...longestDirectWait },
  });
}
beforeEach(async () => {
  database = await createTestDatabase();
  holder = new pg.Client({ connectionString: database.adminUrl });
  await holder.connect();
});
afterEach(async () => {
  await holder?.end();
  await server?.close();
  await database?.drop();
});

/** Somebody else's transaction, which does not end. */
async function lockTable(table: string): Promise<void> {
  await holder.query('begin');
  await holder.query(`lock table ${table} in access exclusive mode`);
}

const waiting = async (): Promise<number> => {
  const { rows } = await database.admin.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
};

function expectLater(answer: Answer, code: string): void {
  expect([answer.status, (answer.body as Problem).code]).toEqual([503, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((answer.body as Problem).requestId).toBe(answer.headers.get('x-request-id'));
}

test('[OPS-10] what somebody else holds locked is answered 503 within seconds, readers and the trail are none the worse', async () => {
  await start({ lockTimeout, statementTimeout: 60_000 });
  const { id: organizationId } = await createOrganization(server.services);
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  await lockTable('departments');
  const asked = performance.now();
  expectLater(await admin.post('/api/departments', { name: 'Late', organizationId }), 'TIMEOUT');
  expect(performance.now() - asked).toBeGreaterThan(lockTimeout);
  expect(performance.now() - asked).toBeLessThan(20_000);
  await holder.query('rollback');
  expect((await admin.post('/api/departments', { name: 'Late', organizationId })).status).toBe(201);
});

test('[OPS-10] readiness and metrics answer while every connection of the pool is taken, and nobody waits for one for long', async () => {
  await start();
  const user = await createUser(server.services, { role: 'admin' });
  const admin = await signIn(server.client(), user);
  await lockTable('users');
  const stuck = Array.from({ length: 5 }, () => admin.get('/api/auth/user'));
  await until('all connections of the pool wait', async () => (await waiting()) === 5);
  const late = admin.get('/api/auth/user');
  const visitor = server.client();
  const asked = performance.now();
  expect((await visitor.get('/api/ready')).status).toBe(200);
  const metrics = await fetch(new URL('/api/metrics', server.url), {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(await metrics.text()).toContain('traintrail_audit_seal_lag_seconds ');
  expect(performance.now() - asked).toBeLessThan(5000);
  for (const answer of await Promise.all(stuck)) expectLater(answer, 'TIMEOUT');
  expect((await late).status).toBe(503);
  await holder.query('rollback');
  expect((await admin.get('/api/auth/user')).status).toBe(200);
});

test('[OPS-10] background work waits longer for a lock than a person: nothing is lost by it', async () => {
  await start({ lockTimeout, statementTimeout: 60_000 });
  await lockTable('organizations');
  const work = runAs({ job: 'test.patient' }, () =>
    runCommand(server.services, { action: 'organization.created', actorId: null }, (tx) =>
      sql`select count(*) from organizations`.execute(tx.db),
    ),
  );
  const begun = async (): Promise<string | undefined> => {
    const { rows } = await database.admin.query<{ begun: string }>(
      `select xact_start::text as begun from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.begun;
  };
  const first = await until('it waits', begun);
  await until('it has been sent away once and waits again, in another transaction', async () => {
    const now = await begun();
    return now !== undefined && now !== first;
  });
  await holder.query('rollback');
  await expect(work).resolves.toBeDefined();
});
