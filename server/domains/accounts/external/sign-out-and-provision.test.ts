import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { ProviderBrowser, startOpenIdProvider, type OpenIdProvider } from '#tests/harness/openid-provider.ts';
import { locationOf, throughProvider } from '#tests/harness/provider-sign-in.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
/** Tells addresses in the ID token, creates accounts. */
let generous: OpenIdProvider;
/** Ends no sessions. */
let simple: OpenIdProvider;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  generous = await startOpenIdProvider({ claimsInIdToken: true, autoProvision: true });
  simple = await startOpenIdProvider({ withoutLogout: true });
  server = await startTestServer({ db, config: { oidc: generous.oidc } });
  other = await startTestServer({ db, config: { oidc: simple.oidc } });
  generous.register(server.url);
  simple.register(other.url);
});

afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await Promise.all([generous.stop(), simple.stop()]);
  await db.drop();
});

async function member(provider: OpenIdProvider) {
  const person = await createUser(server.services, { password: null });
  const sub = `sub-${person.id}`;
  provider.people.set(sub, { sub, email: person.email, email_verified: true });
  return { person, sub };
}

const sessionsOf = async (userId: string) =>
  (await db.admin.query('select 1 from sessions where user_id = $1', [userId])).rows.length;

describe('signing out', () => {
  test('[AUTH-04] ends the session here and at the provider, and comes back to the landing page', async () => {
    const { person, sub } = await member(generous);
    const client = server.client();
    const browser = new ProviderBrowser();
    expect(await throughProvider(client, browser, sub)).toBe('/');
    const open = generous.sessions();
    const answer = await client.get('/api/logout');
    expect(answer.status).toBe(302);
    expect(await sessionsOf(person.id)).toBe(0);
    expect(client.cookies.size).toBe(0);
    const address = new URL(locationOf(answer));
    expect(address.origin).toBe(generous.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/landing`);
    const [, claims = ''] = (address.searchParams.get('id_token_hint') ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub });
    expect((await browser.follow(address.href, null)).href).toBe(`${server.url}/landing`);
    expect(generous.sessions()).toBe(open - 1);
    // Nobody is signed in at the provider either: its form comes again.
    const begun = await client.get('/api/login');
    await expect(browser.follow(locationOf(begun), 'nobody-of-this-name')).rejects.toThrow(/round/);
  });

  test('[AUTH-04] a sign-out that another site asks for is confirmed first, and then goes to the provider too (T15)', async () => {
    const { person, sub } = await member(generous);
    const client = server.client();
    await throughProvider(client, new ProviderBrowser(), sub);
    const asked = await client.get('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([asked.status, await sessionsOf(person.id)]).toEqual([200, 1]);
    const confirmed = await client.get('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(new URL(locationOf(confirmed)).origin).toBe(generous.issuer);
    expect(await sessionsOf(person.id)).toBe(0);
  });

  test('[AUTH-04] who signed in with a password is not sent to the provider', async () => {
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    expect(locationOf(await client.get('/api/logout'))).toBe('/landing');
    expect(await sessionsOf(person.id)).toBe(0);
    expect(locationOf(await client.get('/api/logout'))).toBe('/landing');
  });

  test('[AUTH-04] a provider without an end-session endpoint, or one that is down, does not keep anybody signed in', async () => {
    const { person, sub } = await member(simple);
    const client = other.client();
    await throughProvider(client, new ProviderBrowser(), sub);
    expect(locationOf(await client.get('/api/logout'))).toBe('/landing');
    expect(await sessionsOf(person.id)).toBe(0);
    // A server that has not asked the provider yet.
    await throughProvider(client, new ProviderBrowser(), sub);
    const { secretKey, publicUrl } = other.services.config;
    const fresh = await startTestServer({ db, config: { oidc: simple.oidc, secretKey, publicUrl } });
    await simple.stop();
    try {
      const late = fresh.client();
      for (const [name, value] of client.cookies) late.cookies.set(name, value);
      expect(locationOf(await late.get('/api/logout'))).toBe('/landing');
      expect(await sessionsOf(person.id)).toBe(0);
    } finally {
      await simple.start();
      await fresh.close();
    }
  });

  test('[AUTH-04] [AUTH-05] the cookie of an ended session is worthless (T16)', async () => {
    const { sub } = await member(generous);
    const client = server.client();
    await throughProvider(client, new ProviderBrowser(), sub);
    const kept = client.cookies.get('tt_session') ?? '';
    await client.get('/api/logout');
    client.cookies.set('tt_session', kept);
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });
});

describe('OIDC_AUTO_PROVISION', () => {
  const newcomer = (fields: Record<string, unknown>) => {
    const sub = `new-${Math.random().toString(36).slice(2)}`;
    const person = { sub, email: `${sub}@World.example`, email_verified: true, ...fields };
    generous.people.set(sub, person);
    return person;
  };
  const userOf = async (email: string) =>
    (
      await db.admin.query<Record<string, unknown>>(
        `select id, first_name, last_name, role, organization_id, is_active, password_hash, must_change_password from users
         where lower(email) = lower($1)`,
        [email],
      )
    ).rows;

  test('[AUTH-03] makes a learner without organization of whom the provider vouches for, once', async () => {
    const person = newcomer({ given_name: ' Grace ', family_name: 'Hopper', role: 'admin' });
    const client = server.client();
    expect(await throughProvider(client, new ProviderBrowser(), person.sub)).toBe('/');
    const { body } = await client.get('/api/auth/user');
    expect(body).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      role: 'learner',
      organizationId: null,
      mustChangePassword: false,
      onboardingCompleted: true,
      permissions: expect.not.arrayContaining(['people.manage']),
    });
    expect(await throughProvider(server.client(), new ProviderBrowser(), person.sub)).toBe('/');
    const [user, ...others] = await userOf(person.email);
    expect(others).toEqual([]);
    expect(user).toMatchObject({ password_hash: null, must_change_password: false, is_active: true });
    const { rows } = await db.admin.query<{ action: string }>(
      `select distinct action from audit.events where subject_id = $1 and kind = 'insert' order by 1`,
      [user?.['id']],
    );
    expect(rows.map(({ action }) => action)).toEqual(['account.provisioned']);
  });

  test('[AUTH-03] names that cannot be names are left out', async () => {
    const person = newcomer({ given_name: 'x'.repeat(2000), family_name: 'two\nlines' });
    expect(await throughProvider(server.client(), new ProviderBrowser(), person.sub)).toBe('/');
    expect(await userOf(person.email)).toEqual([
      expect.objectContaining({ first_name: null, last_name: null }),
    ]);
  });

  test('[AUTH-03] [USR-01] names are stored as they are seen, and one without anything visible is left out', async () => {
    const person = newcomer({ given_name: '\u202EAnn\u00A0 Marie', family_name: '\u200B\u3164' });
    expect(await throughProvider(server.client(), new ProviderBrowser(), person.sub)).toBe('/');
    expect(await userOf(person.email)).toEqual([
      expect.objectContaining({ first_name: 'Ann Marie', last_name: null }),
    ]);
  });

  test.each([
    ['an address that is not verified', { email_verified: false }],
    ['no address', { email: undefined }],
    ['no address at all', { email: 'not an address' }],
  ])('[AUTH-03] never with %s (T18)', async (_, fields) => {
    const person = newcomer(fields);
    expect(await throughProvider(server.client(), new ProviderBrowser(), person.sub)).toBe(
      '/landing?signin=refused',
    );
    expect(await userOf(person.email ?? '')).toEqual([]);
  });

  test('[AUTH-03] [USR-08] an inactive account is no reason for a second one, nor is an erased person’s address', async () => {
    const inactive = await createUser(server.services, { isActive: false });
    const first = newcomer({ email: inactive.email });
    expect(await throughProvider(server.client(), new ProviderBrowser(), first.sub)).toBe(
      '/landing?signin=refused',
    );
    const leaver = newcomer({});
    await throughProvider(server.client(), new ProviderBrowser(), leaver.sub);
    const [user] = await userOf(leaver.email);
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const erased = await admin.post(`/api/users/${String(user?.['id'])}/erase`, { reason: 'asked for it' });
    expect(erased.status).toBe(200);
    expect(await throughProvider(server.client(), new ProviderBrowser(), leaver.sub)).toBe(
      '/landing?signin=refused',
    );
    expect(await userOf(leaver.email)).toEqual([]);
    // Nothing of who the person is at the provider is left, in the table or the trail.
    const { rows } = await db.admin.query(
      `select 1 from external_identities where subject = $1 union all select 1 from audit.events where payload like $2`,
      [leaver.sub, `%${leaver.sub}%`],
    );
    expect(rows).toEqual([]);
  });

  test('[AUTH-03] two first sign-ins of a newcomer at once make one account', async () => {
    const person = newcomer({});
    const ways = await Promise.all(
      [1, 2, 3].map(() => throughProvider(server.client(), new ProviderBrowser(), person.sub)),
    );
    expect(ways).toContain('/');
    expect(await userOf(person.email)).toHaveLength(1);
  });
});
