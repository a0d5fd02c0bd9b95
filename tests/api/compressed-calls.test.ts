import { z } from 'zod';
import { expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';

/** A text of such a name may be a secret: what opens something, or proves who somebody is. */
const secretName =
  /token|secret|passw|recover|challenge|intent|verif|csrf|xsrf|nonce|cookie|sid$|session|otp|codes?$|key$|html|link/i;

/** Names of answered texts that are none; each says why. */
const known: Readonly<Record<string, string>> = {
  reasonCode: 'why a signature does not hold, one of a list',
  voidedCode: 'why the product itself withdrew a training, one of a list',
  templateKey: 'the name of a matrix template',
  code: 'the letters of a matrix family',
  familyCodes: 'the letters of matrix families',
  link: 'the address of a module outside, which everybody sees who sees the module',
};

type Json = Readonly<Record<string, unknown>>;

/** The fields of an answer that hold text, whatever they are in. */
function textFields(endpoint: AnyEndpoint): readonly string[] {
  const schema = z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'any' }) as Json;
  const definitions = (schema.$defs ?? {}) as Json;
  const found = new Set<string>();
  const isText = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null) return false;
    const { type, items, anyOf, $ref } = node as Json;
    if (typeof $ref === 'string') return isText(definitions[$ref.split('/').at(-1) ?? '']);
    if (Array.isArray(anyOf)) return anyOf.some(isText);
    if (type === 'array') return isText(items);
    return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
  };
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as Json;
    for (const [name, value] of Object.entries((properties ?? {}) as Json)) {
      if (isText(value)) found.add(name);
    }
    for (const value of Object.values(node)) walk(value);
  };
  walk(schema);
  return [...found];
}

const compressed = catalogue.filter((endpoint) => endpoint.compressed === true);
const mayHoldSecret = (endpoint: AnyEndpoint): boolean =>
  textFields(endpoint).some((name) => secretName.test(name) && !(name in known));

test('[PERF-03] [SEC-02] no compressed call has a field that may be a secret', () => {
  expect(
    compressed.flatMap((endpoint) =>
      textFields(endpoint)
        .filter((name) => secretName.test(name) && !(name in known))
        .map((name) => `${endpoint.id}: ${name}`),
    ),
  ).toEqual([]);
});

test('[PERF-03] [SEC-02] the names of secrets are found where they are', () => {
  const withSecret = catalogue.filter(mayHoldSecret).map(({ id }) => id);
  expect(withSecret).toEqual(
    expect.arrayContaining([
      'accounts.viewPassword',
      'accounts.generatePassword',
      'accounts.enrolTwoFactor',
      'accounts.confirmTwoFactor',
      'accounts.renewRecoveryCodes',
      'passkeys.register',
      'assignments.openView',
      'certificates.list',
      'outbox.open',
    ]),
  );
  expect(catalogue.filter((endpoint) => mayHoldSecret(endpoint) && endpoint.compressed)).toEqual([]);
});

test('[PERF-03] [SEC-02] what is compressed only reads, for signed-in people, without a fresh proof or a revision', () => {
  const wrong = compressed.filter(
    ({ id, method, access, stepUp, revision, raw }) =>
      method !== 'GET' ||
      // The description of the API holds no record and nothing that was sent.
      ('public' in access && id !== 'platform.docs') ||
      stepUp !== undefined ||
      revision !== undefined ||
      (raw !== undefined && raw !== 'text/csv'),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('[PERF-03] every list and every table is compressed, or has a secret', () => {
  const secret: Readonly<Record<string, string>> = {
    'certificates.list': 'the addresses of the public pages, which open without signing in',
  };
  const plain = catalogue.filter(
    ({ method, list, raw, compressed: is }) =>
      method === 'GET' && (list === true || raw === 'text/csv') && is !== true,
  );
  expect(plain.map(({ id }) => id)).toEqual(Object.keys(secret));
});
