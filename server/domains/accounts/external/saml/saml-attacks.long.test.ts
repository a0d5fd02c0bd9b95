import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { locationOf } from '#tests/harness/provider-sign-in.ts';
import { startSamlProvider, type Forgery, type SamlProvider } from '#tests/harness/saml-provider.ts';
import { bringSaml, SamlBrowser, sendForm, throughSaml } from '#tests/harness/saml-sign-in.ts';
import { selfSigned } from '#tests/harness/self-signed.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser } from '#tests/harness/world.ts';
import { wrappings } from '#tests/harness/saml-wrappings.ts';

let db: TestDatabase;
let provider: SamlProvider;
let server: TestServer;
let second: TestServer;
/** Wants the response as a whole signed too. */
let strict: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startSamlProvider();
  server = await startTestServer({ db, config: { saml: provider.saml } });
  const { secretKey, publicUrl } = server.services.config;
  second = await startTestServer({ db, config: { saml: provider.saml, secretKey, publicUrl } });
  strict = await startTestServer({ db, config: { saml: { ...provider.saml, responseSigned: true } } });
  const admin = await createUser(server.services, { role: 'admin', password: null });
  provider.people.set('admin', { nameId: 'admin-1', email: admin.email });
  const person = await createUser(server.services, { password: null });
  provider.people.set('person', { nameId: 'admin-1.person', email: person.email });
  // Both are known by their NameID from now on.
  for (const who of ['admin', 'person']) {
    const led = await throughSaml(server.client(), new SamlBrowser(), who);
    if (led !== '/') throw new Error(`${who} was not signed in but led to ${led}`);
  }
});

afterEach(() => provider.forge({}));

afterAll(async () => {
  await Promise.all([server, second, strict].map((one) => one.close()));
  await provider.stop();
  await db.drop();
});

/** The causes of refused sign-ins that the trail has since an event. */
async function causesSince(event: string): Promise<readonly string[]> {
  const { rows } = await db.admin.query<{ cause: string }>(
    `select payload::jsonb #>> '{facts,cause}' as cause from audit.events
     where action = 'account.signInFailed' and id > $1 order by id`,
    [event],
  );
  return rows.map(({ cause }) => cause);
}

async function lastEvent(): Promise<string> {
  const { rows } = await db.admin.query<{ id: string }>(
    'select coalesce(max(id), 0)::text as id from audit.events',
  );
  return rows[0]?.id ?? '0';
}

/** Signs in with a forged answer; answers where the browser ends up, and what the trail says. */
async function attempt(forgery: Forgery, at: TestServer = server) {
  const client = at.client();
  const before = await lastEvent();
  provider.forge(forgery);
  const end = await throughSaml(client, new SamlBrowser(), 'person');
  expect((await client.get('/api/auth/user')).status).toBe(end === '/' ? 200 : 401);
  return { end, causes: await causesSince(before) };
}

const refusedAs = (cause: string) => ({ end: '/landing?signin=failed', causes: [cause] });

const past = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const replace = (from: string | RegExp, to: string) => (xml: string) => {
  const changed = xml.replace(from, to);
  if (changed === xml) throw new Error(`nothing to replace: ${String(from)}`);
  return changed;
};
const withoutSignatures = replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '');
const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

