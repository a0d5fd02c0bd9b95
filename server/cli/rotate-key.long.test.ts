import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startInstallation,
  exportBundle,
  installationSealingKey,
  rotateKeys,
  sealerOf,
  sealOnce,
} from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { decodeSecret } from '#server/platform/config/secret.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { createLog } from '#server/platform/log/log.ts';
import { sealedColumns } from '#server/sealed-columns.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startProduct } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
} from '#tests/harness/training-world.ts';
import type { TrainingWorld } from '#tests/harness/training-world.ts';
import { enrol, type TestAuthenticator } from '#tests/harness/two-factor.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { createUser, FIXTURE_PASSWORD, signIn } from '#tests/harness/world.ts';
import { admit } from './admission.ts';

const secrets = Array.from({ length: 3 }, () => randomBytes(48).toString('base64'));
const [first = '', second = '', third = ''] = secrets;

let db: TestDatabase;
let folder: ReturnType<typeof temporaryFolder>;
let server: TestServer;
let world: TrainingWorld;
let authenticator: TestAuthenticator;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  folder = temporaryFolder();
  server = await serverWith(first);
  await startInstallation(server.services);
  world = await createTrainingWorld(server, 2);
  const [learner, careful] = world.learners;
  if (!learner || !careful) throw new Error('the world has no learners');
  const [moduleId = 0] = await createTextModules(server.services, 2);
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  await completeText(await readyToSign(server, learner), id, learner);
  authenticator = await enrol(server.services, await signIn(server.client(), careful), FIXTURE_PASSWORD);
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.drop();
  folder.remove();
});

async function serverWith(secret: string): Promise<TestServer> {
  const secretKey = decodeSecret(secret);
  const config = { dataDir: folder.dir, secretKey };
  const known = await admit({ ...config, filesDir: '' } as never, db.db, createLog('silent'));
  const started = await startTestServer({
    db,
    dataDir: folder.dir,
    config: { secretKey, formerSecrets: known.formerSecrets },
  });
  cleanups.push(() => started.close());
  return started;
}

/** The exported checker as an inspector runs it. */
const check = (target: string, key: string): unknown => {
  const args = [path.join(target, 'verify.mjs'), '--key', key, '--json'];
  return JSON.parse(spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' }).stdout);
};

const environment = (secret: string): Record<string, string> => ({
  DATABASE_URL: db.url,
  DATA_DIR: folder.dir,
  SECRET_KEY: secret,
  PUBLIC_URL: server.url,
  LOG_LEVEL: 'info',
});

const keyIds = async (): Promise<number> => {
  const counts = await Promise.all(
    sealedColumns.map(async ({ table, member }) => {
      const id = member
        ? sql`${sql.ref(member.column)} -> ${sql.lit(member.name)} ->> 'keyId'`
        : sql`case when ciphertext is not null then key_id end`;
      const { rows } = await sql<{ id: string }>`
        select distinct id from (select ${id} as id from ${sql.table(table)}) ids where id is not null`.execute(
        db.db,
      );
      return rows.length;
    }),
  );
  return Math.max(...counts);
};

test('[OPS-09] a rotation leaves every signature valid, opens what was sealed, and is in the trail without a secret', async () => {
  const old = server;
  const signedIn = await signIn(old.client(), world.learners[0]!);
  const running = await startProduct(environment(first));
  const rotated = await runProduct(['rotate-key'], { ...environment(first), NEW_SECRET_KEY: second });
  expect(rotated).toMatchObject({ code: 0 });
  expect(rotated.stdout).toContain('Set SECRET_KEY to the value of NEW_SECRET_KEY');
  for (const secret of secrets) expect(rotated.stdout + rotated.stderr).not.toContain(secret);

  // Servers with the former secret make nothing more, and stop.
  const ended = await running.ended;
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('SECRET_KEY was rotated') });
  const [learner, careful] = world.learners;
  if (!learner || !careful) throw new Error('the world has no learners');
  const { email, password } = learner;
  expect(await old.client().post('/api/auth/login', { email, password })).toMatchObject({ status: 503 });
  const refused = await runProduct(['serve', '--no-page'], { ...environment(first), PORT: '0' });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(fingerprintOf({ secretKey: decodeSecret(second) })),
  });

  server = await serverWith(second);
  const same = server.client();
  for (const [name, value] of signedIn.cookies) same.cookies.set(name, value);
  expect(await same.get('/api/auth/user')).toMatchObject({ status: 200, body: { id: learner.id } });
  const client = await signIn(server.client(), learner);
  const certificates = await client.get('/api/certificates');
  expect(certificates.body).toMatchObject([{ status: 'valid', signed: true }]);
  for (const code of [await authenticator.code(), authenticator.recoveryCodes[0]]) {
    const withCode = server.client();
    const known = { email: careful.email, password: careful.password };
    expect(await withCode.post('/api/auth/login', known)).toMatchObject({ status: 200 });
    expect(await withCode.post('/api/auth/login/verify', { code })).toMatchObject({ status: 200 });
  }
  expect(await keyIds()).toBe(1);

  const report = await verifyAll(server.services);
  expect(report.findings).toEqual([]);
  const { rows } = await sql<{ content: string }>`
    select coalesce(payload, '') || header as content from audit.events e
    where command_id = (select id from audit.events where action = 'system.key-rotated' and kind = 'command')`.execute(
    db.db,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.some(({ content }) => content.includes('"commandLine": "rotate-key"'))).toBe(true);
  for (const secret of secrets) expect(rows.some(({ content }) => content.includes(secret))).toBe(false);
});

