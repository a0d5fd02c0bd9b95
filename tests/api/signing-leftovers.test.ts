import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { SoftwareAuthenticator, type PasskeyOptions } from '#tests/harness/authenticator.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { mailedTokenOf } from '#tests/harness/mailed-token.ts';
import { ProviderBrowser, startOpenIdProvider, type OpenIdProvider } from '#tests/harness/openid-provider.ts';
import { throughProvider } from '#tests/harness/provider-sign-in.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { SigningWorld } from '#tests/harness/signing-world.ts';
import { createTrainingWorld, sign, type TrainingWorld } from '#tests/harness/training-world.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { createUser, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

const origin = 'http://localhost';
let db: TestDatabase;
let provider: OpenIdProvider;
let server: TestServer;
/** Of the same database, at a name that passkeys know. */
let named: TestServer;
let world: TrainingWorld;
let signing: SigningWorld;
let mallory: FixtureUser;
/** An administrator from before everything that closes signing. */
let witness: FixtureUser;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startOpenIdProvider();
  const smtp = { url: 'smtp://127.0.0.1:1' };
  server = await startTestServer({ db, config: { oidc: provider.oidc, smtp } });
  named = await startTestServer({ db, config: { publicUrl: new URL(origin), smtp } });
  provider.register(server.url);
  world = await createTrainingWorld(server, 0);
  signing = new SigningWorld(server, db, world);
  mallory = await createUser(server.services, { role: 'admin' });
  witness = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), mallory);
});

afterEach(async () => {
  await db.admin.query('delete from sign_in_throttles');
  await db.admin.query('update sessions set strong_auth_at = app_now()');
});

afterAll(async () => {
  await server.close();
  await named.close();
  await provider.stop();
  await db.drop();
});

const own = FIXTURE_PASSWORD;
const mine = 'only ada knows this';
const evil = (id: string) => `mallory-${id.slice(-8)}@evil.example`;
const tokenFor = (to: string, template: string) => mailedTokenOf(server.services, db, to, template);
const setEmail = async (userId: string, email: string) =>
  expect((await admin.patch(`/api/users/${userId}`, { email })).status).toBe(200);
const stop = async (token: string) =>
  (await server.client().post('/api/auth/stop-email-change', { token })).status;
const loginStatus = async (email: string, password: string) =>
  (await server.client().post('/api/auth/login', { email, password })).status;

/** A person at the provider with a verified address. */
function atProvider(sub: string, email: string) {
  provider.people.set(sub, { sub, email, email_verified: true });
  const browser = new ProviderBrowser();
  return {
    come: async () => {
      const client = server.client();
      return { client, at: await throughProvider(client, browser, sub) };
    },
    confirm: async (client: TestClient) => {
      const confirmation = randomBytes(32).toString('base64url');
      await throughProvider(client, browser, sub, `/api/login/confirm?intent=${confirmation}`);
      return { confirmation, password: undefined };
    },
  };
}

/** Somebody independent confirms who the person of a session is. */
async function confirmSomebody(client: TestClient, userId: string): Promise<void> {
  const { code } = (await client.post<{ code: string }>('/api/auth/signing/request')).body;
  const other = await signIn(server.client(), witness);
  await other.post('/api/auth/signature-agreement', { accepted: true });
  const confirmed = await other.post(`/api/users/${userId}/signing/confirm`, {
    shownCode: code,
    reason: 'Recognized on a video call',
    signature: { password: own, meaning: statementFor('identity_confirmed').text },
  });
  expect(confirmed.status).toBe(200);
}

async function addPasskey(client: TestClient): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(origin);
  const { body } = await client.post<{ options: PasskeyOptions }>('/api/auth/passkeys/options');
  const response = authenticator.create(body.options);
  expect((await client.post('/api/auth/passkeys', { name: 'Laptop', response })).status).toBe(200);
  return authenticator;
}

