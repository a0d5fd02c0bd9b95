import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { locationOf } from '#tests/harness/provider-sign-in.ts';
import {
  startSamlProvider,
  type LogoutChanges,
  type RedirectChanges,
  type SamlProvider,
} from '#tests/harness/saml-provider.ts';
import { bringSaml, formIn, SamlBrowser, sendForm, throughSaml } from '#tests/harness/saml-sign-in.ts';
import { selfSigned } from '#tests/harness/self-signed.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  meaning,
  putStatus,
  readText,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, type UserInput } from '#tests/harness/world.ts';

let db: TestDatabase;
let provider: SamlProvider;
let server: TestServer;
let second: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startSamlProvider();
  const signing = await selfSigned('traintrail');
  const former = await selfSigned('traintrail before');
  const saml = {
    ...provider.saml,
    certificates: [(await selfSigned('next')).certificate, provider.keys.certificate],
    signing: { key: signing.key, certificates: [signing.certificate, former.certificate] },
    twoFactorContexts: ['urn:example:two'],
  };
  server = await startTestServer({ db, config: { saml } });
  const { secretKey, publicUrl } = server.services.config;
  second = await startTestServer({ db, config: { saml, secretKey, publicUrl } });
  world = await createTrainingWorld(server, 0);
});

afterEach(() => provider.forge({}));

afterAll(async () => {
  await Promise.all([server, second].map((one) => one.close()));
  await provider.stop();
  await db.drop();
});

/** Somebody with an account and the same address at the provider. */
async function member(input: UserInput = {}, at: { nameId?: string; email?: string } = {}) {
  const person = await createUser(server.services, { password: null, ...input });
  const who = `who-${person.id}`;
  provider.people.set(who, { nameId: `name-${person.id}`, email: person.email, ...at });
  return { person, who };
}

const userOf = async (client: TestClient) => (await client.get<{ id: string }>('/api/auth/user')).body.id;
const sessionsOf = async (userId: string) =>
  (
    await db.admin.query<{ sess: Record<string, unknown> }>('select sess from sessions where user_id = $1', [
      userId,
    ])
  ).rows;