describe('forged answers', () => {
  test('[AUTH-18] an honest answer signs in, signed in the assertion alone or in both', async () => {
    expect(await attempt({})).toEqual({ end: '/', causes: [] });
    expect(await attempt({ signsResponse: true })).toEqual({ end: '/', causes: [] });
    expect(await attempt({ signsResponse: true }, strict)).toEqual({ end: '/', causes: [] });
  });

  const forgeries: readonly (readonly [string, Forgery, string])[] = [
    ['unsigned', { after: withoutSignatures }, 'saml_unsigned'],
    ['signed with SHA-1', { algorithm: sha1 }, 'saml_weak_algorithm'],
    ['for another audience', { tags: { Audience: 'https://elsewhere.example' } }, 'saml_wrong_audience'],
    [
      'without an audience',
      { before: replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      'saml_wrong_audience',
    ],
    [
      'for another recipient',
      { tags: { SubjectRecipient: 'https://elsewhere.example/acs' } },
      'saml_wrong_recipient',
    ],
    [
      'sent to another destination',
      { tags: { Destination: 'https://elsewhere.example/acs' } },
      'saml_wrong_destination',
    ],
    ['by another issuer', { tags: { Issuer: 'https://elsewhere.example' } }, 'saml_wrong_issuer'],
    ['expired', { tags: { ConditionsNotOnOrAfter: past(2) } }, 'saml_expired'],
    [
      'with an expired confirmation',
      { tags: { SubjectConfirmationDataNotOnOrAfter: past(2) } },
      'saml_expired',
    ],
    ['issued before the request', { tags: { IssueInstant: past(20) } }, 'saml_expired'],
    ['not yet valid', { tags: { ConditionsNotBefore: past(-3) } }, 'saml_not_yet_valid'],
    ['to another request', { tags: { InResponseTo: '_another' } }, 'saml_other_request'],
    ['to no request', { before: replace(/ InResponseTo="[^"]*"/g, '') }, 'saml_other_request'],
    [
      'confirmed for another request',
      { before: replace(/(<saml:SubjectConfirmationData[^>]*InResponseTo=")[^"]*/, '$1_another') },
      'saml_other_request',
    ],
    ['confirmed by a key', { before: replace('cm:bearer', 'cm:holder-of-key') }, 'saml_incomplete'],
    ['with a changed name', { after: replace('>admin-1.person<', '>admin-1<') }, 'saml_wrong_signature'],
    [
      'with a comment in the name',
      { after: replace('>admin-1.person<', '>admin-1<!---->.person<') },
      'saml_forbidden_markup',
    ],
    [
      'with a comment that was signed',
      { before: replace('>admin-1.person<', '>admin-1<!-- -->.person<') },
      'saml_forbidden_markup',
    ],
    [
      'with an instruction in the name',
      { after: replace('>admin-1.person<', '>admin-1<?x?>.person<') },
      'saml_forbidden_markup',
    ],
    [
      'with CDATA in the name',
      { after: replace('>admin-1.person<', '><![CDATA[admin-1.person]]><') },
      'saml_forbidden_markup',
    ],
    [
      'with an element in the name',
      { before: replace('>admin-1.person<', '>admin-1<x>.person</x><') },
      'saml_forbidden_markup',
    ],
    ['with a document type', { after: (xml) => `<!DOCTYPE x>${xml}` }, 'saml_forbidden_markup'],
    [
      'with an external entity',
      {
        after: (xml) =>
          `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('>admin-1.person<', '>&e;<')}`,
      },
      'saml_forbidden_markup',
    ],
    ['with an unknown entity', { after: replace('>admin-1.person<', '>&e;<') }, 'saml_not_xml'],
    ['not well-formed', { after: (xml) => xml.slice(0, -20) }, 'saml_not_xml'],
    [
      'with two names',
      {
        before: replace(
          '<saml:SubjectConfirmation ',
          '<saml:NameID>admin-1</saml:NameID><saml:SubjectConfirmation ',
        ),
      },
      'saml_incomplete',
    ],
    [
      'with a transient name',
      { tags: { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
      'saml_unstable_name_id',
    ],
    [
      'with an address as name',
      { tags: { NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' } },
      'saml_unstable_name_id',
    ],
    [
      'with the name of another organization',
      { before: replace('<saml:NameID ', '<saml:NameID NameQualifier="https://elsewhere.example" ') },
      'saml_wrong_qualifier',
    ],
    [
      'encrypted',
      { after: replace(/<(\/?)saml:Assertion/g, '<$1saml:EncryptedAssertion') },
      'saml_encrypted',
    ],
    [
      'with an unknown condition',
      { before: replace('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>') },
      'saml_not_accepted',
    ],
    [
      'that failed',
      { tags: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
      'saml_refused_by_provider',
    ],
    [
      'too large',
      {
        before: replace('<saml:Subject>', `<saml:Advice>${'a'.repeat(128_000)}</saml:Advice><saml:Subject>`),
      },
      'saml_too_large',
    ],
    [
      'too deep',
      { before: replace('<saml:Subject>', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}<saml:Subject>`) },
      'saml_too_large',
    ],
    [
      'of too many elements',
      { before: replace('<saml:Subject>', `${'<a/>'.repeat(5000)}<saml:Subject>`) },
      'saml_too_large',
    ],
    [
      'with a transform that selects',
      {
        after: replace(
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/1999/REC-xpath-19991116',
        ),
      },
      'saml_weak_algorithm',
    ],
    [
      'by a shared secret',
      {
        after: replace(
          /SignatureMethod Algorithm="[^"]*"/,
          'SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"',
        ),
      },
      'saml_weak_algorithm',
    ],
  ];

  test.for(forgeries)('[AUTH-18] an answer %s is refused', async ([, forgery, cause]) => {
    expect(await attempt(forgery)).toEqual(refusedAs(cause));
  });

  test('[AUTH-18] signed with another key is refused, though it brings its own certificate', async () => {
    expect(await attempt({ signedWith: await selfSigned('somebody') })).toEqual(
      refusedAs('saml_wrong_signature'),
    );
  });

  test('[AUTH-18] where the response must be signed, a signed assertion is not enough', async () => {
    expect(await attempt({}, strict)).toEqual(refusedAs('saml_unsigned'));
  });

  test.for(wrappings)('[AUTH-18] wrapped: %s', async ([, wrap, signsResponse]) => {
    expect(await attempt({ signsResponse, after: (xml) => wrap(xml, 'admin-1') })).toEqual(
      refusedAs('saml_wrapped'),
    );
  });

  test('[AUTH-18] a person who cancels at the provider reads that nothing was confirmed', async () => {
    expect(await throughSaml(server.client(), new SamlBrowser(), null)).toBe('/landing?signin=cancelled');
  });
});

describe('answers that were taken', () => {
  test('[AUTH-18] [OPS-03] an answer counts once, on all servers together', async () => {
    const client = server.client();
    const form = await new SamlBrowser().follow(locationOf(await client.get('/api/login')), 'person');
    const thief = second.client();
    for (const [name, value] of client.cookies) thief.cookies.set(name, value);
    const before = await lastEvent();
    expect(await bringSaml(client, form)).toBe('/');
    expect(await bringSaml(thief, form)).toBe('/landing?signin=failed');
    expect(await causesSince(before)).toEqual(['saml_replayed']);
  });

  test('[AUTH-18] [OPS-03] of two at once one signs in', async () => {
    const client = server.client();
    const form = await new SamlBrowser().follow(locationOf(await client.get('/api/login')), 'person');
    const thief = second.client();
    for (const [name, value] of client.cookies) thief.cookies.set(name, value);
    const ends = await Promise.all([bringSaml(client, form), bringSaml(thief, form)]);
    expect(ends.toSorted()).toEqual(['/', '/landing?signin=failed']);
  });

  test('[AUTH-18] an assertion is not taken for a second request of the same browser', async () => {
    const client = server.client();
    const browser = new SamlBrowser();
    const form = await browser.follow(locationOf(await client.get('/api/login')), 'person');
    const other = await browser.follow(locationOf(await client.get('/api/login')), 'person');
    const mixed = {
      action: form.action,
      fields: { ...form.fields, RelayState: other.fields['RelayState'] ?? '' },
    };
    const before = await lastEvent();
    expect(await bringSaml(client, mixed)).toBe('/landing?signin=failed');
    expect(await causesSince(before)).toEqual(['saml_other_request']);
  });

  test('[AUTH-18] another browser cannot use a response: neither a stolen one nor one that an attacker submits', async () => {
    const attacker = server.client();
    const form = await new SamlBrowser().follow(locationOf(await attacker.get('/api/login')), 'person');
    const victim = server.client();
    const before = await lastEvent();
    expect(await bringSaml(victim, form)).toBe('/landing?signin=failed');
    // Nor where the victim has begun a sign-in too.
    await victim.get('/api/login');
    expect(await bringSaml(victim, form)).toBe('/landing?signin=failed');
    const unbegun = 'no sign-in with this state was begun in this browser';
    expect(await causesSince(before)).toEqual([unbegun, unbegun]);
  });

  test('[AUTH-18] [AUTH-15] the page of another site cannot finish a sign-in', async () => {
    const client = server.client();
    const form = await new SamlBrowser().follow(locationOf(await client.get('/api/login')), 'person');
    const answer = await sendForm(client, '/api/login/saml/finish', form.fields, 'cross-site');
    expect(answer.status).toBe(403);
    expect(await bringSaml(client, form)).toBe('/');
  });

  test('[AUTH-18] a sign-in that took too long is refused', async () => {
    const client = server.client();
    const form = await new SamlBrowser().follow(locationOf(await client.get('/api/login')), 'person');
    await db.moveClock({ minutes: 11 });
    await server.services.clock.synchronize();
    try {
      expect(await bringSaml(client, form)).toBe('/landing?signin=failed');
    } finally {
      await db.moveClock({});
      await server.services.clock.synchronize();
    }
  });

  test('[AUTH-18] what is no form, no Base64 or sent twice is refused before anything is read', async () => {
    const client = server.client();
    const path = '/api/login/saml';
    expect((await client.post(path, { SAMLResponse: 'QQ==' })).status).toBe(415);
    expect((await sendForm(client, path, { SAMLResponse: '<script>' }, 'cross-site')).status).toBe(422);
    const twice = await client.post(path, 'SAMLResponse=QQ&SAMLResponse=QQ', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(twice.status).toBe(422);
    const long = await sendForm(client, path, { SAMLResponse: 'A'.repeat(300_000) }, 'cross-site');
    expect(long.status).toBe(413);
  });
});
