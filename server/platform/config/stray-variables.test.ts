import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const straysOf = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: '/tmp/traintrail-strays', SECRET_KEY: 'q3Zr8vYp1LmTt0aXw5Nc7KdEj2HsGbUf', ...env })
    .strays;

test.for([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['TRAINTRAIL_PORT', 'PORT'],
  ['TRAINTRAIL_SECRET_KEY', 'SECRET_KEY'],
] as const)('[OPS-10] %s is named, with %s as what was meant', ([variable, meant]) => {
  expect(straysOf({ [variable]: '1' })).toEqual([{ variable, meant }]);
});

test('[OPS-10] names that begin as the product’s own do are named without a guess', () => {
  expect(straysOf({ SMTP_PASSWORD: 'hidden', TRAINTRAIL_COLOR: 'blue' })).toEqual([
    { variable: 'SMTP_PASSWORD' },
    { variable: 'TRAINTRAIL_COLOR' },
  ]);
});

test('[OPS-10] what systems, shells and clusters set is nobody’s mistake', () => {
  const usual = {
    HOME: '/root',
    HOSTNAME: 'web-1',
    MAIL: '/var/mail/root',
    PWD: '/srv',
    PATH: '/usr/bin',
    LOGNAME: 'root',
    NODE_ENV: 'production',
    TZ: 'UTC',
    PGPORT: '5432',
    TRAINTRAIL_SERVICE_HOST: '10.0.0.1',
    TRAINTRAIL_PORT: 'tcp://10.0.0.1:3000',
    TRAINTRAIL_PORT_3000_TCP_ADDR: '10.0.0.1',
    SMTP_URL: '',
  };
  expect(straysOf(usual)).toEqual([]);
});

test('[OPS-10] a configuration that is wrong for a mistyped name says so', () => {
  const admin = { DATABASE_ADMIN_URL: 'postgres://owner:pw@db.example.org/traintrail' };
  expect(() =>
    straysOf({ ...admin, DATABASE_ULR: 'postgres://app:hidden@db.example.org/traintrail' }),
  ).toThrow(/DATABASE_ULR is not a variable of TrainTrail and has no effect\. Did you mean DATABASE_URL\?/);
});
