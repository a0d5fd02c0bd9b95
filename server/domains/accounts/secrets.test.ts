import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { ScureBase32Plugin } from 'otplib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { codeOf } from '#tests/harness/two-factor.ts';
import { createUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let app: FastifyInstance;
const logged: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  app = await createApp({ ...server.services, log: pino({ level: 'trace' }, sink) });
});

afterAll(async () => {
  await app.close();
  await server.close();
  await db.drop();
});

/** Every row of every table as text: what a dump of the database holds. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await db.admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.admin.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

/** The forms in which a careless program keeps a secret, whose bytes are those of its text unless said. */
function formsOf(secret: string, bytes: Uint8Array = Buffer.from(secret)): string[] {
  const buffer = Buffer.from(bytes);
  const hashes = ['sha256', 'md5'].map((name) => createHash(name).update(buffer).digest());
  const written = [buffer, ...hashes].flatMap((each) => [
    each.toString('hex'),
    each.toString('hex').toUpperCase(),
    each.toString('base64').replaceAll('=', ''),
    each.toString('base64url'),
  ]);
  return [secret, ...new Set(written)];
}

/** The forms of an authenticator's key: as it is typed, and the bytes that it stands for. */
const formsOfKey = (key: string): string[] => [
  ...formsOf(key),
  ...formsOf(key, new ScureBase32Plugin().decode(key)),
];

/** Fails where one of the forms stands in the text of a place. */
function expectNone(place: string, text: string, forms: readonly string[]): void {
  for (const form of forms)
    expect(text.includes(form), `${forms[0] ?? ''} as ${form} in ${place}`).toBe(false);
}

test('[AUTH-05] [AUTH-07] [AUTH-08] no password and no session secret is in the database or in the log', async () => {
  const secrets = {
    set: 'canary set by an admin',
    own: 'canary own words of hers',
    second: 'canary second own words',
    wrong: 'canary wrong at sign-in',
    wrongAgain: 'canary wrong at change',
  };
  const cookies: string[] = [];
  const call = async (method: 'GET' | 'POST', url: string, payload?: object, cookie = '') => {
    const headers = { cookie, 'idempotency-key': `canary-${url.replaceAll('/', '.')}-${cookies.length}` };
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    const line = String(answer.headers['set-cookie'] ?? '');
    const token = /tt_session=([\w-]{43})/.exec(line)?.[1];
    if (token) cookies.push(token);
    return answer;
  };
  const cookieOf = (answer: LightMyRequestResponse) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const admin = await createUser(server.services, { role: 'admin', password: 'canary of the administrator' });
  const person = await createUser(server.services, { password: null });
  const login = (email: string, password: string) => call('POST', '/api/auth/login', { email, password });

  const adminCookie = cookieOf(await login(admin.email, admin.password));
  const generated = (
    await call('POST', `/api/users/${person.id}/generate-password`, undefined, adminCookie)
  ).json<{
    newPassword: string;
  }>().newPassword;
  // While they exist they are sealed: even now a dump tells nothing.
  expectNone('the database', await wholeDatabase(), formsOf(generated));
  await login(person.email, generated);
  await call('POST', `/api/users/${person.id}/set-password`, { password: secrets.set }, adminCookie);
  const shown = await call('GET', `/api/users/${person.id}/password`, undefined, adminCookie);
  expect(shown.json<{ currentPassword: string }>().currentPassword).toBe(secrets.set);
  await login(person.email, secrets.wrong);
  const first = cookieOf(await login(person.email, secrets.set));
  expectNone('the database', await wholeDatabase(), formsOf(secrets.set));
  const second = cookieOf(await call('POST', '/api/change-password', { newPassword: secrets.own }, first));
  await call(
    'POST',
    '/api/change-password',
    { currentPassword: secrets.wrongAgain, newPassword: secrets.second },
    second,
  );
  const changed = await call(
    'POST',
    '/api/change-password',
    { currentPassword: secrets.own, newPassword: secrets.second },
    second,
  );
  expect(changed.statusCode).toBe(200);
  await call('POST', '/api/auth/signature-agreement', { accepted: true }, cookieOf(changed));
  await call('GET', '/api/logout', undefined, cookieOf(changed));
  expect(cookies.length).toBe(5);

  const dump = await wholeDatabase();
  expect(dump).toContain(person.email);
  expect(dump).toContain('account.passwordViewed');
  const log = logged.join('\n');
  for (const secret of [...Object.values(secrets), generated, admin.password]) {
    expectNone('the database', dump, formsOf(secret));
    expectNone('the log', log, formsOf(secret));
  }
  for (const token of cookies) {
    expect(dump.includes(token), 'a session secret in the database').toBe(false);
    expect(log.includes(token), 'a session secret in the log').toBe(false);
  }
});

test('[AUTH-09] [AUTH-10] no secret of an authenticator, recovery code, challenge or link is in the database or in the log', async () => {
  const person = await createUser(server.services, { password: 'canary of the second factor' });
  const jar = new Map<string, string>();
  const seen: string[] = [];
  const call = async <Body>(url: string, payload: object): Promise<Body> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = {
      cookie,
      'idempotency-key': `canary-${String(seen.length)}-${url.replaceAll('/', '.')}`,
    };
    const answer = await app.inject({ method: 'POST', url: `/api/auth/${url}`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    for (const { name, value } of answer.cookies) {
      jar.set(name, value);
      if (value !== '') seen.push(value);
    }
    return answer.json<Body>();
  };
  const { email, password } = person;
  await call('login', { email, password });
  const { key } = await call<{ key: string }>('two-factor/enrol', { currentPassword: password });
  expectNone('the database', await wholeDatabase(), formsOfKey(key));
  const confirming = await codeOf(server.services, key, -1);
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('two-factor/confirm', {
    code: confirming,
  });
  await call('login', { email, password });
  await call('login/verify', { code: await codeOf(server.services, key) });
  await call('login', { email, password });
  await call('login/verify', { code: recoveryCodes[0] });
  const renewed = await call<{ recoveryCodes: string[] }>('two-factor/recovery-codes', {
    currentPassword: password,
    code: recoveryCodes[1],
  });
  await call('forgot-password', { email });
  await resetLinkJob.run(server.services, { userId: person.id });
  const mail = await db.db
    .selectFrom('mailOutbox')
    .select(['messageId', 'payload'])
    .where('userId', '=', person.id)
    .where('template', '=', 'accounts.resetPassword')
    .executeTakeFirstOrThrow();
  const { secret } = mail.payload as unknown as { secret: Sealed };
  const token = unseal(server.services.config, 'mail', mail.messageId, secret);
  await call('reset-password', { token, newPassword: 'canary chosen by the link' });

  const dump = await wholeDatabase();
  const log = logged.join('\n');
  const codes = [...recoveryCodes, ...renewed.recoveryCodes];
  expect(codes.length).toBe(20);
  const known = [
    password,
    'canary chosen by the link',
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
  ];
  for (const forms of [formsOfKey(key), ...known.map((text) => formsOf(text))]) {
    expectNone('the database', dump, forms);
    expectNone('the log', log, forms);
  }
  // Of cookies and links the database knows the hash, and nothing else.
  for (const text of [token, ...seen]) {
    expect(dump.includes(text), 'a token in the database').toBe(false);
    expect(log.includes(text), 'a token in the log').toBe(false);
  }
});