test('[OPS-09] [AUD-02] an exported trail is believed with the newest key alone, and a former key seals nothing more', async () => {
  const rotated = await runProduct(['rotate-key'], { ...environment(second), NEW_SECRET_KEY: third });
  expect(rotated).toMatchObject({ code: 0 });
  server = await serverWith(third);
  await verifyAll(server.services);
  const { config } = server.services;
  const target = path.join(folder.dir, 'bundle');
  await exportBundle({ db: db.db, dataDir: config.dataDir, keys: config, target });
  const { id } = installationSealingKey(config);
  expect(check(target, id)).toMatchObject({ clean: true, keys: [id, expect.anything(), expect.anything()] });

  // Without the signature of the newer key whoever has the bundle could name any key a former one.
  const file = path.join(target, 'public-keys.jsonl');
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const line = JSON.parse(lines[0] ?? '') as Record<string, string>;
  fs.writeFileSync(
    file,
    `${JSON.stringify({ ...line, taken: line['given'] })}\n${lines.slice(1).join('\n')}\n`,
  );
  expect(check(target, id)).toMatchObject({ clean: false, keys: [id] });

  const former = installationSealingKey({ secretKey: decodeSecret(second) });
  await createUser(server.services);
  const sealer = sealerOf(server.services);
  const forger = { ...sealer, key: former, formerKeys: [sealer.key], apart: 0 };
  await until('the former key has sealed', async () => (await sealOnce(forger)) > 0);
  const late = path.join(folder.dir, 'late');
  await exportBundle({ db: db.db, dataDir: config.dataDir, keys: config, target: late });
  expect(check(late, id)).toMatchObject({
    clean: false,
    findings: [{ kind: 'seal_signature', detail: 'its key had been retired' }],
  });
});

test('[OPS-09] a secret that the installation had before, or that is no secret, is not rotated to', async () => {
  const env = environment(third);
  const former = await runHere(['rotate-key'], { ...env, NEW_SECRET_KEY: first });
  expect(former).toMatchObject({ code: 1, stderr: expect.stringContaining('never had') });
  const short = await runHere(['rotate-key'], { ...env, NEW_SECRET_KEY: 'short' });
  expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('NEW_SECRET_KEY must have') });
});

test('[OPS-09] nothing is migrated with another secret, and nothing it would prove gets into the trail', async () => {
  const count = async (): Promise<number> => (await db.admin.query('select 1 from audit.events')).rows.length;
  const before = await count();
  const env = { ...environment(first), DATABASE_ADMIN_URL: db.adminUrl };
  const refused = await runHere(['migrate'], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY is not that') });
  expect(await count()).toBe(before);
  expect(await runHere(['migrate'], { ...env, SECRET_KEY: third })).toMatchObject({ code: 0 });
});

test('[OPS-09] every column with sealed texts is sealed again by a rotation', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'ciphertext' and table_name <> 'key_generations'
    order by 1`.execute(db.db);
  const listed = sealedColumns.flatMap(({ table, member }) => (member ? [] : [table]));
  expect(rows.map(({ name }) => name)).toEqual(listed.toSorted());
});

test('[OPS-09] doctor names another secret and another DATA_DIR, which is refused until it is adopted', async () => {
  await createUser(server.services);
  const env = { ...environment(third), DATA_DIR: path.join(folder.dir, 'moved') };
  const refused = await runHere(['verify'], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('adopt-data-dir') });
  const [elsewhere, foreign] = [
    await runHere(['doctor'], env),
    await runHere(['doctor'], { ...env, ...environment(randomBytes(48).toString('base64')) }),
  ];
  expect(elsewhere).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAIL {2}database: DATA_DIR must be the folder of the installation /m),
  });
  expect(foreign).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAIL {2}database: SECRET_KEY /m),
  });
  expect(await runProduct(['adopt-data-dir'], env)).toMatchObject({ code: 0 });
  const doctor = await runHere(['doctor'], env);
  const { id } = await db.db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  expect(doctor.stdout).toContain(
    `installation: ${id}, fingerprint of SECRET_KEY ${fingerprintOf({ secretKey: decodeSecret(third) })}, 2 former keys`,
  );
});

test('[OPS-09] a rotation waits for the commands under way, and what comes meanwhile is refused', async () => {
  const { services } = server;
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const facts = { action: 'test.slow', actorId: null };
  const slow = runCommand(services, facts, async () => {
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  const rotation = runCommand(services, { action: 'system.key-rotated', actorId: null }, (tx) =>
    rotateKeys(tx.db, services.config, randomBytes(48)),
  );
  const waiting = async (count: number): Promise<boolean> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db.db);
    return rows[0]?.n === count;
  };
  await until('the rotation waits', () => waiting(1));
  const late = runCommand(services, facts, async () => undefined).catch((error: unknown) => error);
  await until('the late command waits for the rotation', () => waiting(2));
  gate.resolve();
  await slow;
  await rotation;
  expect(await late).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
});
