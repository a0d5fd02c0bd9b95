import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '#tests/harness/self-signed.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './environment.ts';

let folder = '';
const saml = {
  SAML_ISSUER: 'https://login.example.org/metadata',
  SAML_SIGN_IN_URL: 'https://login.example.org/sso?tenant=1',
  SAML_CERTIFICATES: 'two.pem',
  SAML_EMAIL_DOMAINS: 'Example.org, example.com',
};
const signing = { SAML_SIGNING_KEY: 'key.pem', SAML_SIGNING_CERTIFICATES: 'own.pem' };

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-saml-config-'));
  const [one, two, weak] = await Promise.all([
    selfSigned('one'),
    selfSigned('two'),
    selfSigned('weak', { bits: 1024 }),
  ]);
  const write = (name: string, ...texts: readonly string[]) =>
    fs.writeFileSync(path.join(folder, name), texts.join(''));
  write('two.pem', one.certificate, two.certificate);
  write('three.pem', one.certificate, two.certificate, one.certificate);
  write('weak.pem', weak.certificate);
  write('empty.pem', 'no certificate');
  write('own.pem', one.certificate);
  write('key.pem', one.key);
  write('other-key.pem', two.key);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: path.join(folder, 'data'), ...env }, { workingDir: folder });

function refused(env: Record<string, string>): string[] {
  try {
    load(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
  return [];
}

test('[OPS-02] [AUTH-18] a SAML identity provider is read with its certificates and domains', () => {
  const config = load({ ...saml, ...signing, SAML_TWO_FACTOR_CONTEXTS: 'urn:a urn:b' });
  expect(config.saml).toMatchObject({
    issuer: 'https://login.example.org/metadata',
    emailDomains: ['example.org', 'example.com'],
    responseSigned: false,
    twoFactorContexts: ['urn:a', 'urn:b'],
  });
  expect(config.saml?.certificates).toHaveLength(2);
  expect(config.saml?.signing?.key).toContain('PRIVATE KEY');
  expect(config.strays).toEqual([]);
  expect(load({}).saml).toBeUndefined();
});

const needed = ['SAML_ISSUER', 'SAML_SIGN_IN_URL', 'SAML_CERTIFICATES', 'SAML_EMAIL_DOMAINS'];
const oidc = {
  OIDC_ISSUER: 'https://login.example.org',
  OIDC_CLIENT_ID: 'tt',
  OIDC_CLIENT_SECRET: 'hunter2',
};

test.for([
  [{ SAML_ISSUER: saml.SAML_ISSUER }, needed.slice(1)],
  [{ SAML_SIGN_OUT_URL: 'https://login.example.org/slo' }, ['SAML_SIGN_OUT_URL']],
  [{ ...saml, ...oidc }, ['SAML_ISSUER']],
  [{ ...saml, SAML_SIGN_IN_URL: 'http://login.example.org/sso' }, ['SAML_SIGN_IN_URL']],
  [{ ...saml, SAML_SIGN_IN_URL: 'http://127.0.0.1:8765/sso' }, []],
  [{ ...saml, SAML_SIGN_OUT_URL: 'https://user:pw@login.example.org' }, ['SAML_SIGN_OUT_URL']],
  [{ ...saml, SAML_CERTIFICATES: 'none.pem' }, ['SAML_CERTIFICATES']],
  [{ ...saml, SAML_CERTIFICATES: 'empty.pem' }, ['SAML_CERTIFICATES']],
  [{ ...saml, SAML_CERTIFICATES: 'three.pem' }, ['SAML_CERTIFICATES']],
  [{ ...saml, SAML_CERTIFICATES: 'weak.pem' }, ['SAML_CERTIFICATES']],
  [{ ...saml, SAML_EMAIL_DOMAINS: '@example.org' }, ['SAML_EMAIL_DOMAINS']],
  [{ ...saml, SAML_EMAIL_DOMAINS: 'org' }, ['SAML_EMAIL_DOMAINS']],
  [{ ...saml, SAML_SIGNING_KEY: 'key.pem' }, ['SAML_SIGNING_CERTIFICATES']],
  [{ ...saml, ...signing, SAML_SIGNING_KEY: 'other-key.pem' }, ['SAML_SIGNING_KEY']],
  [{ ...saml, ...signing, SAML_SIGNING_CERTIFICATES: 'none.pem' }, ['SAML_SIGNING_CERTIFICATES']],
] as const)('[OPS-02] [AUTH-18] %j: refused by name is %j', ([env, variables]) => {
  expect(refused(env)).toEqual(variables);
});
