import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startForgedProvider, type Forgery, type ForgedProvider } from '#tests/harness/forged-provider.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let provider: ForgedProvider;
let server: TestServer;
let person: FixtureUser;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startForgedProvider();
  server = await startTestServer({ db, config: { oidc: provider.oidc } });
  person = await createUser(server.services, { password: null });
});

afterEach(() => provider.describe({}));

afterAll(async () => {
  await server.close();
  await provider.close();
  await db.drop();
});

const now = () => Math.floor(Date.now() / 1000);
const verified = () => ({ email: person.email, email_verified: true });

/** Begins, and comes back with a code that the provider answers with the forgery. */
async function comeBack(forgery: Forgery, query: Record<string, string> = {}) {
  const client = server.client();
  const begun = await client.get('/api/login');
  const address = new URL(begun.headers.get('location') ?? '');
  const state = address.searchParams.get('state') ?? '';
  provider.prepare(address.searchParams.get('nonce') ?? '', {
    ...forgery,
    claims: { ...verified(), ...forgery.claims },
  });
  const search = new URLSearchParams({ code: 'a-code', state, ...query });
  const answer = await client.get(`/api/login/callback?${search.toString()}`);
  return { client, address, status: answer.status, location: answer.headers.get('location') };
}

async function lastCause(): Promise<string> {
  const { rows } = await db.admin.query<{ payload: string }>(
    `select payload from audit.events where action = 'account.signInFailed' order by id desc limit 1`,
  );
  return (JSON.parse(rows[0]?.payload ?? '{}') as { facts: { cause: string } }).facts.cause;
}

test('[AUTH-03] the honest answer of the same provider signs in, and proves the secret of PKCE', async () => {
  const { client, address, location } = await comeBack({});
  expect(location).toBe('/');
  expect((await client.get('/api/auth/user')).body).toMatchObject({ id: person.id });
  const verifier = provider.received.at(-1)?.get('code_verifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
    address.searchParams.get('code_challenge'),
  );
});

test.for<[what: string, forgery: () => Forgery, cause: RegExp]>([
  ['another nonce', () => ({ claims: { nonce: 'another' } }), /nonce/],
  ['no nonce', () => ({ claims: { nonce: undefined } }), /nonce/],
  ['another audience', () => ({ claims: { aud: 'another-client' } }), /aud/],
  ['one of several audiences', () => ({ claims: { aud: ['traintrail', 'another'] } }), /audiences/],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } }), /iss/],
  ['an expired token', () => ({ claims: { exp: now() - 3600, iat: now() - 7200 } }), /exp/],
  ['no expiry', () => ({ claims: { exp: undefined } }), /exp/],
  ['a token of the future', () => ({ claims: { nbf: now() + 3600 } }), /nbf/],
  ['no subject', () => ({ claims: { sub: undefined } }), /sub/],
  ['an empty subject', () => ({ claims: { sub: '' } }), /names nobody/],
  ['a subject without end', () => ({ claims: { sub: 's'.repeat(300) } }), /names nobody/],
  ['another key', () => ({ otherKey: true }), /signature/],
  ['claims that were not signed', () => ({ tampered: true }), /signature/],
  ['no signature', () => ({ header: { alg: 'none' } }), /alg/],
  ['a signature by the secret', () => ({ header: { alg: 'HS256' } }), /alg/],
  ['no ID token', () => ({ withoutIdToken: true }), /id_token/],
])('[AUTH-03] %s is refused (T18)', async ([, forgery, cause]) => {
  const { client, status, location } = await comeBack(forgery());
  expect([status, location]).toEqual([302, '/landing?signin=failed']);
  expect((await client.get('/api/auth/user')).status).toBe(401);
  expect(await lastCause()).toMatch(cause);
  expect(await lastCause()).not.toContain('@');
});

test('[AUTH-03] the same email, unverified, at a provider nobody was linked with opens nothing (T18)', async () => {
  const admin = await createUser(server.services, { role: 'admin', password: null });
  for (const email_verified of [false, 'true', 1, undefined]) {
    const { client, location } = await comeBack({
      claims: { sub: 'attacker', email: admin.email, email_verified },
      userinfo: { sub: 'attacker', email: admin.email, email_verified: false },
    });
    expect(location).toBe('/landing?signin=refused');
    expect((await client.get('/api/auth/user')).status).toBe(401);
  }
});

test('[AUTH-03] userinfo of another subject than the ID token is refused (T18)', async () => {
  const { location } = await comeBack({
    claims: { sub: 'one', email: undefined, email_verified: undefined },
    userinfo: { sub: 'two', ...verified() },
  });
  expect(location).toBe('/landing?signin=failed');
});

test.for<[answer: NonNullable<Forgery['answer']>, problem: string]>([
  [[500, '{}'], 'unavailable'],
  [[503, 'down', 'text/html'], 'unavailable'],
  [[200, 'not json', 'application/json'], 'unavailable'],
  [[200, '<html>', 'text/html'], 'unavailable'],
  [[400, '{"error":"invalid_grant"}'], 'failed'],
  [[401, '{"error":"invalid_client"}'], 'failed'],
  [[200, '{"access_token":1}'], 'failed'],
])('[AUTH-03] [SEC-01] %j at the token endpoint is explained, never a 500', async ([answer, problem]) => {
  const { status, location } = await comeBack({ answer });
  expect([status, location]).toEqual([302, `/landing?signin=${problem}`]);
});

test.for<[query: Record<string, string>, problem: string]>([
  [{ error: 'access_denied' }, 'cancelled'],
  [{ error: 'server_error' }, 'unavailable'],
  [{ error: 'temporarily_unavailable' }, 'unavailable'],
  [{ error: 'invalid_scope', error_description: '<script>alert(1)</script>' }, 'failed'],
  [{ iss: 'https://evil.example' }, 'failed'],
])('[AUTH-03] %j in the callback is explained', async ([query, problem]) => {
  const { status, location } = await comeBack({}, query);
  expect([status, location]).toEqual([302, `/landing?signin=${problem}`]);
  expect(location).not.toContain('script');
});

test('[AUTH-03] a description that is another provider’s, or none, is not believed', async () => {
  // After a failure the provider is asked again who it is.
  await comeBack({ claims: { nonce: 'another' } });
  for (const changes of [{ issuer: 'https://evil.example' }, { issuer: undefined }]) {
    provider.describe(changes);
    const answer = await server.client().get('/api/login');
    expect(answer.headers.get('location')).toBe('/landing?signin=unavailable');
  }
  provider.describe({});
  expect((await comeBack({})).location).toBe('/');
});

test('[AUTH-03] the secret goes where the provider wants it', async () => {
  await comeBack({ claims: { nonce: 'another' } });
  expect(provider.received.at(-1)?.has('client_secret')).toBe(false);
  provider.describe({ token_endpoint_auth_methods_supported: ['client_secret_post'] });
  await comeBack({});
  expect(provider.received.at(-1)?.get('client_secret')).toBe(provider.oidc.clientSecret);
});

test('[AUTH-03] [SEC-01] a callback with more than there can be is 4xx', async () => {
  const client = server.client();
  const { status } = await client.get('/api/login/callback?state=a&state=b');
  expect(status).toBe(422);
  expect((await client.get(`/api/login/callback?state=${'x'.repeat(600)}`)).status).toBe(422);
  expect((await client.get(`/api/login?returnTo=${'x'.repeat(2100)}`)).status).toBe(422);
});
