import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, deriveKey, loadConfig } from './config.ts';

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
    demo: false,
    logLevel: 'info',
  });
  expect(config.publicUrl.href).toBe('http://127.0.0.1:3000/');
  expect(config.smtp ?? config.oidc ?? config.s3 ?? config.demoPassword ?? config.clamavUrl).toBeUndefined();
});

test('[OPS-02] every variable is read', () => {
  const config = loadConfig({
    ...production,
    DATABASE_ADMIN_URL: 'postgresql://owner:pw@db.example.org/traintrail',
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: folder,
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'training',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: 'smtps://user:pw@mail.example.org',
    MAIL_FROM: 'TrainTrail <training@example.org>',
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'traintrail',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_AUTO_PROVISION: '1',
    POLICY: 'regulated',
    CLAMAV_URL: 'tcp://127.0.0.1:3310',
    SOFFICE_PATH: '/bin/sh',
    LOG_LEVEL: 'debug',
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
    s3: { bucket: 'training', region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' },
    mailFrom: 'TrainTrail <training@example.org>',
    oidc: { clientId: 'traintrail', clientSecret: 'secret', autoProvision: true },
    policy: 'regulated',
    sofficePath: '/bin/sh',
    logLevel: 'debug',
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
});

test.for([
  [{ PORT: '99999' }, 'PORT'],
  [{ PORT: '80a' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
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
  [{ CLAMAV_URL: 'tcp://127.0.0.1' }, 'CLAMAV_URL'],
  [{ CLAMAV_URL: 'http://127.0.0.1:3310' }, 'CLAMAV_URL'],
  [{ SOFFICE_PATH: '/no/such/program' }, 'SOFFICE_PATH'],
  [{ SOFFICE_PATH: 'soffice' }, 'SOFFICE_PATH'],
  [{ S3_REGION: 'eu-central-1' }, 'S3_REGION'],
  [{ OIDC_AUTO_PROVISION: '1' }, 'OIDC_AUTO_PROVISION'],
] as const)('[OPS-02] %j is refused by name', ([env, variable]) => {
  expect(refused(env)).toEqual([variable]);
});

test('[OPS-02] groups are complete or absent', () => {
  expect(refused({ S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'b' })).toEqual([
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]);
  expect(refused({ OIDC_CLIENT_ID: 'traintrail' })).toEqual(['OIDC_ISSUER', 'OIDC_CLIENT_SECRET']);
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

test('[OPS-02] a damaged secret or an unusable DATA_DIR stops the start with its name', () => {
  fs.writeFileSync(path.join(folder, 'secret.key'), 'AAAA\n');
  expect(refused({})).toEqual(['SECRET_KEY']);
  const file = path.join(folder, 'a-file');
  fs.writeFileSync(file, '');
  expect(refused({ DATA_DIR: path.join(file, 'data') })).toEqual(['DATA_DIR']);
});

test('[OPS-02] keys for two purposes differ, and each is the same every time', () => {
  const config = { secretKey: Buffer.from(secret) };
  expect(deriveKey(config, 'session')).toHaveLength(32);
  expect(deriveKey(config, 'session').equals(deriveKey(config, 'session'))).toBe(true);
  expect(deriveKey(config, 'session').equals(deriveKey(config, 'totp'))).toBe(false);
});
