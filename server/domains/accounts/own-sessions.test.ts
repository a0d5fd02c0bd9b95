import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { accountSecurityContract as contract } from '#shared/contract/account-security.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  await server.close();
  await db.drop();
});

type Session = ResponseOf<typeof contract.sessions>['sessions'][number];

async function from(person: FixtureUser, userAgent: string): Promise<TestClient> {
  const client = server.client();
  const { email, password } = person;
  const answer = await client.post(
    '/api/auth/login',
    { email, password },
    { headers: { 'user-agent': userAgent } },
  );
  expect(answer.status).toBe(200);
  return client;
}

async function list(client: TestClient): Promise<readonly Session[]> {
  const { status, body } = await client.call(contract.sessions);
  expect(status).toBe(200);
  return body.sessions;
}

test('[AUTH-05] a person sees the own living sessions, this one first, and no secret of any', async () => {
  const person = await createUser(server.services, { settings: { sessionTimeout: 30 } });
  const phone = await from(person, 'Phone');
  const desk = await from(person, 'Desk');
  await signIn(server.client(), await createUser(server.services));
  const sessions = await list(phone);
  expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['Phone', true],
    ['Desk', false],
  ]);
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', authMethod: 'password' });
  const token = phone.cookies.get('tt_session') ?? '';
  expect(JSON.stringify(sessions)).not.toContain(token);
  // What has ended by itself is no session any more.
  await db.moveClock({ minutes: 20 });
  expect(
    (
      await desk.call({
        ...contract.endOtherSessions,
        id: 'accounts.activity',
        path: '/api/session/activity',
      })
    ).status,
  ).toBe(200);
  await db.moveClock({ minutes: 40 });
  expect((await list(desk)).map(({ userAgent }) => userAgent)).toEqual(['Desk']);
});

test('[AUTH-05] ends one, and everybody but this one; a stranger’s is not found', async () => {
  const person = await createUser(server.services);
  const here = await from(person, 'Here');
  const there = await from(person, 'There');
  const elsewhere = await from(person, 'Elsewhere');
  const stranger = await from(await createUser(server.services), 'Stranger');
  const idOf = async (client: TestClient) => (await list(client)).find(({ current }) => current)?.id ?? '';
  const end = (sessionId: string) => here.call(contract.endSession, { params: { sessionId } });
  expect((await end(await idOf(stranger))).status).toBe(404);
  expect((await end('not-a-session')).status).toBe(404);
  const id = await idOf(there);
  expect((await end(id)).status).toBe(200);
  expect((await end(id)).status).toBe(404);
  expect((await there.get('/api/auth/user')).status).toBe(401);
  expect(await here.call(contract.endOtherSessions)).toMatchObject({ status: 200, body: { ended: 1 } });
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await here.get('/api/auth/user')).status).toBe(200);
  expect((await stranger.get('/api/auth/user')).status).toBe(200);
  expect(await here.call(contract.endOtherSessions)).toMatchObject({ status: 200, body: { ended: 0 } });
  const { rows } = await db.admin.query<{ action: string }>(
    `select action from audit.events where kind = 'command' and subject_id = $1 order by id`,
    [person.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'account.sessionRevoked',
    'account.signedOutEverywhere',
    'account.signedOutEverywhere',
  ]);
});
