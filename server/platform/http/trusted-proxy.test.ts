import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { trustedProxies: ['10.9.0.1', '192.168.7.0/24'] } });
  app = await createApp(server.services);
});

afterAll(async () => {
  await app.close();
  await server.close();
  await db.drop();
});

/** Signs a person in over a peer and answers the address that the trail and the session have of it. */
async function recordedAddress(peer: string, forwarded: string | undefined): Promise<string> {
  const person = await createUser(server.services);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.email, password: person.password },
    remoteAddress: peer,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  expect(answer.statusCode).toBe(200);
  const { rows } = await db.admin.query<{ trail: string; session: string }>(
    `select e.payload::jsonb -> 'facts' ->> 'ip' as trail, host(s.ip::inet) as session from audit.events e, sessions s
     where e.kind = 'command' and e.action = 'account.signedIn' and e.actor_id = $1 and s.user_id = $1`,
    [person.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.session).toBe(rows[0]?.trail);
  return rows[0]?.trail ?? '';
}

test.each([
  ['a trusted proxy is believed', '10.9.0.1', '203.0.113.9', '203.0.113.9'],
  ['so is one of a trusted network, also over IPv6', '::ffff:192.168.7.20', '2001:db8::7', '2001:db8::7'],
  ['a chain of trusted proxies too', '10.9.0.1', '203.0.113.9, 192.168.7.20', '203.0.113.9'],
  ['what its client claims before it is not', '10.9.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['an untrusted peer is recorded itself', '203.0.113.77', '198.51.100.1', '203.0.113.77'],
  ['even one that names a proxy', '203.0.113.77', '198.51.100.1, 10.9.0.1', '203.0.113.77'],
  ['without the header it is the peer', '10.9.0.1', undefined, '10.9.0.1'],
])('[AUD-01] [OPS-02] TRUST_PROXY: %s', async (_, peer, forwarded, recorded) => {
  expect(await recordedAddress(peer, forwarded)).toBe(recorded);
});

test('[AUTH-11] [OPS-02] people behind one trusted proxy are not slowed for each other', async () => {
  const attempt = (from: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `${from}@world.example`, password: 'a wrong password' },
      remoteAddress: '10.9.0.1',
      headers: { 'x-forwarded-for': from },
    });
  for (const from of ['203.0.113.1', '203.0.113.2']) expect((await attempt(from)).statusCode).toBe(401);
  const { rows } = await db.admin.query<{ failures: number }>(
    `select failures from sign_in_throttles where key like 'address:%' and failures > 0`,
  );
  expect(rows).toEqual([{ failures: 1 }, { failures: 1 }]);
});
