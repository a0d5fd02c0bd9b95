import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { ProviderBrowser, startOpenIdProvider, type OpenIdProvider } from '#tests/harness/openid-provider.ts';
import { locationOf, throughProvider } from '#tests/harness/provider-sign-in.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  issuePasswordTo,
  type UserInput,
} from '#tests/harness/world.ts';

let db: TestDatabase;
let provider: OpenIdProvider;
let server: TestServer;
let second: TestServer;
let plain: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startOpenIdProvider();
  server = await startTestServer({ db, config: { oidc: provider.oidc } });
  plain = await startTestServer({ db });
  // Two servers behind one address: the second has the same secret and public address (OPS-03).
  const { secretKey, publicUrl } = server.services.config;
  second = await startTestServer({ db, config: { oidc: provider.oidc, secretKey, publicUrl } });
  provider.register(server.url);
});

let browser: ProviderBrowser;
beforeEach(() => {
  browser = new ProviderBrowser();
});
afterEach(async () => {
  await db.moveClock({});
  await server.services.clock.synchronize();
});

afterAll(async () => {
  await Promise.all([server, second, plain].map((one) => one.close()));
  await provider.stop();
  await db.drop();
});

let counter = 0;

/** Somebody with an account and the same address, verified, at the provider. */
async function member(input: UserInput = {}, atProvider: Record<string, unknown> = {}) {
  const person = await createUser(server.services, { password: null, ...input });
  counter += 1;
  const sub = `sub-${String(counter)}`;
  provider.people.set(sub, { sub, email: person.email, email_verified: true, ...atProvider });
  return { person, sub };
}

async function begin(client: TestClient, returnTo?: string): Promise<string> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const answer = await client.get(`/api/login${query}`);
  expect(answer.status).toBe(302);
  return locationOf(answer);
}

