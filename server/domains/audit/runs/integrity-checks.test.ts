import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { integrityChecksContract as contract } from '#shared/contract/integrity-checks.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { readyToSign } from '#tests/harness/training-world.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { requestCheck, type RequestedCheck } from './request-check.ts';
import { runCheck } from './run-check.ts';
import { findDueCheck, readCheckSummary } from './runs.store.ts';
import { sweepVerifyJob } from './verify.jobs.ts';

let database: TestDatabase;
let servers: readonly [TestServer, TestServer];
let boss: FixtureUser;
let other: FixtureUser;
let admin: TestClient;
let inspector: TestClient;
let victim: FixtureUser;

const token = 'token-of-the-operator';

beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestServer({ db: database, config: { metricsToken: token } });
  const { secretKey, dataDir } = first.services.config;
  servers = [first, await startTestServer({ db: database, dataDir, config: { secretKey } })];
  const organization = await createOrganization(first.services);
  boss = await createUser(first.services, { role: 'admin' });
  other = await createUser(first.services, { role: 'admin' });
  victim = await createUser(first.services, {
    firstName: 'Vera',
    lastName: 'Changed',
    organizationId: organization.id,
  });
  const foreign = await createOrganization(first.services);
  const reader = await createUser(first.services, {
    grants: [{ kind: 'inspector', organizationId: foreign.id }],
  });
  admin = await readyToSign(first, boss);
  inspector = await signIn(first.client(), reader);
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
});

const request = (wanted: Partial<RequestedCheck> = {}) =>
  runCommand(servers[0].services, { actorId: null, action: 'test.write' }, (tx) =>
    requestCheck(tx, { kind: 'nightly', withFiles: false, ...wanted }),
  );

async function check(wanted: Partial<RequestedCheck> = {}): Promise<number> {
  const id = await request(wanted);
  await runCheck(servers[0].services, id);
  return id;
}

const standing = async (): Promise<ResponseOf<typeof contract.standing>> =>
  (await admin.get<ResponseOf<typeof contract.standing>>('/api/integrity-checks/standing')).body;

const newest = async (client = admin): Promise<ResponseOf<typeof contract.list>[number]> => {
  const { body } = await client.get<ResponseOf<typeof contract.list>>('/api/integrity-checks?limit=1');
  return body[0]!;
};

const meaning = statementFor('findings_handled').text;
const sign = <Body>(findingsHash: string, password = boss.password) =>
  admin.post<Body>('/api/integrity-checks/sign', {
    findingsHash,
    reason: 'Restored the name from the trail',
    signature: { password, meaning },
  });

async function told(): Promise<{ bells: number; mails: number }> {
  const { rows } = await sql<{ bells: number; mails: number }>`
    select (select count(*)::int from notifications where type = 'integrity_findings') as bells,
      (select count(*)::int from mail_outbox where template = 'audit.integrityFindings') as mails`.execute(
    database.db,
  );
  return rows[0]!;
}

const change = (name: string) =>
  tamper(database.admin, `update users set first_name = '${name}' where id = '${victim.id}'`);

test('[OPS-10] a check that finds nothing tells nobody, and operators see that it ran', async () => {
  await check();
  expect(await newest()).toMatchObject({ state: 'finished', clean: true, findings: 0, kind: 'nightly' });
  expect(await standing()).toMatchObject({ openFindings: 0 });
  expect(await told()).toEqual({ bells: 0, mails: 0 });
  const metrics = await servers[0].services.metrics.text();
  expect(metrics).toContain('traintrail_verify_clean 1');
  expect(metrics).toContain('traintrail_verify_findings 0');
  expect(metrics).toMatch(/traintrail_verify_last_run_timestamp_seconds \d{10}/);
});