async function byPasskey(authenticator: SoftwareAuthenticator) {
  const client = named.client();
  const { body } = await client.post<{ options: PasskeyOptions }>('/api/auth/login/passkey/options');
  const { status } = await client.post('/api/auth/login/passkey', {
    response: authenticator.get(body.options),
  });
  return { client, status };
}

test('[SIG-05] nobody confirms who was made an administrator by whoever closed signing, however many accounts lie between', async () => {
  const { person } = await signing.victim();
  // A second identity that the provider lets anybody register: nobody has created the account here.
  const second = await createUser(server.services);
  await setEmail(person.id, evil(person.id));
  expect((await admin.patch(`/api/users/${second.id}`, { role: 'admin' })).status).toBe(200);
  const third = await createUser(server.services);
  const bySecond = await signIn(server.client(), second);
  expect((await bySecond.patch(`/api/users/${third.id}`, { role: 'admin' })).status).toBe(200);
  const late = await createUser(server.services, { role: 'admin' });
  const refusalOf = async (user: FixtureUser) =>
    (
      await (
        await signIn(server.client(), user)
      ).get<{ refusal: string | null }>(`/api/users/${person.id}/signing`)
    ).body.refusal;
  expect(await refusalOf(second)).toBe('dependent');
  expect(await refusalOf(third)).toBe('dependent');
  // The console owes nobody: what it makes later helps where nobody independent is left.
  expect(await refusalOf(late)).toBeNull();
  expect(await refusalOf(witness)).toBeNull();
});

describe('after its person has proved who they are, nothing of another one signs', () => {
  test('[SIG-05] [AUTH-08] not an issued password, confirmed by a second person in a session of the provider', async () => {
    const { person, ids } = await signing.victim();
    const issued = await admin.post<{ newPassword: string }>(`/api/users/${person.id}/generate-password`);
    const ada = atProvider(`ada-${person.id}`, person.email);
    const { client, at } = await ada.come();
    expect(at).toBe('/');
    await confirmSomebody(client, person.id);
    expect(await loginStatus(person.email, issued.body.newPassword)).toBe(401);
    expect(await signing.sign(client, ids[0] ?? 0, '', await ada.confirm(client))).toBe('signed');
  });

  test('[SIG-05] [AUTH-05] not a chosen password, confirmed by a second person in a session of the provider', async () => {
    const { person } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    const { client } = await atProvider(`ada-${person.id}`, person.email).come();
    await confirmSomebody(client, person.id);
    expect(await loginStatus(person.email, thief.password)).toBe(401);
  });

  test('[SIG-05] [AUTH-03] not somebody whom the provider knows by the address that an administrator entered', async () => {
    const { person, client, ids } = await signing.victim();
    const phone = await enrol(server.services, client, own);
    await setEmail(person.id, evil(person.id));
    expect(await signing.sign(client, ids[0] ?? 0, own, { code: await phone.code() })).toBe('signed');
    const thief = atProvider(`evil-${person.id}`, evil(person.id));
    const session = await thief.come();
    const proof = await thief.confirm(session.client);
    expect(await signing.sign(session.client, ids[1] ?? 0, '', proof)).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] [AUTH-16] not who created the account at their mailbox, by a link that stops the change of it', async () => {
    const email = evil(`first-${randomBytes(4).toString('hex')}`);
    const form = { email, firstName: 'Ada', lastName: 'Real', organizationId: world.organization.id };
    const { user } = (await admin.post<{ user: { id: string } }>('/api/users', form)).body;
    const real = `ada-${user.id.slice(-8)}@world.example`;
    await setEmail(user.id, real);
    const kept = await tokenFor(email, 'people.emailReplaced');
    await admin.post('/api/users/reset-password', { userId: user.id });
    await signing.chooseByLink(real, own);
    const client = await signIn(server.client(), { email: real, password: own });
    await client.post('/api/change-password', { currentPassword: own, newPassword: mine });
    const { body } = await client.post<{ code?: string }>('/api/auth/signing/request');
    expect(body.code).not.toBe('TEMPORARY_PASSWORD');
    await confirmSomebody(client, user.id);
    expect(await stop(kept)).toBe(422);
    expect(await loginStatus(real, mine)).toBe(200);
  });

  test('[SIG-05] [AUTH-19] not a password that another one chose, proved by the passkey of before', async () => {
    const { person, ids } = await signing.victim();
    const passkey = await addPasskey(await signIn(named.client(), person));
    await setEmail(person.id, evil(person.id));
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(evil(person.id), 'chosen by somebody else');
    const { client, status } = await byPasskey(passkey);
    expect(status).toBe(200);
    const id = ids[0] ?? 0;
    const asking = { password: undefined, passkey: 'challenge' };
    const asked = await sign<{ options: PasskeyOptions }>(client, id, { password: '' }, asking);
    const answer = passkey.get(asked.body.options);
    expect(await signing.sign(client, id, '', { password: undefined, passkey: answer })).toBe('signed');
    const { passkeys } = (await client.get<{ passkeys: { id: number }[] }>('/api/auth/passkeys')).body;
    expect((await client.del(`/api/auth/passkeys/${String(passkeys[0]?.id)}`)).status).toBe(200);
    expect(await loginStatus(evil(person.id), 'chosen by somebody else')).toBe(401);
  });

  test('[SIG-05] [AUTH-19] not a passkey of who had the account before, confirmed by a second person', async () => {
    const email = evil(`key-${randomBytes(4).toString('hex')}`);
    const form = { email, firstName: 'Ada', lastName: 'Real', organizationId: world.organization.id };
    const { user } = (await admin.post<{ user: { id: string } }>('/api/users', form)).body;
    await signing.chooseByLink(email, own, 'reminders.invitation');
    const passkey = await addPasskey(await signIn(named.client(), { email, password: own }));
    const real = `key-${user.id.slice(-8)}@world.example`;
    await setEmail(user.id, real);
    const { client } = await atProvider(`ada-${user.id}`, real).come();
    await confirmSomebody(client, user.id);
    expect((await byPasskey(passkey)).status).toBe(401);
  });
});

