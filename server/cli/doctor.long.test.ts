import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startProduct } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';
import { sealAll, sealerOf } from '#server/domains/audit/index.ts';
import { selfSigned } from '#tests/harness/self-signed.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { asFixture } from '#tests/harness/world.ts';

let database: TestDatabase;
let env: Record<string, string>;
let removeFolder: () => void;
beforeEach(async () => {
  database = await createTestDatabase();
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(dir, 'data'),
    SECRET_KEY: randomBytes(48).toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
  };
});
afterEach(async () => {
  removeFolder?.();
  await database?.drop();
});

/** What the doctor says, and how it ends. */
async function asked(change: Record<string, string> = {}): Promise<{ code: number | null; text: string }> {
  const { code, stdout, stderr } = await runHere(['doctor'], { ...env, ...change });
  return { code, text: stdout + stderr };
}

test('[OPS-10] [PERF-03] doctor shows the memory of the database, and compares the connections that servers and workers may take with those that it has', async () => {
  const fits = await asked();
  expect(fits.text).toMatch(
    /^ok {4}memory: shared_buffers \d+[MG]B, work_mem \d+MB, effective_cache_size \d+[MG]B, random_page_cost [\d.]+$/m,
  );
  expect(fits.text).toMatch(/^ok {4}connections: 1 server or worker takes up to 28 connections of \d+$/m);
  await database.admin.query(`alter database ${database.name} connection limit 27`);
  const tight = await asked();
  expect(tight.code).toBe(1);
  expect(tight.text).toMatch(
    /^FAIL {2}connections: .* up to 28 connections, the database has room for 27: raise its max_connections or lower DATABASE_POOL$/m,
  );
  expect((await asked({ DATABASE_POOL: '19' })).text).toMatch(
    /^ok {4}connections: .* up to 27 connections of 27$/m,
  );
});

test('[OPS-10] doctor and the log of the start name a mistyped variable, and what was meant', async () => {
  const named =
    /DATABASE_POL is not a variable of TrainTrail and has no effect\. Did you mean DATABASE_POOL\?/;
  const mistyped = await asked({ DATABASE_POL: '30', SMTP_PASSWORD: 'hidden' });
  expect(mistyped.code).toBe(1);
  expect(mistyped.text).toMatch(/^FAIL {2}variables: /m);
  expect(mistyped.text).toMatch(named);
  expect(mistyped.text).toContain('SMTP_PASSWORD is not a variable of TrainTrail');
  expect(mistyped.text).not.toContain('hidden');
  expect((await asked()).text).toMatch(/^ok {4}variables: /m);
  const server = await startProduct({ ...env, DATABASE_POL: '30' });
  server.kill('SIGTERM');
  expect((await server.ended).stdout).toMatch(named);
});

test('[OPS-10] doctor names an OpenID provider that does not answer', async () => {
  const { text, code } = await asked({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'traintrail',
    OIDC_CLIENT_SECRET: 'hunter2 hunter2',
  });
  expect(code).toBe(1);
  expect(text).toMatch(
    /^FAIL {2}OpenID provider: http:\/\/127\.0\.0\.1:9\/ does not answer as a provider: .*check OIDC_ISSUER$/m,
  );
  expect(text).not.toContain('hunter2');
});