test('[AUD-04] a planted change is found and every administrator is told once; a signature closes it', async () => {
  await change('Forged');
  await check();
  const found = await newest();
  expect(found).toMatchObject({ clean: false, findings: 1, openFindings: 1, acknowledgements: [] });
  const { body: findings } = await admin.get<ResponseOf<typeof contract.findings>>(
    '/api/integrity-checks/findings?open=true',
  );
  expect(findings).toMatchObject([
    {
      kind: 'record_changed',
      objectType: 'users',
      object: `users ${victim.id}`,
      name: 'Forged Changed',
      signed: false,
    },
  ]);
  expect(findings[0]?.detail).toContain('first_name');
  expect(await told()).toEqual({ bells: 2, mails: 2 });
  // Found again, told no more.
  await check();
  expect(await told()).toEqual({ bells: 2, mails: 2 });
  const { openFindings, findingsHash } = await standing();
  expect(openFindings).toBe(1);
  expect((await sign(findingsHash, 'not-the-password')).status).toBe(422);
  expect((await sign('0'.repeat(64))).body).toMatchObject({ code: 'STALE' });
  expect(await standing()).toMatchObject({ openFindings: 1 });
  expect(await sign(findingsHash)).toMatchObject({ status: 200, body: { meaning } });
  expect(await standing()).toMatchObject({ openFindings: 0 });
  expect((await newest()).acknowledgements).toMatchObject([
    { reason: 'Restored the name from the trail', findings: 1, signature: { valid: true } },
  ]);
  // It is signed for, and stays so while it is the same.
  await check();
  expect(await newest()).toMatchObject({ clean: false, findings: 1, openFindings: 0 });
  expect(await told()).toEqual({ bells: 2, mails: 2 });
});

test('[AUD-04] another change raises it again, and so does one that was gone meanwhile', async () => {
  await change('Again');
  await check();
  expect(await standing()).toMatchObject({ openFindings: 1 });
  expect(await told()).toEqual({ bells: 4, mails: 4 });
  await sign((await standing()).findingsHash);
  await change('Vera');
  await check();
  expect(await newest()).toMatchObject({ clean: true });
  await change('Again');
  await check();
  expect(await standing()).toMatchObject({ openFindings: 1 });
  expect(await told()).toEqual({ bells: 6, mails: 6 });
});

test('[AUD-04] findings stay open after a clean check until they are signed for', async () => {
  await change('Vera');
  await check();
  expect(await newest()).toMatchObject({ clean: true });
  expect(await standing()).toMatchObject({ openFindings: 1 });
  const { body } = await servers[0].client().get('/api/ready');
  expect(body).toMatchObject({ status: 'ready' });
  expect(body).not.toHaveProperty('integrity');
  const ready = await fetch(`${servers[0].url}/api/ready`, { headers: { authorization: `Bearer ${token}` } });
  expect(await ready.json()).toMatchObject({ status: 'ready', integrity: 'findings' });
  await sign((await standing()).findingsHash);
  expect(await standing()).toMatchObject({ openFindings: 0 });
});

test('[AUD-04] a change of what was signed is found, and shows as not valid', async () => {
  await tamper(database.admin, `update verify_acknowledgements set reason = 'Nothing was wrong'`);
  await check();
  const { body } = await admin.get<ResponseOf<typeof contract.findings>>(
    '/api/integrity-checks/findings?open=true',
  );
  expect(body.map(({ objectType }) => objectType)).toContain('verify_acknowledgements');
  const { body: runs } = await admin.get<ResponseOf<typeof contract.list>>('/api/integrity-checks');
  const signed = runs.flatMap(({ acknowledgements }) => acknowledgements);
  expect(signed.some(({ signature }) => signature?.valid === false)).toBe(true);
  await tamper(
    database.admin,
    `update verify_acknowledgements set reason = 'Restored the name from the trail'`,
  );
  await sign((await standing()).findingsHash);
});

test('[AUD-04] [INS-01] inspectors see that there were findings, but neither names, ids, values nor numbers of other organizations', async () => {
  const { body } = await inspector.get<ResponseOf<typeof contract.findings>>(
    '/api/integrity-checks/findings',
  );
  expect(body.length).toBeGreaterThan(0);
  expect(body.every(({ detail, name }) => detail === null && name === null)).toBe(true);
  expect(body.every(({ object, objectType }) => object === objectType)).toBe(true);
  expect(await newest(inspector)).toMatchObject({ state: 'finished', checked: null });
  expect((await newest()).checked?.events).toBeGreaterThan(0);
  expect((await inspector.post('/api/integrity-checks', { withFiles: false })).status).toBe(403);
});