describe('after its person has stopped a change, nothing of another one opens the account', () => {
  test('[AUTH-03] [AUTH-09] [AUTH-16] neither a sign-in at the provider nor an authenticator', async () => {
    const { person } = await signing.victim();
    const session = await signIn(server.client(), person);
    await session.patch('/api/users/profile', { email: evil(person.id) });
    const kept = await tokenFor(person.email, 'people.emailRequested');
    const token = await tokenFor(evil(person.id), 'people.confirmEmail');
    expect((await server.client().post('/api/auth/confirm-email', { token })).status).toBe(200);
    const thief = atProvider(`evil-${person.id}`, evil(person.id));
    expect((await thief.come()).at).toBe('/');
    await enrol(server.services, session, own);
    expect(await stop(kept)).toBe(200);
    expect((await thief.come()).at).not.toBe('/');
    await signing.chooseByLink(person.email, mine);
    const ada = await signIn(server.client(), { email: person.email, password: mine });
    expect((await ada.get('/api/auth/two-factor')).body).toMatchObject({ enabled: false });
  });

  test('[AUTH-19] [AUTH-16] not a passkey, by the link in its own email to the address that the person has agreed to', async () => {
    const { person } = await signing.victim();
    const session = await signIn(named.client(), person);
    const passkey = await addPasskey(session);
    await setEmail(person.id, evil(person.id));
    const second = await addPasskey(session);
    // The person is informed at the address that they have agreed to.
    await expect(tokenFor(evil(person.id), 'accounts.passkeyAdded')).rejects.toThrow(/no accounts/);
    const { rows } = await db.admin.query<{ count: number }>(
      `select count(*)::int as count from mail_outbox where to_address = $1 and template = 'accounts.passkeyAdded'`,
      [person.email],
    );
    expect(rows).toEqual([{ count: 2 }]);
    expect(await stop(await tokenFor(person.email, 'accounts.passkeyAdded'))).toBe(200);
    expect((await byPasskey(second)).status).toBe(401);
    expect((await byPasskey(passkey)).status).toBe(200);
  });
});
