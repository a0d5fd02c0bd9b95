import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './environment.ts';

const { dir, remove } = temporaryFolder();
const dataDir = path.join(dir, 'data');
const authority = path.join(dir, 'root.pem');
beforeAll(() => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', authority, '-subj', '/CN=Root'], {
    stdio: 'ignore',
  });
  fs.writeFileSync(
    path.join(dir, 'damaged.pem'),
    fs.readFileSync(authority, 'utf8').replaceAll(/^MII/gm, 'AAA'),
  );
});
afterAll(remove);

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }, { workingDir: dir });

function refused(env: Record<string, string>): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain('hunter2');
    return error.problems.map(({ variable }) => variable);
  }
  return [];
}

const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' };

test('[AUD-02] [OPS-02] every place for copies of the seals is read', () => {
  expect(load({}).headDestinations).toEqual({ mailTo: [] });
  const { headDestinations } = load({
    ...mail,
    ANCHOR_DIR: 'elsewhere',
    ANCHOR_S3_BUCKET: 'trail-heads',
    ANCHOR_S3_REGION: 'eu-central-1',
    ANCHOR_S3_ENDPOINT: 'https://s3.example.org',
    ANCHOR_S3_PREFIX: '/quality',
    ANCHOR_S3_ACCESS_KEY_ID: 'key',
    ANCHOR_S3_SECRET_ACCESS_KEY: 'hunter2',
    ANCHOR_S3_LOCK: 'governance',
    ANCHOR_S3_LOCK_DAYS: '400',
    ANCHOR_MAIL_TO: 'quality@example.org, auditor@example.org',
    ANCHOR_SYSLOG: 'tls://logs.example.org:6514',
    TIMESTAMP_URL: 'http://tsa.example.org/stamp',
    TIMESTAMP_CA: 'root.pem',
  });
  expect(headDestinations).toMatchObject({
    folder: path.join(dir, 'elsewhere'),
    objectStore: {
      bucket: 'trail-heads',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.org/',
      prefix: 'quality/',
      credentials: { accessKeyId: 'key', secretAccessKey: 'hunter2' },
      lock: { mode: 'GOVERNANCE', days: 400 },
    },
    mailTo: ['quality@example.org', 'auditor@example.org'],
    timeStamps: { trusted: [expect.stringContaining('BEGIN CERTIFICATE')] },
  });
  expect(headDestinations.syslog?.href).toBe('tls://logs.example.org:6514');
  const bucket = { ANCHOR_S3_BUCKET: 'trail-heads', ANCHOR_S3_REGION: 'eu-central-1' };
  expect(load(bucket).headDestinations.objectStore).toMatchObject({
    lock: { mode: 'COMPLIANCE', days: 3650 },
    prefix: '',
  });
  expect(load({ ...bucket, ANCHOR_S3_LOCK: 'off' }).headDestinations.objectStore?.lock).toBeUndefined();
});

test.for([
  [{ ANCHOR_DIR: 'data' }, ['ANCHOR_DIR']],
  [{ ANCHOR_DIR: 'data/below' }, ['ANCHOR_DIR']],
  [{ ANCHOR_DIR: 'data-of-another' }, []],
  [{ ANCHOR_S3_BUCKET: 'Trail_Heads', ANCHOR_S3_REGION: 'x' }, ['ANCHOR_S3_BUCKET']],
  [{ ANCHOR_S3_BUCKET: 'trail-heads' }, ['ANCHOR_S3_REGION']],
  [{ ANCHOR_S3_REGION: 'x', ANCHOR_S3_LOCK: 'off' }, ['ANCHOR_S3_REGION', 'ANCHOR_S3_LOCK']],
  [
    { ANCHOR_S3_BUCKET: 'heads', ANCHOR_S3_REGION: 'x', ANCHOR_S3_SECRET_ACCESS_KEY: 'hunter2' },
    ['ANCHOR_S3_ACCESS_KEY_ID'],
  ],
  [{ ANCHOR_S3_BUCKET: 'heads', ANCHOR_S3_REGION: 'x', ANCHOR_S3_LOCK: 'maybe' }, ['ANCHOR_S3_LOCK']],
  [{ ANCHOR_S3_BUCKET: 'heads', ANCHOR_S3_REGION: 'x', ANCHOR_S3_LOCK_DAYS: '0' }, ['ANCHOR_S3_LOCK_DAYS']],
  [{ ANCHOR_MAIL_TO: 'quality@example.org' }, ['ANCHOR_MAIL_TO']],
  [{ ...mail, ANCHOR_MAIL_TO: 'quality' }, ['ANCHOR_MAIL_TO']],
  [{ ...mail, ANCHOR_MAIL_TO: 'a@b.example\r\nBcc: c@d.example' }, ['ANCHOR_MAIL_TO']],
  [{ ANCHOR_SYSLOG: 'logs.example.org' }, ['ANCHOR_SYSLOG']],
  [{ ANCHOR_SYSLOG: 'tcp://logs.example.org' }, ['ANCHOR_SYSLOG']],
  [{ ANCHOR_SYSLOG: 'https://logs.example.org:6514' }, ['ANCHOR_SYSLOG']],
  [{ TIMESTAMP_URL: 'https://me:hunter2@tsa.example' }, ['TIMESTAMP_CA']],
  [{ TIMESTAMP_CA: 'root.pem' }, ['TIMESTAMP_CA']],
  [{ TIMESTAMP_URL: 'https://tsa.example', TIMESTAMP_CA: 'none.pem' }, ['TIMESTAMP_CA']],
  [{ TIMESTAMP_URL: 'https://tsa.example', TIMESTAMP_CA: 'damaged.pem' }, ['TIMESTAMP_CA']],
] as const)('[AUD-02] [OPS-02] %j: refused by name is %j', ([env, variables]) => {
  expect(refused(env)).toEqual(variables);
});

test('[OPS-10] a mistyped name of a place is a stray variable', () => {
  expect(load({ ANCHOR_FOLDER: '/mnt' }).strays).toMatchObject([{ variable: 'ANCHOR_FOLDER' }]);
});
