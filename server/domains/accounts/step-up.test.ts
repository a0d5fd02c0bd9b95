import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { Problem } from '#shared/contract/errors.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { holdThrottles } from '#tests/harness/throttles.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let learner: FixtureUser;
let organizationId: number;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  ({ id: organizationId } = await createOrganization(server.services));
  boss = await createUser(server.services, { role: 'admin' });
  learner = await createUser(server.services, { organizationId });
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  await server.close();
  await db.drop();
});

const stepUp = (client: TestClient, proof: object) =>
  client.post<Problem & { readonly until?: string }>('/api/session/step-up', proof);

/** A session that was opened a quarter of an hour ago. */
async function staleSession(person: FixtureUser): Promise<TestClient> {
  const client = await signIn(server.client(), person);
  await db.moveClock({ minutes: 15 });
  return client;
}

/** What has to be confirmed, each sent to a person of its own. */
const critical: readonly [name: string, send: (client: TestClient, id: string) => Promise<unknown>][] = [
  ['a role', (client, id) => client.patch(`/api/users/${id}`, { role: 'manager' })],
  ['an email', (client, id) => client.patch(`/api/users/${id}`, { email: `${id}@moved.example` })],
  ['a grant', (client, id) => client.post(`/api/users/${id}/grants`, { kind: 'hr', organizationId })],
  ['the end of a grant', (client, id) => client.fetch('DELETE', `/api/users/${id}/grants/1`)],
  ['a generated password', (client, id) => client.post(`/api/users/${id}/generate-password`)],
  [
    'a set password',
    (client, id) => client.post(`/api/users/${id}/set-password`, { password: 'six-or-more' }),
  ],
  ['a look at a password', (client, id) => client.get(`/api/users/${id}/password`)],
  ['a reset of two-factor', (client, id) => client.post(`/api/users/${id}/reset-two-factor`, {})],
  ['an unlocked account', (client, id) => client.post(`/api/users/${id}/unlock`)],
  [
    'an erasure',
    (client, id) => client.post(`/api/users/${id}/erase`, { reason: 'The person asked for it' }),
  ],
  [
    'an administrator',
    (client) =>
      client.post('/api/users', {
        email: 'puppet@world.example',
        firstName: 'Pia',
        lastName: 'Puppe',
        role: 'admin',
      }),
  ],
];

describe('ten minutes after the last proof of identity', () => {
  test.each(critical)('[AUTH-19] %s asks for another one, which opens it', async (_, send) => {
    const client = await staleSession(boss);
    const { id } = await createUser(server.services, { organizationId });
    const outcome = async () => {
      const answer = (await send(client, id)) as { readonly status: number; readonly body?: Problem };
      return [answer.status, answer.body?.code];
    };
    const before = await db.admin.query('select to_jsonb(u) as row from users u where id = $1', [id]);
    const refused = (await send(client, id)) as { readonly status: number };
    expect(refused.status).toBe(403);
    const after = await db.admin.query('select to_jsonb(u) as row from users u where id = $1', [id]);
    expect(after.rows).toEqual(before.rows);
    const proved = await stepUp(client, { password: boss.password });
    expect(proved.status).toBe(200);
    expect((await outcome())[1]).not.toBe('STEP_UP_REQUIRED');
  });

  test('[AUTH-19] an own new email asks for it; other fields do not', async () => {
    const client = await staleSession(learner);
    expect((await client.patch('/api/users/profile', { preferredName: 'Lin' })).status).toBe(200);
    const email = 'new.address@world.example';
    const refused = await client.patch<Problem>('/api/users/profile', { email });
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect((await stepUp(client, { password: learner.password })).status).toBe(200);
    const waiting = await client.patch<{ pendingEmail: string }>('/api/users/profile', { email });
    expect(waiting.body.pendingEmail).toBe(email);
  });

  test('[AUTH-19] what changes nothing critical of a person goes without', async () => {
    const client = await staleSession(boss);
    const { id, email } = await createUser(server.services, { organizationId });
    const answer = await client.patch(`/api/users/${id}`, { jobTitle: 'Analyst', email, role: 'learner' });
    expect(answer.status).toBe(200);
  });
});