/** The whole way of one browser; answers where it ends up on our site. */
const signInAs = (client: TestClient, sub: string | null, returnTo?: string) =>
  throughProvider(
    client,
    browser,
    sub,
    returnTo === undefined ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`,
  );

const userOf = async (client: TestClient) => (await client.get<{ id: string }>('/api/auth/user')).body.id;

test('[AUTH-08] [AUTH-03] a temporary password ends when its person first signs in at the provider', async () => {
  const { person, sub } = await member();
  const { password } = await issuePasswordTo(server.services, person.id, 'known-to-the-admin');
  const issuer = server.client();
  const login = (by = server.client()) => by.post('/api/auth/login', { email: person.email, password });
  expect((await login(issuer)).status).toBe(200);
  const client = server.client();
  await signInAs(client, sub);
  expect(await userOf(client)).toBe(person.id);
  expect((await login()).status).toBe(401);
  // Nor does whoever has signed in with it before stay.
  expect((await issuer.get('/api/auth/user')).status).toBe(401);
  const { rows } = await db.admin.query(
    `select must_change_password, password_hash, (select count(*)::int from temporary_credentials c where c.user_id = u.id and ended_at is null) as standing
     from users u where id = $1`,
    [person.id],
  );
  expect(rows).toEqual([{ must_change_password: false, password_hash: null, standing: 0 }]);
});

interface Event {
  readonly actor_id: string | null;
  readonly subject_id: string | null;
  readonly outcome: string;
  readonly facts: Record<string, unknown>;
}

async function lastEvent(action: string): Promise<Event> {
  const { rows } = await db.admin.query<Event>(
    `select actor_id, subject_id, outcome, (payload::jsonb) -> 'facts' as facts from audit.events
     where action = $1 and kind in ('command', 'access') order by id desc limit 1`,
    [action],
  );
  const [event] = rows;
  if (!event) throw new Error(`no event ${action}`);
  return event;
}

describe('signing in', () => {
  test('[AUTH-03] goes to the provider with code, PKCE, state and nonce, and comes back to the wished path signed in', async () => {
    const { person, sub } = await member({ role: 'manager' });
    const client = server.client();
    const begun = await client.fetch('GET', '/api/login?returnTo=%2Freports%2Fcompletion%3Forg%3D3');
    const address = new URL(begun.headers.get('location') ?? '');
    expect(address.origin).toBe(provider.issuer);
    const query = Object.fromEntries(address.searchParams);
    expect(query).toMatchObject({
      client_id: provider.oidc.clientId,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${server.url}/api/login/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(address.href).not.toContain(provider.oidc.clientSecret);
    const [cookie = '', ...others] = begun.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^tt_login_[0-9a-f]{16}=[\w.%-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    // Sealed: neither the verifier nor anything else can be read in it.
    expect(cookie).not.toContain(query['state']);
    expect(cookie).not.toContain(query['nonce']);
    expect(begun.headers.get('cache-control')).toBe('no-store');

    const callback = await browser.follow(address.href, sub);
    const back = await client.fetch('GET', callback.pathname + callback.search);
    expect(back.status).toBe(302);
    expect(back.headers.get('location')).toBe('/reports/completion?org=3');
    expect(back.headers.getSetCookie().join('\n')).toMatch(
      /tt_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    // The cookie of the way there is gone.
    expect([...client.cookies.keys()]).toEqual(['tt_session']);
    expect(await userOf(client)).toBe(person.id);

    // This provider does not say when it asked for a password: it may have been yesterday.
    const { rows } = await db.admin.query(
      'select auth_method, strong_auth_at is not null as strong, sess::text as sess from sessions where user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ auth_method: 'provider', strong: false, sess: expect.any(String) }]);
    // The ID token is kept sealed: no token stands in the database.
    expect(rows[0].sess).not.toMatch(/eyJ/);
    const { rows: identities } = await db.admin.query(
      'select issuer, subject, user_id from external_identities where user_id = $1',
      [person.id],
    );
    expect(identities).toEqual([{ issuer: provider.issuer, subject: sub, user_id: person.id }]);
    const event = await lastEvent('account.signedIn');
    expect(event.actor_id).toBe(person.id);
  });

  test('[AUTH-03] [AUTH-15] under https the cookies are Secure and bound to the host', async () => {
    const config = { oidc: provider.oidc, publicUrl: new URL('https://training.example.org') };
    const secure = await startTestServer({ db, config });
    try {
      const begun = await secure.client().fetch('GET', '/api/login');
      expect(begun.headers.get('location')).toContain(
        `redirect_uri=${encodeURIComponent('https://training.example.org/api/login/callback')}`,
      );
      expect(begun.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-tt_login_\w{16}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
    } finally {
      await secure.close();
    }
  });

  test('[AUTH-03] the address may be in any case, and the account have a password to change: no gate is shown (AUTH-06)', async () => {
    const { person, sub } = await member({ mustChangePassword: true, password: 'issued by somebody' });
    provider.people.set(sub, { sub, email: person.email.toUpperCase(), email_verified: true });
    const client = server.client();
    expect(await signInAs(client, sub)).toBe('/');
    const { body } = await client.get('/api/auth/user');
    expect(body).toMatchObject({ id: person.id, mustChangePassword: false, accountActivation: false });
  });

  test('[AUTH-03] [AUTH-05] the session is a new one: the one of the cookie ends (T16)', async () => {
    const { sub } = await member();
    const client = server.client();
    await signInAs(client, sub);
    const before = client.cookies.get('tt_session') ?? '';
    const begun = await server.client().fetch('GET', '/api/login');
    const callback = await browser.follow(begun.headers.get('location') ?? '', sub);
    const [login = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
    const back = await server.client().fetch('GET', callback.pathname + callback.search, undefined, {
      headers: { cookie: `${login}; tt_session=${before}` },
    });
    expect(back.headers.get('location')).toBe('/');
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  test('[AUTH-03] whoever is signed in already goes straight on', async () => {
    const { sub } = await member();
    const client = server.client();
    await signInAs(client, sub);
    expect(await begin(client, '/employee')).toBe('/employee');
    expect(await begin(client, '//evil.example')).toBe('/');
  });

  test('[AUTH-03] [OPS-03] begins on one server and ends on another', async () => {
    const { person, sub } = await member();
    const client = server.client();
    const callback = await browser.follow(await begin(client, '/employee'), sub);
    const other = second.client();
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    expect(locationOf(await other.get(callback.pathname + callback.search))).toBe('/employee');
    expect(await userOf(other)).toBe(person.id);
  });

  test('[AUTH-03] two tabs at once both come back', async () => {
    const { sub } = await member();
    const client = server.client();
    const [one, two] = [await begin(client, '/employee'), await begin(client, '/profile')];
    const [first, last] = [await browser.follow(one, sub), await browser.follow(two, sub)];
    expect(locationOf(await client.get(first.pathname + first.search))).toBe('/employee');
    expect(locationOf(await client.get(last.pathname + last.search))).toBe('/profile');
  });

  test('[AUTH-03] a browser does not collect the cookies of sign-ins that were given up', async () => {
    const client = server.client();
    for (let attempt = 0; attempt < 14; attempt += 1) await begin(client);
    expect(client.cookies.size).toBeLessThanOrEqual(5);
  });
});

describe('the way back', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    '/%09/evil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/api/logout',
    '/api/login?returnTo=/api/login',
  ])('[AUTH-03] %j leads nowhere but to this site (T17)', async (returnTo) => {
    const { sub } = await member();
    const ended = await signInAs(server.client(), sub, returnTo);
    const { origin, pathname } = new URL(ended, server.url);
    expect(origin).toBe(server.url);
    expect(ended.startsWith('//')).toBe(false);
    expect(pathname === '/' || pathname === '/%09/evil.example').toBe(true);
  });

  test('[AUTH-03] it is kept when signing in did not succeed', async () => {
    const client = server.client();
    expect(await signInAs(client, null, '/employee')).toBe('/landing?signin=cancelled&returnTo=%2Femployee');
  });
});

describe('refusals', () => {
  const refusedPage = '/landing?signin=refused';

  test('[AUTH-03] unknown, unverified, inactive, archived: one answer, no session, each with its cause in the trail (T18)', async () => {
    const archived = await createOrganization(server.services, { isActive: false });
    const inactive = await member({ isActive: false });
    const inArchive = await member({ organizationId: archived.id });
    const unverified = await member({}, { email_verified: false });
    const textual = await member({}, { email_verified: 'true' });
    const unsaid = await member({}, { email_verified: undefined });
    const nameless = await member({}, { email: undefined });
    provider.people.set('stranger', { sub: 'stranger', email: 'nobody@world.example', email_verified: true });
    const cases = [
      ['stranger', null, 'unknown account'],
      [inactive.sub, inactive.person.id, 'inactive account'],
      [inArchive.sub, inArchive.person.id, 'archived organization'],
      [unverified.sub, unverified.person.id, 'the provider has not verified the address'],
      [textual.sub, textual.person.id, 'the provider has not verified the address'],
      [unsaid.sub, unsaid.person.id, 'the provider has not verified the address'],
      [nameless.sub, null, 'the provider told no address'],
    ] as const;
    for (const [sub, userId, cause] of cases) {
      browser = new ProviderBrowser();
      const client = server.client();
      expect(await signInAs(client, sub), cause).toBe(refusedPage);
      expect([...client.cookies.keys()]).toEqual([]);
      const event = await lastEvent('account.signInFailed');
      expect(event).toMatchObject({
        subject_id: userId,
        outcome: 'refused',
        facts: { cause, purpose: 'sign-in by the provider' },
      });
      expect(JSON.stringify(event)).not.toContain('@');
    }
    const { rows } = await db.admin.query(
      `select 1 from external_identities where subject = any ($1)
       union all select 1 from users where email = 'nobody@world.example'`,
      [cases.map(([sub]) => sub)],
    );
    expect(rows).toEqual([]);
  });

  test('[AUTH-03] [AUTH-05] who was linked and is switched off does not come in, and an open session ends', async () => {
    const { person, sub } = await member();
    const client = server.client();
    await signInAs(client, sub);
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute(),
    );
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(await signInAs(client, sub)).toBe(refusedPage);
  });

  test('[AUTH-03] a state of another browser, none, or one that is too old is refused', async () => {
    const { sub } = await member();
    const client = server.client();
    const callback = await browser.follow(await begin(client), sub);
    const path = callback.pathname + callback.search;
    // Another browser: login CSRF.
    expect(locationOf(await server.client().get(path))).toBe('/landing?signin=failed');
    expect((await lastEvent('account.signInFailed')).facts['cause']).toMatch(/begun in this browser/);
    // The right cookie, and a state that is not its own.
    const forged = new URL(callback);
    forged.searchParams.set('state', 'A'.repeat(43));
    expect(locationOf(await client.get(forged.pathname + forged.search))).toBe('/landing?signin=failed');
    expect(locationOf(await client.get('/api/login/callback'))).toBe('/landing?signin=failed');
    // The cookie of one state under the name of another.
    const other = server.client();
    await begin(other);
    const [name = ''] = client.cookies.keys();
    const [value = ''] = other.cookies.values();
    const swapped = server.client();
    swapped.cookies.set(name, value);
    expect(locationOf(await swapped.get(path))).toBe('/landing?signin=failed');
    await db.moveClock({ minutes: 11 });
    await server.services.clock.synchronize();
    expect(locationOf(await client.get(path))).toBe('/landing?signin=failed');
    await db.moveClock({});
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  test('[AUTH-03] a callback counts once, whoever sends it again', async () => {
    const { sub } = await member();
    const client = server.client();
    const callback = await browser.follow(await begin(client), sub);
    const stolen = new Map(client.cookies);
    expect(locationOf(await client.get(callback.pathname + callback.search))).toBe('/');
    client.cookies.delete('tt_session');
    expect(locationOf(await client.get(callback.pathname + callback.search))).toBe('/landing?signin=failed');
    // With the cookie of the first time the provider's code is used up.
    const thief = server.client();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect(locationOf(await thief.get(callback.pathname + callback.search))).toBe('/landing?signin=failed');
    expect((await lastEvent('account.signInFailed')).facts['cause']).toMatch(/invalid_grant/);
    expect((await thief.get('/api/auth/user')).status).toBe(401);
  });

  test('[AUTH-03] [AUTH-11] failing callbacks do not fill the trail', async () => {
    const before = server.client();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 150; attempt += 1)
      statuses.push((await before.get('/api/login/callback')).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    await db.admin.query('delete from sign_in_throttles');
  });
});

describe('issuer and subject', () => {
  test('[AUTH-03] decide, not the address: another address at the provider changes nothing (T18)', async () => {
    const { person, sub } = await member();
    const admin = await createUser(server.services, { role: 'admin' });
    await signInAs(server.client(), sub);
    // The person at the provider takes an administrator's address.
    provider.people.set(sub, { sub, email: admin.email, email_verified: true });
    const client = server.client();
    expect(await signInAs(client, sub)).toBe('/');
    expect(await userOf(client)).toBe(person.id);
    const { body } = await client.get('/api/auth/user');
    expect(body).toMatchObject({ email: person.email });
    // Even an address that is no longer verified.
    provider.people.set(sub, { sub, email: admin.email, email_verified: false });
    browser = new ProviderBrowser();
    expect(await signInAs(server.client(), sub)).toBe('/');
  });

  test('[AUTH-03] a former address given to somebody else at the provider opens no account (T18)', async () => {
    const { person, sub } = await member();
    await signInAs(server.client(), sub);
    provider.people.set('newcomer', { sub: 'newcomer', email: person.email, email_verified: true });
    browser = new ProviderBrowser();
    expect(await signInAs(server.client(), 'newcomer')).toBe('/landing?signin=refused');
    expect((await lastEvent('account.signInFailed')).facts['cause']).toMatch(/linked with another person/);
  });

  test('[AUTH-03] two first sign-ins at once make one link', async () => {
    const { person, sub } = await member();
    const clients = [server.client(), second.client(), server.client()];
    const callbacks: URL[] = [];
    for (const client of clients) callbacks.push(await browser.follow(await begin(client), sub));
    const ends = await Promise.all(
      clients.map((client, at) => client.get(`${callbacks[at]?.pathname}${callbacks[at]?.search}`)),
    );
    expect(ends.map(locationOf)).toEqual(['/', '/', '/']);
    const { rows } = await db.admin.query('select 1 from external_identities where user_id = $1', [
      person.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('[AUTH-03] [AUD-01] linking, signing in and the use of the link are in the trail', async () => {
    const { person, sub } = await member();
    await signInAs(server.client(), sub);
    await signInAs(server.client(), sub);
    const { rows } = await db.admin.query<{ what: string }>(
      `select kind || ' ' || action || coalesce(' ' || object_type, '') as what from audit.events
       where (actor_id = $1 or subject_id = $1) and (kind = 'command' or object_type = 'external_identities') order by id`,
      [person.id],
    );
    expect(rows.map(({ what }) => what)).toEqual([
      'command account.signedIn',
      'insert account.signedIn external_identities',
      'command account.signedIn',
      'update account.signedIn external_identities',
    ]);
  });
});

describe('a provider that is down', () => {
  test('[AUTH-03] at the start, in the callback, and back again', async () => {
    const fresh = await startTestServer({ db, config: { oidc: provider.oidc } });
    provider.register(fresh.url);
    const { person, sub } = await member();
    try {
      await provider.stop();
      const client = fresh.client();
      const answer = await client.get('/api/login?returnTo=%2Femployee');
      expect([answer.status, locationOf(answer)]).toEqual([
        302,
        '/landing?signin=unavailable&returnTo=%2Femployee',
      ]);
      expect([...client.cookies.keys()]).toEqual([]);
      await provider.start();
      const callback = await browser.follow(await begin(client), sub);
      await provider.stop();
      const path = callback.pathname + callback.search;
      expect(locationOf(await client.get(path))).toBe('/landing?signin=unavailable');
      expect((await lastEvent('account.signInFailed')).facts['cause']).toMatch(/could not be reached/);
      await provider.start();
      expect(await signInAs(client, sub)).toBe('/');
      expect(await userOf(client)).toBe(person.id);
    } finally {
      await fresh.close();
    }
  });
});

describe('without a provider', () => {
  test('[AUTH-03] the button is not shown, and /api/login leads to the landing page with the dialog open', async () => {
    const client = plain.client();
    expect((await client.get('/api/landing')).body).toMatchObject({ externalSignIn: false });
    expect((await server.client().get('/api/landing')).body).toMatchObject({ externalSignIn: true });
    expect(await begin(client)).toBe('/landing?signin=1');
    expect(await begin(client, '/employee')).toBe('/landing?signin=1&returnTo=%2Femployee');
    expect(locationOf(await client.get('/api/login/callback?code=x&state=y'))).toBe('/landing?signin=failed');
  });
});
