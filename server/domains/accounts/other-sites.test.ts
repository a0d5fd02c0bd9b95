import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { rawRequest } from '#tests/harness/raw-request.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let person: FixtureUser;
let client: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

beforeEach(async () => {
  person = await createUser(server.services);
  client = await signIn(server.client(), person);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

const json = { 'content-type': 'application/json' };
const cookie = () => ({ cookie: `tt_session=${client.cookies.get('tt_session') ?? ''}` });

async function accepted(): Promise<boolean> {
  const { body } = await client.get<{ signatureAgreementAccepted: boolean }>('/api/auth/user');
  return body.signatureAgreementAccepted;
}

type Shape = readonly [name: string, status: number, headers: () => Record<string, string>, body: string];
const yes = '{"accepted":true}';
const port = () => new URL(server.url).port;

const shapes: readonly Shape[] = [
  [
    'a form',
    403,
    () => ({
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    'accepted=true',
  ],
  [
    'a multipart form',
    403,
    () => ({ 'content-type': 'multipart/form-data; boundary=x', origin: 'https://evil.example' }),
    '--x\r\ncontent-disposition: form-data; name="accepted"\r\n\r\ntrue\r\n--x--',
  ],
  ['JSON as text/plain', 403, () => ({ 'content-type': 'text/plain', origin: 'https://evil.example' }), yes],
  ['JSON as text/plain without an Origin', 415, () => ({ 'content-type': 'text/plain' }), yes],
  [
    'a form without an Origin',
    415,
    () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    'accepted=true',
  ],
  ['JSON from another origin', 403, () => ({ ...json, origin: 'https://evil.example' }), yes],
  ['JSON from a sandboxed frame', 403, () => ({ ...json, origin: 'null' }), yes],
  [
    'a cross-site fetch',
    403,
    () => ({ ...json, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
    yes,
  ],
  ['a sibling host', 403, () => ({ ...json, 'sec-fetch-site': 'same-site' }), yes],
  [
    'another port of this machine',
    403,
    () => ({ ...json, origin: `http://127.0.0.1:${Number(port()) + 1}` }),
    yes,
  ],
  ['another scheme', 403, () => ({ ...json, origin: `https://127.0.0.1:${port()}` }), yes],
  [
    'a host that begins like ours',
    403,
    () => ({ ...json, origin: `http://127.0.0.1.evil.example:${port()}` }),
    yes,
  ],
];

describe('a request that another site makes the browser send', () => {
  test.each(shapes)('[AUTH-15] %s changes nothing (T15)', async (_, status, headers, body) => {
    const answer = await rawRequest(`${server.url}/api/auth/signature-agreement`, {
      method: 'POST',
      headers: { ...headers(), ...cookie() },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(await accepted()).toBe(false);
  });

  test('[AUTH-15] by GET with the method in a header or the query changes nothing either (T15)', async () => {
    const url = `${server.url}/api/auth/signature-agreement`;
    const headers = { ...cookie(), 'x-http-method-override': 'POST', 'sec-fetch-site': 'cross-site' };
    expect((await rawRequest(`${url}?_method=POST&accepted=true`, { headers })).status).toBe(404);
    expect(await accepted()).toBe(false);
  });

  test('[AUTH-15] cannot sign a person in as somebody else', async () => {
    const answer = await rawRequest(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { ...json, origin: 'https://evil.example' },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each(['cross-site', 'same-site'])(
    '[AUTH-15] [AUTH-04] to sign out (%s) is asked to confirm (T15)',
    async (site) => {
      const answer = await rawRequest(`${server.url}/api/logout`, {
        headers: { ...cookie(), 'sec-fetch-site': site },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.text).toContain('<a href="/api/logout">Sign out</a>');
      expect(answer.text).not.toMatch(/<script/i);
      expect(await accepted()).toBe(false);
      expect((await client.get('/api/auth/user')).status).toBe(200);
      // The link on that page is a request of this site.
      const confirmed = await rawRequest(`${server.url}/api/logout`, {
        headers: { ...cookie(), 'sec-fetch-site': 'same-origin' },
      });
      expect(confirmed.headers.location).toBe('/landing');
      expect((await client.get('/api/auth/user')).status).toBe(401);
    },
  );
});

describe('a request of this site', () => {
  test.each([
    ['with its own origin', () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' })],
    [
      'by another name of this machine',
      () => ({ origin: `http://localhost:${port()}`, 'sec-fetch-site': 'same-origin' }),
    ],
    ['from a script that says neither', () => ({})],
  ])('[AUTH-15] %s passes', async (_, headers) => {
    const answer = await rawRequest(`${server.url}/api/auth/signature-agreement`, {
      method: 'POST',
      headers: { ...json, ...headers(), ...cookie() },
      body: yes,
    });
    expect(answer.status).toBe(200);
    expect(await accepted()).toBe(true);
  });
});

test('[SEC-02] [AUTH-03] what the Host header says is in no answer (T20)', async () => {
  const headers = {
    ...cookie(),
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'host=evil.example;for=203.0.113.9',
  };
  for (const path of [
    '/api/auth/user',
    '/api/login?returnTo=/employee',
    '/api/docs',
    '/api/nothing',
    '/api/logout',
  ]) {
    const answer = await rawRequest(`${server.url}${path}`, { headers });
    expect(`${path}: ${answer.text}`).not.toContain('evil.example');
    expect(`${path}: ${JSON.stringify(answer.headers)}`).not.toContain('evil.example');
    if (answer.headers.location !== undefined) expect(answer.headers.location).toMatch(/^\/(?!\/)/);
  }
  // Nor does an untrusted peer decide where it comes from (P11-08).
  const { rows } = await db.admin.query<{ payload: string }>(
    `select payload from audit.events where action = 'account.signedOut' and actor_id = $1 and kind = 'command'`,
    [person.id],
  );
  expect(rows[0]?.payload).toContain('127.0.0.1');
  expect(rows[0]?.payload).not.toContain('203.0.113.9');
});
