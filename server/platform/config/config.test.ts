import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, loadConfig } from './config.ts';
import { ConfigError } from './environment.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-config-test-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const secret = 'q3Zr8vYp1LmTt0aXw5Nc7KdEj2HsGbUf';
const production = {
  DATABASE_URL: 'postgres://app:pw@db.example.org/traintrail',
  SECRET_KEY: secret,
  PUBLIC_URL: 'https://training.example.org',
};

/** The variables that loadConfig complains about. */
function refused(env: Record<string, string>): string[] {
  try {
    loadConfig({ DATA_DIR: folder, ...env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { variable } of error.problems) expect(error.message).toContain(`${variable} `);
    return error.problems.map(({ variable }) => variable);
  }
  return [];
}

test('[OPS-01] nothing set: embedded database, loopback, port 3000, ./data', () => {
  const config = loadConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: folder,
    filesDir: path.join(folder, 'files'),
    database: { kind: 'embedded' },
    policy: 'standard',
    trustedProxies: [],
    demo: false,
    logLevel: 'info',
    databasePool: 20,
    stopDelay: 0,
    worker: { host: '127.0.0.1' },
  });
  expect(config.publicUrl.href).toBe('http://127.0.0.1:3000/');
  expect(config.smtp ?? config.oidc ?? config.demoPassword).toBeUndefined();
});

