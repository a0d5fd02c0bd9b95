import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { SoftwareAuthenticator, type PasskeyOptions } from '#tests/harness/authenticator.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startForgedProvider, type ForgedProvider } from '#tests/harness/forged-provider.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, type FixtureUser, type UserInput } from '#tests/harness/world.ts';

const origin = 'http://localhost';
const context = 'urn:example:two-factors';
let db: TestDatabase;
let provider: ForgedProvider;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startForgedProvider();
  server = await startTestServer({
    db,
    config: {
      policy: 'regulated',
      publicUrl: new URL(origin),
      oidc: { ...provider.oidc, twoFactorContexts: [context] },
    },
  });
});

afterAll(async () => {
  await server.close();
  await provider.close();
  await db.drop();
});

type Answer = Problem & {
  readonly options?: PasskeyOptions;
  readonly recoveryCodes?: readonly string[];
  readonly mustEnrolTwoFactor?: boolean;
  readonly mustGiveTwoFactor?: boolean;
};

const member = (input: UserInput) => createUser(server.services, { password: null, ...input });

/** Signs somebody in at the provider, which says how. */
async function enter(person: FixtureUser, claims: Record<string, unknown> = {}): Promise<TestClient> {
  const client = server.client();
  const begun = await client.get('/api/login');
  const address = new URL(begun.headers.get('location') ?? '');
  expect(address.searchParams.get('acr_values')).toBe(context);
  provider.prepare(address.searchParams.get('nonce') ?? '', {
    claims: {
      sub: `sub-${person.id}`,
      email: person.email,
      email_verified: true,
      auth_time: Math.floor(Date.now() / 1000),
      ...claims,
    },
  });
  const search = new URLSearchParams({ code: 'a-code', state: address.searchParams.get('state') ?? '' });
  expect((await client.get(`/api/login/callback?${search.toString()}`)).headers.get('location')).toBe('/');
  return client;
}

const missing = { status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } };
const settings = (client: TestClient) => client.get<Answer>('/api/users/settings');
const gateOf = async (client: TestClient) => {
  const { body } = await client.get<Answer>('/api/auth/user');
  return [body.mustEnrolTwoFactor, body.mustGiveTwoFactor];
};

/** Sets up a passkey, as the gate does. */
async function setUp(client: TestClient) {
  const { body } = await client.post<Answer>('/api/auth/passkeys/options');
  const authenticator = new SoftwareAuthenticator(origin);
  const response = authenticator.create(body.options ?? { challenge: '' });
  const added = await client.post<Answer>('/api/auth/passkeys', { name: 'Laptop', response });
  expect(added).toMatchObject({ status: 200 });
  return { authenticator, codes: added.body.recoveryCodes ?? [] };
}

const claimed: readonly [name: string, claims: Record<string, unknown>, vouched: boolean][] = [
  ['nothing', {}, false],
  ['one factor', { amr: ['pwd'] }, false],
  ['two factors', { amr: ['pwd', 'otp'] }, true],
  ['"mfa"', { amr: ['mfa'] }, true],
  ['the context of this installation', { acr: context }, true],
  ['another context', { acr: 'urn:example:one-factor' }, false],
];

test.each(claimed)(
  '[AUTH-19] a provider that says %s for a person whose role requires two factors',
  async (_name, claims, vouched) => {
    const client = await enter(await member({ role: 'manager' }), claims);
    if (vouched) {
      expect(await gateOf(client)).toEqual([false, false]);
      expect(await settings(client)).toMatchObject({ status: 200 });
      return;
    }
    expect(await gateOf(client)).toEqual([true, false]);
    expect(await settings(client)).toMatchObject(missing);
    await setUp(client);
    expect(await gateOf(client)).toEqual([false, true]);
  },
);

test('[AUTH-19] a role without that need is asked for nothing here', async () => {
  const client = await enter(await member({}));
  expect(await settings(client)).toMatchObject({ status: 200 });
});

test('[AUTH-19] what the provider did not ask for is given here: by passkey or recovery code, never by a new factor', async () => {
  const person = await member({ role: 'manager' });
  const { authenticator, codes } = await setUp(await enter(person));
  const client = await enter(person);
  expect(await gateOf(client)).toEqual([false, true]);
  expect(await settings(client)).toMatchObject(missing);
  // Another factor in place of the one that is missing would prove nothing.
  expect(await client.post('/api/auth/passkeys/options')).toMatchObject(missing);
  expect(await client.post('/api/auth/two-factor/enrol', {})).toMatchObject(missing);
  const path = '/api/session/second-factor';
  const wrong = { status: 422, body: { code: 'CODE_REFUSED' } };
  expect(await client.post(path, { code: '000000' })).toMatchObject(wrong);
  const challenge = async (from: TestClient) => {
    const { body } = await from.post<Answer>(path, { passkey: 'challenge' });
    return body.options ?? { challenge: '' };
  };
  // The answer for one session is refused in another.
  const other = await enter(person);
  const foreign = authenticator.get(await challenge(other));
  expect(await client.post(path, { passkey: foreign })).toMatchObject(wrong);
  const passkey = authenticator.get(await challenge(client));
  expect(await client.post(path, { passkey })).toMatchObject({ status: 200 });
  expect(await settings(client)).toMatchObject({ status: 200 });
  expect(await client.post(path, { passkey })).toMatchObject({ status: 409 });
  expect(await other.post(path, { code: codes[0] })).toMatchObject({ status: 200 });
  expect(await gateOf(other)).toEqual([false, false]);
});

test('[AUTH-19] a passkey of an account without a password never signs in past the provider', async () => {
  const person = await member({ role: 'manager' });
  const { authenticator } = await setUp(await enter(person));
  const client = server.client();
  const { body } = await client.post<Answer>('/api/auth/login/passkey/options');
  const response = authenticator.get(body.options ?? { challenge: '' });
  expect(await client.post('/api/auth/login/passkey', { response })).toMatchObject({ status: 401 });
});