describe('the proof', () => {
  test('[AUTH-19] [AUTH-11] counts for this session alone, is no 401 when wrong, and is slowed down', async () => {
    const person = await createUser(server.services, { role: 'admin' });
    const other = await signIn(server.client(), person);
    const client = await staleSession(person);
    const wrong = await stepUp(client, { password: 'not it at all' });
    expect([wrong.status, wrong.body.code, wrong.body.errors?.[0]?.path]).toEqual([
      422,
      'CURRENT_PASSWORD_WRONG',
      'password',
    ]);
    for (const proof of [{}, { code: '123456' }, { password: person.password, confirmation: 'i'.repeat(43) }])
      expect((await stepUp(client, proof)).status).toBe(422);
    expect((await stepUp(client, { confirmation: 'i'.repeat(43) })).status).toBe(422);
    expect((await stepUp(client, { password: person.password })).status).toBe(200);
    expect((await client.post(`/api/users/${learner.id}/unlock`)).status).toBe(200);
    expect((await other.post(`/api/users/${learner.id}/unlock`)).status).toBe(403);
    for (let time = 0; time < 5; time += 1) await stepUp(other, { password: `wrong ${String(time)}` });
    await holdThrottles(db.admin);
    expect((await stepUp(other, { password: person.password })).status).toBe(429);
    await db.moveClock({ minutes: 40 });
    expect((await client.post(`/api/users/${learner.id}/unlock`)).status).toBe(403);
  });

  test('[AUTH-19] [AUTH-09] is password and code where an authenticator is enrolled, each code once', async () => {
    const person = await createUser(server.services, { role: 'admin' });
    const phone = await enrol(server.services, await signIn(server.client(), person), person.password);
    const client = server.client();
    await client.post('/api/auth/login', { email: person.email, password: person.password });
    expect((await client.post('/api/auth/login/verify', { code: await phone.code() })).status).toBe(200);
    await db.moveClock({ minutes: 15 });
    await server.services.clock.synchronize();
    const { password } = person;
    const missing = await stepUp(client, { password });
    expect([missing.status, missing.body.code, missing.body.errors?.[0]?.path]).toEqual([
      422,
      'CODE_REFUSED',
      'code',
    ]);
    const code = await phone.code();
    expect((await stepUp(client, { password: 'wrong', code })).body.code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await stepUp(client, { password, code })).status).toBe(200);
    expect((await stepUp(client, { password, code })).body.code).toBe('CODE_REFUSED');
    expect((await client.post(`/api/users/${learner.id}/unlock`)).status).toBe(200);
  });

  test('[AUTH-19] is in the trail with its person', async () => {
    const client = await staleSession(learner);
    await stepUp(client, { password: learner.password });
    const { rows } = await db.admin.query(
      `select 1 from audit.events where action = 'account.steppedUp' and actor_id = $1`,
      [learner.id],
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});

test('[AUTH-19] every call on passwords, second factors, locks, grants and erasure declares its step-up', () => {
  const open = catalogue
    .filter(({ access }) => 'permission' in access && access.permission === 'passwords.manage')
    .filter(({ stepUp: declared }) => declared !== true)
    .map(({ id }) => id);
  // A link goes to the person's own mailbox: whoever sends it gains nothing.
  expect(open).toEqual(['accounts.sendResetLink']);
});

test('[AUTH-19] a call about grants, erasure, retention, inspections or access reviews that changes something declares its step-up', () => {
  const about = /grant|erase|retention|inspection|accessreview/i;
  const open = catalogue
    .filter(({ id, method, path }) => method !== 'GET' && about.test(`${id} ${path.replaceAll('-', '')}`))
    .filter(({ stepUp: declared }) => declared !== true)
    .map(({ id }) => id);
  // A request to the host and its answer are words: they give nobody access.
  expect(open).toEqual(['inspections.request', 'inspections.answer']);
});

test('[AUTH-14] inspector access ends within 24 months', async () => {
  const client = await signIn(server.client(), boss);
  const { id } = await createUser(server.services);
  const day = async (months: number) => {
    const { rows } = await db.admin.query<{ day: string }>(
      `select to_char(today_in(o.time_zone) + make_interval(months => $1), 'YYYY-MM-DD') as day from organizations o where id = $2`,
      [months, organizationId],
    );
    return rows[0]?.day;
  };
  const grant = (expiresOn: string | undefined) =>
    client.post<Problem>(`/api/users/${id}/grants`, { kind: 'inspector', organizationId, expiresOn });
  const refused = await grant(await day(25));
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'expiresOn']);
  expect((await grant(await day(24))).status).toBe(201);
});