test('[OPS-10] [AUTH-18] doctor says whether SAML is set up: certificates, the address of the metadata, and the clock of the provider', async () => {
  const folder = path.join(env.DATA_DIR ?? '', '..');
  const pemFile = async (name: string, days: number): Promise<string> => {
    const file = path.join(folder, `${name}.pem`);
    fs.writeFileSync(file, (await selfSigned(name, { until: days * 86_400_000 })).certificate);
    return file;
  };
  let seconds = 0;
  const provider = createServer((_, response) =>
    response.writeHead(200, { date: new Date(Date.now() + seconds * 1000).toUTCString() }).end(),
  );
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}`;
  const saml = {
    SAML_ISSUER: 'https://idp.example/metadata',
    SAML_SIGN_IN_URL: `${origin}/sso`,
    SAML_CERTIFICATES: await pemFile('long', 100),
    SAML_EMAIL_DOMAINS: 'example.org',
  };
  const { text: good } = await asked(saml);
  expect(good).toMatch(
    /^ok {4}SAML identity provider: https:\/\/idp\.example\/metadata, certificate until /m,
  );
  expect(good).toMatch(
    /^ok {4}SAML metadata: register http:\/\/127\.0\.0\.1:3000\/api\/login\/saml\/metadata at .*; requests are not signed$/m,
  );
  expect(good).toMatch(/^ok {4}SAML clock: http:\/\/127\.0\.0\.1:\d+ answers, and its clock agrees$/m);
  seconds = 300;
  const late = await asked({ ...saml, SAML_CERTIFICATES: await pemFile('expired', -1) });
  expect(late.code).toBe(1);
  expect(late.text).toMatch(
    /^FAIL {2}SAML identity provider: every certificate in SAML_CERTIFICATES expired, the last one on \d{4}-\d\d-\d\d; ask for the new one$/m,
  );
  expect(late.text).toMatch(
    /^FAIL {2}SAML clock: its clock and this machine's are (?:299|30\d) seconds apart/m,
  );
  await new Promise((resolve) => provider.close(resolve));
  const soon = await asked({
    ...saml,
    SAML_CERTIFICATES: await pemFile('soon', 5),
    PUBLIC_URL: 'http://lms.example',
  });
  expect(soon.text).toMatch(
    /^warn {2}SAML identity provider: the last certificate in SAML_CERTIFICATES expires on /m,
  );
  expect(soon.text).toMatch(
    /^warn {2}SAML clock: .* does not answer from here, so its clock is not compared: /m,
  );
  expect(soon.text).toMatch(/^warn {2}SAML metadata: .* is not https/m);
});

test('[OPS-10] doctor names a stored file that was deleted, and a trigger of the trail that is disabled', async () => {
  const [dataDir, secretKey] = [env.DATA_DIR ?? '', Buffer.from(env.SECRET_KEY ?? '')];
  const maker = await startTestServer({ db: database, dataDir, config: { secretKey } });
  const stored = await maker.services.files.put(Readable.from(['a document']), { maxBytes: 100 });
  await asFixture(maker.services, (tx) =>
    tx.db
      .insertInto('files')
      .values({ sha256: stored.sha256, size: stored.size, mime: 'text/plain' })
      .execute(),
  );
  await maker.close();
  const whole = (await asked()).text;
  expect(whole).toMatch(/^ok {4}stored files: 1 in /m);
  expect(whole).toMatch(/^ok {4}audit guards: /m);
  const copies = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  for (const name of copies.filter((each) => each.endsWith(stored.sha256)))
    fs.rmSync(path.join(dataDir, name));
  await database.admin.query('alter table users disable trigger user');
  const { text, code } = await asked();
  expect(code).toBe(1);
  expect(text).toMatch(
    /^FAIL {2}stored files: 1 of 1 is missing or damaged in .*, such as file \d+; run: \S+\/bin\/traintrail verify$/m,
  );
  expect(text).toMatch(/^FAIL {2}audit guards: .*trigger \w+ on users.*; run: \S+\/bin\/traintrail verify$/m);
});

test('[AUD-02] [OPS-10] doctor warns while no copy of the seals leaves the installation, and names a place that takes none', async () => {
  const bare = await asked();
  expect(bare.text).toMatch(
    /^warn {2}copies of the seals: no copy leaves this installation, .* set ANCHOR_DIR, /m,
  );
  const elsewhere = path.join(env.DATA_DIR ?? '', '..', 'elsewhere');
  const missing = await asked({ ANCHOR_DIR: elsewhere, ANCHOR_SYSLOG: 'tcp://127.0.0.1:9' });
  expect(missing.code).toBe(1);
  expect(missing.text).toMatch(/^FAIL {2}copies of the seals, folder .*elsewhere: ENOENT/m);
  expect(missing.text).toMatch(
    /^FAIL {2}copies of the seals, syslog tcp:\/\/127\.0\.0\.1:9: connect ECONNREFUSED/m,
  );
  fs.mkdirSync(elsewhere);
  const there = await asked({ ANCHOR_DIR: elsewhere });
  expect(there.text).toMatch(
    /^ok {4}copies of the seals, folder .*elsewhere: can be written to; nothing sent yet$/m,
  );
  expect(there.text).not.toMatch(/^warn/m);
});

test('[AUD-02] [OPS-10] doctor names a trail that nobody seals, findings that nobody signed for, and checks that no longer run', async () => {
  const [dataDir, secretKey] = [env.DATA_DIR ?? '', Buffer.from(env.SECRET_KEY ?? '', 'base64')];
  const maker = await startTestServer({ db: database, dataDir, config: { secretKey } });
  await database.moveClock({ minutes: -10 });
  await asFixture(maker.services, async () => undefined);
  await database.moveClock({});
  const { text: unsealed } = await asked();
  expect(unsealed).toMatch(
    /^FAIL {2}audit trail: its oldest event has waited \d{3,} s for a seal: is a server or worker running\?$/m,
  );
  expect(unsealed).toMatch(/^ok {4}integrity checks: none has run yet/m);
  await sealAll(sealerOf(maker.services));
  await maker.close();
  await tamper(
    database.admin,
    `insert into verify_runs (kind, with_files, state, began_at, ended_at, clean, counts)
     values ('nightly', false, 'finished', now() - interval '3 days', now() - interval '3 days', false, '{}')`,
    `insert into verify_findings (run_id, position, identity, kind, object, detail)
     select id, 0, repeat('a', 64), 'record_changed', 'users u_1', 'first_name' from verify_runs`,
  );
  const { code, text: found } = await asked();
  expect(code).toBe(1);
  expect(found).toMatch(/^ok {4}audit trail: sealed up to now$/m);
  expect(found).toMatch(
    /^FAIL {2}integrity checks: 1 finding that no administrator has signed for; see Integrity Checks$/m,
  );
  await tamper(database.admin, 'delete from verify_findings');
  expect((await asked()).text).toMatch(
    /^FAIL {2}integrity checks: the last one ended \S+: is a worker running\?$/m,
  );
});

test('[AUD-02] verify --head compares a seal that somebody kept in an email or a log', async () => {
  const [dataDir, secretKey] = [env.DATA_DIR ?? '', Buffer.from(env.SECRET_KEY ?? '', 'base64')];
  const maker = await startTestServer({ db: database, dataDir, config: { secretKey } });
  await asFixture(maker.services, async () => undefined);
  await sealAll(sealerOf(maker.services));
  await maker.close();
  const { rows } = await database.admin.query<{ line: string }>(
    `select number || ':' || encode(head, 'hex') as line from audit.seals order by number desc limit 1`,
  );
  const line = rows[0]?.line ?? '';
  const verify = (head: string) => runHere(['verify', '--no-files', '--head', head], env);
  const fits = await verify(`from the email: ${line}.`);
  expect(fits.stdout).toContain('note: head_confirmed  seal 1: ');
  const rewritten = await verify(line.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')));
  expect(rewritten.code).toBe(1);
  expect(rewritten.stdout).toContain(
    'seal_missing  seal 1: its head was given with --head, and the database has no such seal',
  );
  expect(await verify('no head')).toMatchObject({ code: 2, stderr: expect.stringContaining('NUMBER:HEAD') });
});

const commands: readonly (readonly string[])[] = [
  ['serve', '--no-page'],
  ['worker'],
  ['migrate'],
  ['demo'],
  ['create-admin', '--email', 'first@example.org'],
  ['backup', '--to', '/tmp/traintrail-never-written'],
  ['verify'],
];

test('[OPS-10] a database that is down or not migrated is one sentence with what to run, exit code 1 and no stack, for each command', async () => {
  const unused = await createTestDatabase({ empty: true });
  try {
    const empty = { ...env, DATABASE_URL: unused.url };
    const admin = 'postgres://owner@127.0.0.1:9/traintrail';
    const down = { ...env, DATABASE_URL: 'postgres://app@127.0.0.1:9/traintrail', DATABASE_ADMIN_URL: admin };
    for (const command of commands) {
      const [name = ''] = command;
      // What goes on until a signal is a process of its own.
      const run = ['serve', 'worker'].includes(name) ? runProduct : runHere;
      const refused = await run(command, { ...down, PORT: '0' });
      expect([name, refused]).toEqual([
        name,
        {
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(
            /^The database cannot be used: connect ECONNREFUSED .* run: \S+\/bin\/traintrail doctor\n$/,
          ),
        },
      ]);
      if (name === 'migrate') continue;
      const early = await run(command, { ...empty, PORT: '0' });
      expect([name, early]).toEqual([
        name,
        {
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(/^The database .*bin\/traintrail migrate.*\n$/),
        },
      ]);
    }
    const doctor = await asked({ DATABASE_URL: down.DATABASE_URL });
    expect(doctor.text).toMatch(/^FAIL {2}database: The database cannot be used: connect ECONNREFUSED /m);
    expect(doctor.code).toBe(1);
  } finally {
    await unused.drop();
  }
});