test('[OPS-10] two servers run one check', async () => {
  const id = await request();
  const reports = await Promise.all(servers.map(({ services }) => runCheck(services, id)));
  expect(reports.filter((report) => report !== null)).toHaveLength(1);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from verify_runs where id = ${id} and state = 'finished'`.execute(
    database.db,
  );
  expect(rows[0]?.count).toBe(1);
});

test('[OPS-10] a check that a killed process left is taken up, and another one is not begun beside it', async () => {
  const id = await request();
  await runCommand(servers[0].services, { actorId: null, action: 'test.write' }, async (tx) => {
    await sql`
      update verify_runs set state = 'running', created_at = now() - interval '1 hour', began_at = now() - interval '1 hour'
      where id = ${id}`.execute(tx.db);
  });
  expect(await admin.post('/api/integrity-checks', { withFiles: true })).toMatchObject({
    status: 409,
    body: { code: 'ILLEGAL_STEP' },
  });
  const { services } = servers[0];
  await services.db.deleteFrom('verifyProgress').execute();
  await sql`delete from pgboss.job where name = 'audit.verify'`.execute(database.db);
  await sweepVerifyJob.run(services, {});
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'audit.verify' and state = 'created'`.execute(database.db);
  expect(rows).toEqual([{ data: { runId: id } }]);
  await runCheck(services, id);
  expect(await newest()).toMatchObject({ id, state: 'finished' });
});

test('[OPS-10] the sweep begins what is due, once', async () => {
  const { services } = servers[0];
  const count = async () => {
    const { rows } = await sql<{
      kind: string;
    }>`select kind from verify_runs where state = 'waiting'`.execute(database.db);
    return rows.map(({ kind }) => kind);
  };
  await check({ kind: 'weekly', withFiles: true });
  await sweepVerifyJob.run(services, {});
  expect(await count()).toEqual([]);
  await runCommand(servers[0].services, { actorId: null, action: 'test.write' }, async (tx) => {
    await sql`update verify_runs set began_at = began_at - interval '8 days'`.execute(tx.db);
  });
  await sweepVerifyJob.run(services, {});
  await sweepVerifyJob.run(services, {});
  expect(await count()).toEqual(['weekly']);
});

test('[OPS-10] an administrator cancels a check, also while it runs', async () => {
  const waiting = await newest();
  expect((await admin.post(`/api/integrity-checks/${String(waiting.id)}/cancel`, {})).status).toBe(200);
  const started = await admin.post<{ id: number }>('/api/integrity-checks', { withFiles: false });
  expect(started.status).toBe(201);
  const { id } = started.body;
  // A lock holds the check up in the middle of its reading.
  const client = await database.admin.connect();
  await client.query('begin');
  await client.query('lock table matrix_templates in access exclusive mode');
  const running = runCheck(servers[0].services, id);
  await until('it runs', async () => (await newest()).state === 'running');
  expect((await admin.post(`/api/integrity-checks/${String(id)}/cancel`, {})).status).toBe(200);
  expect(await running).toBeNull();
  await client.query('rollback');
  client.release();
  expect(await newest()).toMatchObject({
    id,
    state: 'cancelled',
    clean: null,
    requestedBy: expect.any(String),
  });
  expect((await admin.post(`/api/integrity-checks/${String(id)}/cancel`, {})).status).toBe(409);
  expect(other.id).not.toBe(boss.id);
});

test('[AUD-04] [OPS-10] a check that somebody invents in the future puts off no other, and one that is held up there is taken up', async () => {
  const { db } = database;
  const [due, { lastEndedAt }] = [await findDueCheck(db), await readCheckSummary(db)];
  await tamper(
    database.admin,
    `insert into verify_runs (kind, with_files, state, began_at, ended_at, clean, counts)
     values ('weekly', true, 'finished', now() + interval '9 years', now() + interval '9 years', true, '{}')`,
  );
  expect(await findDueCheck(db)).toBe(due);
  expect((await readCheckSummary(db)).lastEndedAt).toEqual(lastEndedAt);

  const id = await request();
  await database.admin.query(`delete from pgboss.job where name = 'audit.verify'`);
  await tamper(
    database.admin,
    `update verify_runs set created_at = now() + interval '9 years' where id = ${id}`,
  );
  await sweepVerifyJob.run(servers[0].services, {});
  const { rows } = await database.admin.query<{ data: unknown }>(
    `select data from pgboss.job where name = 'audit.verify'`,
  );
  expect(rows.map(({ data }) => data)).toEqual([{ runId: id }]);
  await runCheck(servers[0].services, id);
});