test('[OPS-02] [AUTH-07] every variable is read', () => {
  const config = loadConfig({
    ...production,
    DATABASE_ADMIN_URL: 'postgresql://owner:pw@db.example.org/traintrail',
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: folder,
    TRUST_PROXY: '10.0.0.5, 192.168.7.0/24,2001:db8::/32',
    SEND_FILES_BY: 'X-Accel-Redirect',
    SMTP_URL: 'smtps://user:pw@mail.example.org',
    MAIL_FROM: 'TrainTrail <training@example.org>',
    OIDC_ISSUER: 'https://login.example.org/realms/training',
    OIDC_CLIENT_ID: 'traintrail',
    OIDC_CLIENT_SECRET: 'between the two of us',
    OIDC_AUTO_PROVISION: 'true',
    OIDC_TWO_FACTOR_ACR: ' urn:example:mfa  phr ',
    POLICY: 'standard',
    MAX_DOCUMENT_MB: '25',
    MAX_VIDEO_MB: '900',
    LOG_LEVEL: 'debug',
    DATABASE_POOL: '30',
    STOP_DELAY: '8',
    WORKER_HOST: '0.0.0.0',
    WORKER_PORT: '9000',
    DEMO: '1',
    DEMO_PASSWORD: 'twelve letters',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    database: {
      kind: 'server',
      url: production.DATABASE_URL,
      adminUrl: 'postgresql://owner:pw@db.example.org/traintrail',
    },
    trustedProxies: ['10.0.0.5', '192.168.7.0/24', '2001:db8::/32'],
    sendFilesBy: 'x-accel-redirect',
    mailFrom: 'TrainTrail <training@example.org>',
    oidc: {
      issuer: new URL('https://login.example.org/realms/training'),
      clientId: 'traintrail',
      clientSecret: 'between the two of us',
      autoProvision: true,
      twoFactorContexts: ['urn:example:mfa', 'phr'],
    },
    policy: 'standard',
    uploadLimits: { document: 25 * 1024 * 1024, video: 900 * 1024 * 1024 },
    logLevel: 'debug',
    databasePool: 30,
    stopDelay: 8000,
    worker: { host: '0.0.0.0', port: 9000 },
    demo: true,
    demoPassword: 'twelve letters',
  });
  expect(config.publicUrl.origin).toBe('https://training.example.org');
  expect(config.secretKey.toString()).toBe(secret);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('[OPS-02] production demands SECRET_KEY and PUBLIC_URL, all of it said at once', () => {
  expect(refused({ DATABASE_URL: production.DATABASE_URL })).toEqual(['PUBLIC_URL', 'SECRET_KEY']);
  expect(refused(production)).toEqual([]);
  // Load balancers get the time to notice a stop.
  expect(loadConfig({ DATA_DIR: folder, ...production }).stopDelay).toBe(5000);
});

test.for([
  [{ PORT: '99999' }, 'PORT'],
  [{ PORT: '80a' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ DATABASE_POOL: '4' }, 'DATABASE_POOL'],
  [{ STOP_DELAY: '5s' }, 'STOP_DELAY'],
  [{ DATABASE_POOL: 'many' }, 'DATABASE_POOL'],
  [{ PUBLIC_URL: 'training.example.org' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://example.org/training' }, 'PUBLIC_URL'],
  [
    { DATABASE_URL: 'mysql://db/traintrail', SECRET_KEY: secret, PUBLIC_URL: 'https://a.example' },
    'DATABASE_URL',
  ],
  [{ DATABASE_ADMIN_URL: 'postgres://db/traintrail' }, 'DATABASE_ADMIN_URL'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
  [{ SECRET_KEY: 'abababababababababababababababababab' }, 'SECRET_KEY'],
  [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
  [{ POLICY: 'lax' }, 'POLICY'],
  [{ DEMO: 'maybe' }, 'DEMO'],
  [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  [{ MAX_DOCUMENT_MB: '0' }, 'MAX_DOCUMENT_MB'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: 'proxy.example.org' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.5,10.0.0.0/33' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
  // Nobody would be told, or anybody.
  [{ SEND_FILES_BY: 'x-accel-redirect' }, 'SEND_FILES_BY'],
  [{ SEND_FILES_BY: 'yes', TRUST_PROXY: '10.0.0.5' }, 'SEND_FILES_BY'],
  [{ SOFFICE_PATH: '/no/such/soffice' }, 'SOFFICE_PATH'],
  [{ SOFFICE_PATH: '/etc/passwd' }, 'SOFFICE_PATH'],
  [{ SOFFICE_PATH: '/tmp' }, 'SOFFICE_PATH'],
] as const)('[OPS-02] %j is refused by name', ([env, variable]) => {
  expect(refused(env)).toEqual([variable]);
});

test.for([
  [{ S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'training' }, ['S3_ENDPOINT', 'S3_BUCKET']],
  [{ S3_REGION: 'eu-central-1' }, ['S3_REGION']],
  [{ CLAMAV_URL: 'tcp://127.0.0.1:3310' }, ['CLAMAV_URL']],
] as const)('[OPS-02] %j would do nothing and is refused, not ignored', ([env, variables]) => {
  expect(refused(env)).toEqual(variables);
  expect(() => loadConfig({ DATA_DIR: folder, ...env })).toThrow(/not in this version/);
});

test('[MOD-09] [OPS-02] SOFFICE_PATH names LibreOffice, which is found in PATH where it is unset, and never used where it is off', () => {
  const program = path.join(folder, 'soffice');
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const pathOf = (env: Record<string, string>) =>
    loadConfig({ DATA_DIR: folder, ...env }).officeConverter?.path;
  expect(pathOf({ SOFFICE_PATH: program })).toBe(program);
  expect(pathOf({ PATH: `relative:/no/such/folder:${folder}:/usr/bin` })).toBe(program);
  expect(pathOf({ SOFFICE_PATH: 'off', PATH: folder })).toBeUndefined();
});

const oidc = {
  OIDC_ISSUER: 'https://login.example.org',
  OIDC_CLIENT_ID: 'tt',
  OIDC_CLIENT_SECRET: 'hunter2',
};

test.for([
  [{ OIDC_ISSUER: oidc.OIDC_ISSUER }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
  [{ OIDC_CLIENT_ID: 'tt', OIDC_CLIENT_SECRET: 'hunter2' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_CLIENT_SECRET: ' ' }, ['OIDC_CLIENT_SECRET']],
  [{ ...oidc, OIDC_ISSUER: 'login.example.org' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_ISSUER: 'http://login.example.org' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_ISSUER: 'http://127.0.0.1.example.org' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_ISSUER: 'https://login.example.org/?tenant=1' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_ISSUER: 'https://user:pw@login.example.org' }, ['OIDC_ISSUER']],
  [{ ...oidc, OIDC_AUTO_PROVISION: 'perhaps' }, ['OIDC_AUTO_PROVISION']],
  [{ OIDC_AUTO_PROVISION: '1' }, ['OIDC_AUTO_PROVISION']],
  [{ OIDC_AUTO_PROVISION: '0' }, []],
  [{ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:4000' }, []],
  [{ ...oidc, OIDC_ISSUER: 'http://localhost:4000/realm' }, []],
  [oidc, []],
] as const)('[OPS-02] [AUTH-03] %j: refused by name is %j', ([env, variables]) => {
  expect(refused(env)).toEqual(variables);
  if (variables.length > 0) expect(() => loadConfig({ DATA_DIR: folder, ...env })).not.toThrow(/hunter2/);
});

test('[OPS-02] an empty variable counts as absent', () => {
  expect(refused({ PORT: '', PUBLIC_URL: ' ', S3_BUCKET: '', DATABASE_URL: '' })).toEqual([]);
});

test('[OPS-02] a complaint never repeats a value that may be secret', () => {
  const attempt = (): unknown =>
    loadConfig({
      DATA_DIR: folder,
      SECRET_KEY: 'hunter2',
      SMTP_URL: 'imap://user:hunter2@mail',
      DATABASE_URL: 'x://:hunter2@db',
    });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).not.toThrow(/hunter2/);
});

test('[OPS-01] the embedded database gets a secret of its own: once, private, the same at the next start', () => {
  const dataDir = path.join(folder, 'below', 'data');
  const first = loadConfig({ DATA_DIR: dataDir }).secretKey;
  const file = path.join(dataDir, 'secret.key');
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  fs.chmodSync(file, 0o644);
  expect(loadConfig({ DATA_DIR: dataDir }).secretKey.equals(first)).toBe(true);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(dataDir)).toEqual(['secret.key']);
  const other = loadConfig({ DATA_DIR: path.join(folder, 'other') }).secretKey;
  expect(other.equals(first)).toBe(false);
});

test('[OPS-04] who needs the secret of an installation gets no new one, and nothing is left behind', () => {
  const dataDir = path.join(folder, 'to-restore');
  expect(() => loadConfig({ DATA_DIR: dataDir }, { makesSecret: false })).toThrow(/SECRET_KEY is required/);
  expect(fs.existsSync(dataDir)).toBe(false);
  expect(
    loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secret }, { makesSecret: false }).secretFile,
  ).toBeUndefined();
  const made = loadConfig({ DATA_DIR: dataDir }).secretKey;
  expect(loadConfig({ DATA_DIR: dataDir }, { makesSecret: false }).secretKey.equals(made)).toBe(true);
});

test('[OPS-09] a secret is decoded in the same way in SECRET_KEY and in secret.key', () => {
  const bytes = Buffer.from(Array.from({ length: 48 }, (_, index) => index * 5));
  const canonical = bytes.toString('base64');
  const texts: readonly (readonly [string, Buffer])[] = [
    [canonical, bytes],
    [`text:${canonical}`, Buffer.from(canonical)],
    // Too short for base64, not its alphabet, without its padding: text.
    [secret, Buffer.from(secret)],
    ['four words and some more of them', Buffer.from('four words and some more of them')],
    [bytes.subarray(0, 40).toString('base64url'), Buffer.from(bytes.subarray(0, 40).toString('base64url'))],
  ];
  for (const [text, expected] of texts) {
    fs.writeFileSync(path.join(folder, 'secret.key'), `${text}\n`);
    const fromFile = loadConfig({ DATA_DIR: folder });
    const given = loadConfig({ DATA_DIR: folder, SECRET_KEY: text });
    expect([fromFile.secretKey.toString('hex'), given.secretKey.toString('hex')]).toEqual(
      Array.from({ length: 2 }, () => expected.toString('hex')),
    );
    expect([fromFile.secretFile, given.secretFile]).toEqual([path.join(folder, 'secret.key'), undefined]);
  }
  expect(refused({ SECRET_KEY: 'text:short' })).toEqual(['SECRET_KEY']);
});

test('[OPS-02] a damaged secret or an unusable DATA_DIR stops the start with its name', () => {
  fs.writeFileSync(path.join(folder, 'secret.key'), 'AAAA\n');
  expect(refused({})).toEqual(['SECRET_KEY']);
  const file = path.join(folder, 'a-file');
  fs.writeFileSync(file, '');
  expect(refused({ DATA_DIR: path.join(file, 'data') })).toEqual(['DATA_DIR']);
});

test('[OPS-10] a person waits ten seconds for a lock at most, and a statement lasts a minute at most', () => {
  const { statements } = loadConfig({ DATA_DIR: folder });
  expect(statements.lockTimeout).toBeLessThanOrEqual(10_000);
  expect(statements.statementTimeout).toBeLessThanOrEqual(60_000);
});

test('[OPS-02] keys for two purposes differ, and each is the same every time', () => {
  const config = { secretKey: Buffer.from(secret) };
  expect(deriveKey(config, 'session')).toHaveLength(32);
  expect(deriveKey(config, 'session').equals(deriveKey(config, 'session'))).toBe(true);
  expect(deriveKey(config, 'session').equals(deriveKey(config, 'totp'))).toBe(false);
});

test('[AUTH-07] [OPS-02] POLICY takes either profile, the standard one unless said', () => {
  const policyOf = (env: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...env }).policy;
  expect(policyOf({})).toBe('standard');
  expect(policyOf({ POLICY: 'standard' })).toBe('standard');
  expect(policyOf({ POLICY: 'Regulated' })).toBe('regulated');
});