describe('signing in by SAML', () => {
  test('[AUTH-18] [AUTH-03] comes back to the wished path signed in, by address once and then by NameID', async () => {
    const { person, who } = await member({ role: 'manager' });
    const client = server.client();
    const begun = await client.fetch('GET', '/api/login?returnTo=%2Freports%2Fcompletion%3Forg%3D3');
    const address = new URL(begun.headers.get('location') ?? '');
    expect(address.href).toContain(provider.saml.signInUrl.href);
    expect([...address.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature']);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^tt_login_[0-9a-f]{16}=[\w.%-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const form = await new SamlBrowser().follow(address.href, who);
    expect(await bringSaml(client, form)).toBe('/reports/completion?org=3');
    expect([...client.cookies.keys()]).toEqual(['tt_session']);
    expect(await userOf(client)).toBe(person.id);
    // Sealed: the database does not say who the person is there.
    expect(JSON.stringify(await sessionsOf(person.id))).not.toContain(`name-${person.id}`);

    provider.people.set(who, { nameId: `name-${person.id}`, email: 'married@elsewhere.example' });
    const later = server.client();
    expect(await throughSaml(later, new SamlBrowser(), who)).toBe('/');
    expect(await userOf(later)).toBe(person.id);
  });

  test('[AUTH-18] [AUTH-03] nobody is created, and no other account is opened', async () => {
    const end = async (who: string) => throughSaml(server.client(), new SamlBrowser(), who);
    provider.people.set('stranger', { nameId: 'stranger', email: 'stranger@world.example' });
    expect(await end('stranger')).toBe('/landing?signin=refused');
    const { who: nameless } = await member({}, { email: undefined });
    expect(await end(nameless)).toBe('/landing?signin=refused');
    const inactive = await member({ isActive: false });
    expect(await end(inactive.who)).toBe('/landing?signin=refused');
    // An address outside of the domains of the provider, which it cannot have verified.
    const guest = await createUser(server.services, { password: null, email: 'guest@elsewhere.example' });
    provider.people.set('guest', { nameId: 'guest', email: guest.email });
    expect(await end('guest')).toBe('/landing?signin=refused');
    // Who gets the address of a former colleague does not get the account.
    const { person, who } = await member();
    expect(await end(who)).toBe('/');
    provider.people.set('heir', { nameId: 'heir', email: person.email });
    expect(await end('heir')).toBe('/landing?signin=refused');
    const { rows } = await db.admin.query<{ cause: string }>(
      `select payload::jsonb #>> '{facts,cause}' as cause from audit.events
       where action = 'account.signInFailed' order by id desc limit 5`,
    );
    expect(rows.map(({ cause }) => cause).toReversed()).toEqual([
      'unknown account',
      'the provider told no address',
      'inactive account',
      'the provider has not verified the address',
      'the account is linked with another person at the provider',
    ]);
  });

  test('[AUTH-18] the address is no name: it goes to another person one day', async () => {
    const person = await createUser(server.services, { password: null });
    provider.people.set('by-address', { nameId: person.email.toUpperCase(), email: person.email });
    expect(await throughSaml(server.client(), new SamlBrowser(), 'by-address')).toBe(
      '/landing?signin=failed',
    );
  });

  test('[AUTH-18] [OPS-03] begins on one server and ends on another', async () => {
    const { person, who } = await member();
    const client = server.client();
    const form = await new SamlBrowser().follow(locationOf(await client.get('/api/login')), who);
    const other = second.client();
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    expect(await bringSaml(other, form)).toBe('/');
    expect(await userOf(other)).toBe(person.id);
  });

  test('[AUTH-18] [AUTH-03] the way back leads to this site only, whatever the RelayState says', async () => {
    const { who } = await member();
    for (const wished of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const path = `/api/login?returnTo=${encodeURIComponent(wished)}`;
      expect(await throughSaml(server.client(), new SamlBrowser(), who, path)).toBe('/');
    }
    const client = server.client();
    const { action, fields } = await new SamlBrowser().follow(
      locationOf(await client.get('/api/login')),
      who,
    );
    const changed = { action, fields: { ...fields, RelayState: 'https://evil.example' } };
    expect(await bringSaml(client, changed)).toBe('/landing?signin=failed');
  });

  test('[AUTH-18] [AUTH-19] two factors are given where the context or Entra ID says so', async () => {
    const givenBy = async (
      forgery: Parameters<SamlProvider['forge']>[0],
      attributes?: Record<string, string>,
    ) => {
      const { person, who } = await member();
      provider.people.set(who, { nameId: `name-${person.id}`, email: person.email, attributes });
      provider.forge(forgery);
      await throughSaml(server.client(), new SamlBrowser(), who);
      return (await sessionsOf(person.id))[0]?.sess['twoFactors'] === true;
    };
    expect(await givenBy({})).toBe(false);
    expect(await givenBy({ context: 'urn:example:two' })).toBe(true);
    expect(await givenBy({ context: 'https://refeds.org/profile/mfa' })).toBe(true);
    const methods = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
    expect(await givenBy({}, { [methods]: 'http://schemas.microsoft.com/claims/multipleauthn' })).toBe(true);
  });

  test('[AUTH-18] the page that sends the answer on runs one script and sends to this site only', async () => {
    const answer = await sendForm(
      server.client(),
      '/api/login/saml',
      { SAMLResponse: 'QQ==', RelayState: '"><script>' },
      'cross-site',
    );
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.body).not.toContain('"><script>');
    expect(formIn(answer.body)).toEqual({
      action: '/api/login/saml/finish',
      fields: { SAMLResponse: 'QQ==', RelayState: '"><script>' },
    });
  });

  test('[AUTH-18] the metadata name the addresses and both certificates; without SAML there are none', async () => {
    const { status, body, headers } = await server.client().get<Buffer>('/api/login/saml/metadata');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
    const xml = body.toString();
    expect(xml).toContain(`entityID="${server.url}/api/login/saml/metadata"`);
    expect(xml).toContain(`Location="${server.url}/api/login/saml"`);
    expect(xml).toContain(`Location="${server.url}/api/login/saml/logout"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    expect(xml.match(/<ds:X509Certificate>/g)).toHaveLength(2);
    const plain = await startTestServer({ db });
    try {
      expect((await plain.client().get('/api/login/saml/metadata')).status).toBe(404);
      const sent = await sendForm(plain.client(), '/api/login/saml', { SAMLResponse: 'QQ==' }, 'cross-site');
      expect(sent.status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

describe('signing a record', () => {
  /** A learner who came by SAML, has read a training and may sign. */
  async function reader() {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const { person, who } = await member({ organizationId: world.organization.id });
    const { id } = await assignTo(world.admin, person.id, moduleId);
    const client = server.client();
    const browser = new SamlBrowser();
    expect(await throughSaml(client, browser, who)).toBe('/');
    expect((await client.post('/api/auth/signature-agreement', { accepted: true })).status).toBe(200);
    await readText(client, id);
    const intent = randomBytes(32).toString('base64url');
    const sign = () =>
      putStatus<{ code: string }>(client, id, {
        status: 'completed',
        signature: { meaning, confirmation: intent },
      });
    return { person, who, client, browser, sign, confirm: `/api/login/confirm?intent=${intent}` };
  }

  test('[AUTH-18] [SIG-01] is confirmed by a fresh sign-in there, though a session is open', async () => {
    const { person, who, client, browser, sign, confirm } = await reader();
    expect((await client.get('/api/auth/user')).body).toMatchObject({ signsWith: ['provider'] });
    expect((await sign()).status).toBe(422);
    expect(await throughSaml(client, browser, who, confirm)).toBe('/signature-confirmed?result=confirmed');
    expect((await sign()).status).toBe(200);
    const { rows } = await db.admin.query('select auth_method from signatures where signer_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ auth_method: 'provider' }]);
  });

  test('[AUTH-18] [SIG-01] an old sign-in there, another person or another session confirms nothing', async () => {
    const { who, client, browser, sign, confirm } = await reader();
    provider.forge({ authenticatedAt: new Date(Date.now() - 10 * 60_000) });
    expect(await throughSaml(client, browser, who, confirm)).toBe('/signature-confirmed?result=failed');
    provider.forge({});
    const { who: other } = await member();
    expect(await throughSaml(server.client(), new SamlBrowser(), other)).toBe('/');
    expect(await throughSaml(client, new SamlBrowser(), other, confirm)).toBe(
      '/signature-confirmed?result=other',
    );
    const form = await browser.follow(locationOf(await client.get(confirm)), who);
    await client.get('/api/logout');
    await throughSaml(client, browser, who);
    expect(await bringSaml(client, form)).toBe('/signature-confirmed?result=failed');
    expect((await sign()).status).toBe(422);
  });
});

describe('signing out', () => {
  const inside = async (client: TestClient) => (await client.get('/api/auth/user')).status === 200;
  /** Has the browser bring a request of the provider; answers where it ends up. */
  const bringLogout = async (nameId: string, changes?: LogoutChanges, client = server.client()) => {
    const { action, fields } = await provider.logoutForm(server.url, nameId, changes);
    return locationOf(await sendForm(client, new URL(action).pathname, fields, 'cross-site'));
  };
  const lastCause = async () =>
    (
      await db.admin.query<{ cause: string; purpose: string }>(
        `select payload::jsonb #>> '{facts,cause}' as cause, payload::jsonb #>> '{facts,purpose}' as purpose
         from audit.events where action = 'account.signInFailed' order by id desc limit 1`,
      )
    ).rows[0];

  test('[AUTH-18] [AUTH-04] ends the session here and there, and comes back to the landing page', async () => {
    const { person, who } = await member();
    const client = server.client();
    await throughSaml(client, new SamlBrowser(), who);
    const open = provider.sessions();
    const address = locationOf(await client.get('/api/logout'));
    expect(address).toContain(provider.saml.signOutUrl?.href);
    expect(new URL(address).searchParams.has('Signature')).toBe(true);
    expect(await sessionsOf(person.id)).toEqual([]);
    const { action, fields } = formIn(await (await fetch(address)).text());
    expect(provider.sessions()).toBe(open - 1);
    const back = await sendForm(client, new URL(action).pathname, fields, 'cross-site');
    expect(locationOf(back)).toBe('/landing');
  });

  test('[AUTH-18] [AUTH-04] the provider ends the sessions of a person here, and is answered', async () => {
    const { person, who } = await member();
    const clients = [server.client(), server.client()];
    for (const client of clients) await throughSaml(client, new SamlBrowser(), who);
    const { who: other } = await member();
    const bystander = server.client();
    await throughSaml(bystander, new SamlBrowser(), other);
    const answer = new URL(await bringLogout(`name-${person.id}`));
    expect(answer.href).toContain(provider.saml.signOutUrl?.href);
    expect(answer.searchParams.has('SAMLResponse')).toBe(true);
    expect(await Promise.all([...clients, bystander].map(inside))).toEqual([false, false, true]);
    const { rows } = await db.admin.query(
      `select actor_id, subject_id from audit.events where action = 'account.signedOutByProvider' and kind = 'command' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor_id: person.id, subject_id: person.id }]);
  });

  test('[AUTH-18] [AUTH-04] a colleague whose browser brings the request stays signed in; the browser of the person loses its cookie', async () => {
    const [{ person, who }, { who: other }] = [await member(), await member()];
    const [own, colleague] = [server.client(), server.client()];
    await throughSaml(own, new SamlBrowser(), who);
    await throughSaml(colleague, new SamlBrowser(), other);
    const { action, fields } = await provider.logoutForm(server.url, `name-${person.id}`);
    const cleared = (answer: { readonly headers: Headers }) =>
      answer.headers.getSetCookie().some((cookie) => /tt_session=;/.test(cookie));
    const brought = await sendForm(colleague, new URL(action).pathname, fields, 'cross-site');
    expect([cleared(brought), await inside(colleague), await inside(own)]).toEqual([false, true, false]);
    await throughSaml(own, new SamlBrowser(), who);
    const again = await provider.logoutForm(server.url, `name-${person.id}`);
    const self = await sendForm(own, new URL(again.action).pathname, again.fields, 'cross-site');
    expect([cleared(self), await inside(own), await inside(colleague)]).toEqual([true, false, true]);
  });

  /** Two sessions of one person, with the numbers that the provider gave them. */
  const signedInTwice = async (who: Parameters<typeof throughSaml>[2]) => {
    const clients = [server.client(), server.client()];
    const indexes: string[] = [];
    for (const client of clients) {
      await throughSaml(client, new SamlBrowser(), who);
      indexes.push(provider.newestIndex());
    }
    return { clients, indexes };
  };

  test('[AUTH-18] [AUTH-04] a request that names a session there ends what came from it, and no other', async () => {
    const { person, who } = await member();
    const { clients, indexes } = await signedInTwice(who);
    await bringLogout(`name-${person.id}`, { sessionIndex: '_of-nobody' });
    expect(await Promise.all(clients.map(inside))).toEqual([true, true]);
    await bringLogout(`name-${person.id}`, { sessionIndex: indexes[0] ?? '' });
    expect(await Promise.all(clients.map(inside))).toEqual([false, true]);
  });

  const forgeries: readonly (readonly [string, () => Promise<LogoutChanges>, string])[] = [
    ['unsigned', async () => ({ unsigned: true }), 'saml_unsigned'],
    ['by another key', async () => ({ signedWith: await selfSigned('somebody') }), 'saml_wrong_signature'],
    [
      'with SHA-1',
      async () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'saml_weak_algorithm',
    ],
    ['changed', async () => ({ after: (xml) => xml.replace('>name-', '>x-name-') }), 'saml_wrong_signature'],
    [
      'with a comment',
      async () => ({ after: (xml) => xml.replace('>name-', '>name<!---->-') }),
      'saml_forbidden_markup',
    ],
    [
      'to elsewhere',
      async () => ({
        after: (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://elsewhere.example"'),
      }),
      'saml_wrong_destination',
    ],
    [
      'old',
      async () => ({
        after: (xml) =>
          xml.replace(
            /IssueInstant="[^"]*"/,
            `IssueInstant="${new Date(Date.now() - 10 * 60_000).toISOString()}"`,
          ),
      }),
      'saml_expired',
    ],
  ];

  test.for(forgeries)('[AUTH-18] a request to sign out %s ends nothing', async ([, changes, cause]) => {
    const { person, who } = await member();
    const client = server.client();
    await throughSaml(client, new SamlBrowser(), who);
    expect(await bringLogout(`name-${person.id}`, await changes())).toBe('/landing');
    expect(await inside(client)).toBe(true);
    expect(await lastCause()).toEqual({ cause, purpose: 'sign-out by the provider' });
  });

  test('[AUTH-18] a request to sign out counts once, and none without a signature is read from the address', async () => {
    const { person, who } = await member();
    const client = server.client();
    await throughSaml(client, new SamlBrowser(), who);
    const { action, fields } = await provider.logoutForm(server.url, `name-${person.id}`);
    const path = new URL(action).pathname;
    await sendForm(server.client(), path, fields, 'cross-site');
    expect(await inside(client)).toBe(false);
    await throughSaml(client, new SamlBrowser(), who);
    expect(locationOf(await sendForm(server.client(), path, fields, 'cross-site'))).toBe('/landing');
    expect(await lastCause()).toMatchObject({ cause: 'saml_replayed' });
    expect(locationOf(await client.get(`${path}?SAMLRequest=QQ`))).toBe('/landing');
    expect(await lastCause()).toMatchObject({ cause: 'saml_unsigned' });
    expect(await inside(client)).toBe(true);
  });

  const bringRedirect = async (nameId: string, changes?: RedirectChanges, client = server.client()) => {
    const { pathname, search } = new URL(await provider.logoutAddress(server.url, nameId, changes));
    return locationOf(await client.get(`${pathname}${search}`));
  };

  test('[AUTH-18] [AUTH-04] a request that a redirect brings ends the sessions, is answered with its RelayState, and counts once', async () => {
    const { person, who } = await member();
    const { clients, indexes } = await signedInTwice(who);
    const nameId = `name-${person.id}`;
    const [first = ''] = indexes;
    const own = clients[0] ?? server.client();
    const once = new URL(
      await provider.logoutAddress(server.url, nameId, { sessionIndex: first, relayState: 'a&b' }),
    );
    const answer = new URL(locationOf(await own.get(`${once.pathname}${once.search}`)));
    expect(answer.href).toContain(provider.saml.signOutUrl?.href);
    expect(answer.searchParams.get('RelayState')).toBe('a&b');
    expect(
      inflateRawSync(Buffer.from(answer.searchParams.get('SAMLResponse') ?? '', 'base64')).toString(),
    ).toContain('status:Success');
    expect(await Promise.all(clients.map(inside))).toEqual([false, true]);
    await throughSaml(own, new SamlBrowser(), who);
    expect(locationOf(await own.get(`${once.pathname}${once.search}`))).toBe('/landing');
    expect(await lastCause()).toMatchObject({ cause: 'saml_replayed' });
    expect(await inside(own)).toBe(true);
    await bringRedirect(nameId);
    expect(await Promise.all(clients.map(inside))).toEqual([false, false]);
  });

  const redirects: readonly (readonly [string, (nameId: string) => Promise<RedirectChanges>, string])[] = [
    ['without a signature', async () => ({ unsigned: true }), 'saml_unsigned'],
    ['by another key', async () => ({ signedWith: await selfSigned('somebody') }), 'saml_wrong_signature'],
    [
      'with SHA-1',
      async () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'saml_weak_algorithm',
    ],
    [
      'with another RelayState than was signed',
      async () => ({
        relayState: 'one',
        after: (query) => query.replace('RelayState=one', 'RelayState=two'),
      }),
      'saml_wrong_signature',
    ],
    [
      'in place of the one that was signed',
      async (nameId) => {
        const other =
          new URL(await provider.logoutAddress(server.url, nameId)).searchParams.get('SAMLRequest') ?? '';
        const request = `SAMLRequest=${encodeURIComponent(other)}`;
        return { after: (query) => query.replace(/SAMLRequest=[^&]*/, request) };
      },
      'saml_wrong_signature',
    ],
    [
      'to elsewhere',
      async () => ({
        before: (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://elsewhere.example"'),
      }),
      'saml_wrong_destination',
    ],
    [
      'of another provider',
      async () => ({ before: (xml) => xml.replace(/(Issuer[^>]*>)[^<]*</, '$1https://elsewhere.example<') }),
      'saml_wrong_issuer',
    ],
    [
      'that unfolds to more than a message has',
      async () => ({ before: (xml) => xml + ' '.repeat(200_000) }),
      'saml_too_large',
    ],
  ];

  test.for(redirects)('[AUTH-18] a redirect %s ends nothing', async ([, changes, cause]) => {
    const { person, who } = await member();
    const client = server.client();
    await throughSaml(client, new SamlBrowser(), who);
    const nameId = `name-${person.id}`;
    expect(await bringRedirect(nameId, await changes(nameId))).toBe('/landing');
    expect(await inside(client)).toBe(true);
    expect(await lastCause()).toEqual({ cause, purpose: 'sign-out by the provider' });
  });
});
