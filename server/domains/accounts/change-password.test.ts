import { parseOptions } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { holdThrottles } from '#tests/harness/throttles.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  issuePasswordTo,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { hashOfStored } from './own-password.ts';

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

const fresh = 'orchid parade 41 quietly';

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const change = (client: TestClient, body: unknown) => client.post<ProblemBody>('/api/change-password', body);
const statusOf = async (client: TestClient) => (await client.get('/api/auth/user')).status;

function sameCookies(client: TestClient): TestClient {
  const other = server.client();
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

const login = (person: FixtureUser, password: string) =>
  server.client().post('/api/auth/login', { email: person.email, password });

async function signedIn(input: Parameters<typeof createUser>[1] = {}) {
  const person = await createUser(server.services, input);
  return { person, client: await signIn(server.client(), person) };
}

/** A person who has just signed in with a password that an administrator issued. */
async function activating() {
  const person = await createUser(server.services, { onboardingCompleted: false });
  const { password } = await issuePasswordTo(server.services, person.id);
  return { person, password, client: await signIn(server.client(), { email: person.email, password }) };
}

async function storedHash(person: FixtureUser): Promise<string> {
  const { rows } = await db.admin.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [person.id],
  );
  return rows[0]?.hash ?? '';
}

describe('a change', () => {
  test('[AUTH-05] [AUTH-07] ends every other session, renews this one, and is one event (T16)', async () => {
    const { person, client } = await signedIn();
    const [elsewhere, before] = [await signIn(server.client(), person), sameCookies(client)];
    const answer = await change(client, { currentPassword: person.password, newPassword: fresh });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await statusOf(client)).toBe(200);
    expect(await statusOf(before)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(401);
    expect((await login(person, person.password)).status).toBe(401);
    expect((await login(person, fresh)).status).toBe(200);
    const hash = await storedHash(person);
    expect(hash).toMatch(/^[0-9a-f]{16}\$argon2id\$/);
    expect(parseOptions(hashOfStored(hash).slice(16))).toMatchObject({
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    const { rows } = await db.admin.query<{ text: string }>(
      `select header || payload as text from audit.events where actor_id = $1 and action = 'account.passwordChanged'`,
      [person.id],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(rows)).toContain('password_hash');
    expect(JSON.stringify(rows)).not.toContain('argon2id');
  });

  test('[AUTH-07] takes a password as it is: 64 characters of any script, with spaces at its ends', async () => {
    const { person, client } = await signedIn();
    const password = ` Zażółć gęślą jaźń 鍵盤 ${'ü'.repeat(40)}😀 `;
    expect(Array.from(password)).toHaveLength(64);
    expect((await change(client, { currentPassword: person.password, newPassword: password })).status).toBe(
      200,
    );
    expect((await login(person, password.trim())).status).toBe(401);
    expect((await login(person, password)).status).toBe(200);
  });

  test('[AUTH-05] [AUTH-07] F13: sent twice at once with one Idempotency-Key it is one change, and the session lives on', async () => {
    const { person, client } = await signedIn();
    const twin = sameCookies(client);
    const hold = await db.admin.connect();
    try {
      // Both requests pass every check with the old password; one then waits for the row, the other for its key.
      await hold.query('begin');
      await hold.query('select 1 from users where id = $1 for update', [person.id]);
      const body = { currentPassword: person.password, newPassword: fresh };
      const options = { headers: { 'idempotency-key': 'change-once-1' } };
      const both = [client, twin].map((each) => each.post('/api/change-password', body, options));
      await until('both wait', async () => {
        const { rows } = await db.admin.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.waiting === 2;
      });
      await hold.query('commit');
      const answers = await Promise.all(both);
      expect(answers.map(({ status, body: said }) => [status, said])).toEqual([
        [200, { ok: true }],
        [200, { ok: true }],
      ]);
      const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
      expect(cookies).toHaveLength(1);
      const browser = server.client();
      browser.cookies.set('tt_session', /^tt_session=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '');
      expect(await statusOf(browser)).toBe(200);
    } finally {
      hold.release();
    }
  });

  test('[AUTH-07] twice at once is one change', async () => {
    const { person, client } = await signedIn();
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        change(sameCookies(client), { currentPassword: person.password, newPassword: `${fresh} ${n}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => [401, 409, 422].includes(status))).toBe(true);
  });
});

describe('the current password', () => {
  test.each([
    ['wrong', { currentPassword: 'not it at all', newPassword: fresh }, 'The current password is incorrect.'],
    ['missing', { newPassword: fresh }, 'Enter your current password.'],
    ['empty', { currentPassword: '', newPassword: fresh }, 'Enter your current password.'],
  ])('[AUTH-07] %s is refused with 422 at its field, never 401', async (_, body, message) => {
    const { person, client } = await signedIn();
    const before = await storedHash(person);
    const answer = await change(client, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
      errors: [{ path: 'currentPassword', message }],
    });
    expect(await storedHash(person)).toBe(before);
    expect(await statusOf(client)).toBe(200);
  });

  test('[AUTH-11] [AUD-01] wrong again and again has to wait, and each time is in the trail', async () => {
    const { person, client } = await signedIn();
    for (let time = 0; time < 5; time += 1) {
      expect((await change(client, { currentPassword: `wrong ${time}`, newPassword: fresh })).status).toBe(
        422,
      );
    }
    await holdThrottles(db.admin);
    const blocked = await change(client, { currentPassword: person.password, newPassword: fresh });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { rows } = await db.admin.query<{ payload: string; header: string }>(
      `select header, payload from audit.events where actor_id = $1 and action = 'account.reauthenticationFailed' order by id`,
      [person.id],
    );
    expect(rows).toHaveLength(6);
    expect(JSON.parse(rows[0]?.payload ?? '{}')).toMatchObject({
      facts: { cause: 'wrong password', purpose: 'password change' },
    });
    expect(JSON.parse(rows[0]?.header ?? '{}')).toMatchObject({ outcome: 'refused' });
    await db.moveClock({ minutes: 1 });
    expect((await change(client, { currentPassword: person.password, newPassword: fresh })).status).toBe(200);
  });
});

describe('the new password', () => {
  test.each([
    ['short12', 'Password must be at least 8 characters', 'VALIDATION_FAILED'],
    ['x'.repeat(129), 'Password must be at most 128 characters', 'PASSWORD_REFUSED'],
    ['Password1', 'This password is too common. Choose one that others would not guess.', 'PASSWORD_REFUSED'],
    ['TrainTrail2026', 'This password is too easy to guess. Add a few unrelated words.', 'PASSWORD_REFUSED'],
    ['clinpro-2026', 'This password is too easy to guess. Add a few unrelated words.', 'PASSWORD_REFUSED'],
    ['winterbottom', 'Password must not be your name', 'PASSWORD_REFUSED'],
    ['Ada Winterbottom', 'Password must not be your name', 'PASSWORD_REFUSED'],
    ['ada.w.1815', 'Password must not be your email address', 'PASSWORD_REFUSED'],
  ])('[AUTH-07] %j is refused with its reason at the field', async (newPassword, message, code) => {
    const organization = await createOrganization(server.services, { name: 'ClinPro' });
    const { person, client } = await signedIn({
      email: `ada.w.1815@${String(Math.random()).slice(2)}.example`,
      firstName: 'Ada',
      lastName: 'Winterbottom',
      organizationId: organization.id,
    });
    const before = await storedHash(person);
    const answer = await change(client, { currentPassword: person.password, newPassword });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(code);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path: 'newPassword', message }));
    expect(await storedHash(person)).toBe(before);
  });

  test('[AUTH-07] may have 128 characters, but not be the old one', async () => {
    const { person, client } = await signedIn();
    const same = await change(client, { currentPassword: person.password, newPassword: person.password });
    expect(same.body.errors?.[0]).toMatchObject({
      path: 'newPassword',
      message: expect.stringMatching(/differs/) as string,
    });
    const longest = 'seven tall lamps, '.repeat(7) + 'zz';
    expect(longest).toHaveLength(128);
    expect((await change(client, { currentPassword: person.password, newPassword: longest })).status).toBe(
      200,
    );
  });
});

test.each(['userId', 'role', 'mustChangePassword', 'confirmPassword'])(
  '[AUTH-13] [SEC-01] %s beside the passwords is refused',
  async (key) => {
    const { person, client } = await signedIn();
    const answer = await change(client, { currentPassword: person.password, newPassword: fresh, [key]: 'x' });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ path: key, message: 'Unknown field' }],
    ]);
    expect((await login(person, person.password)).status).toBe(200);
  },
);

describe('activation', () => {
  test('[AUTH-06] until the password is the own one, all but three calls answer PASSWORD_CHANGE_REQUIRED', async () => {
    const { client } = await activating();
    const current = await client.get<Record<string, unknown>>('/api/auth/user');
    expect(current.body).toMatchObject({ mustChangePassword: true, accountActivation: true });
    for (const answer of [
      await client.post<ProblemBody>('/api/session/activity'),
      await client.post<ProblemBody>('/api/auth/signature-agreement', { accepted: true }),
      await client.get<ProblemBody>('/api/users/u_x/password'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    expect((await client.get('/api/version')).status).toBe(200);
    expect((await client.get('/api/logout')).headers.get('location')).toBe('/landing');
  });

  test('[AUTH-06] [AUTH-07] [AUTH-08] needs no current password, and ends the temporary one for good', async () => {
    const { person, password, client } = await activating();
    const before = sameCookies(client);
    expect((await change(client, { newPassword: fresh })).status).toBe(200);
    const { body } = await client.get<Record<string, unknown>>('/api/auth/user');
    expect(body).toMatchObject({ mustChangePassword: false, accountActivation: false });
    expect(await statusOf(before)).toBe(401);
    expect((await login(person, password)).status).toBe(401);
    expect((await login(person, fresh)).status).toBe(200);
    const { rows } = await db.admin.query(
      'select ciphertext, ended_at is not null as ended, used_at is not null as used from temporary_credentials where user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ ciphertext: null, ended: true, used: true }]);
    // Now that it is the own one, the next change needs it.
    expect((await change(client, { newPassword: `${fresh} 2` })).status).toBe(422);
  });

  test('[AUTH-07] refuses a wrong current password and the temporary one as the new one', async () => {
    const { password, client } = await activating();
    const wrong = await change(client, { currentPassword: 'not it', newPassword: fresh });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CURRENT_PASSWORD_WRONG']);
    const same = await change(client, { currentPassword: password, newPassword: password });
    expect([same.status, same.body.code]).toEqual([422, 'PASSWORD_REFUSED']);
    expect((await change(client, { currentPassword: password, newPassword: fresh })).status).toBe(200);
  });

  test('[AUTH-07] does not open a session that was there before to a change without the password', async () => {
    const { person, client } = await signedIn();
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ mustChangePassword: true })
        .where('id', '=', person.id)
        .execute();
    });
    const current = await client.get<Record<string, unknown>>('/api/auth/user');
    expect(current.body).toMatchObject({ mustChangePassword: true, accountActivation: false });
    expect((await change(client, { newPassword: fresh })).status).toBe(422);
    expect((await change(client, { currentPassword: person.password, newPassword: fresh })).status).toBe(200);
  });
});

test.each([
  ['the column', { requirePasswordChange: true }],
  ['the setting', { settings: '{"requirePasswordChange": true, "theme": "light"}' }],
])(
  '[AUTH-07] requirePasswordChange (%s) asks at the next sign-in, once, and is no activation',
  async (_, change1) => {
    const { person, client } = await signedIn();
    await asFixture(server.services, async (tx) => {
      await tx.db.updateTable('users').set(change1).where('id', '=', person.id).execute();
    });
    expect((await client.get<Record<string, unknown>>('/api/auth/user')).body).toMatchObject({
      mustChangePassword: false,
    });
    await signIn(client, person);
    expect((await client.get<Record<string, unknown>>('/api/auth/user')).body).toMatchObject({
      mustChangePassword: true,
      accountActivation: false,
    });
    expect((await client.post('/api/session/activity')).status).toBe(403);
    expect((await change(client, { newPassword: fresh })).status).toBe(422);
    expect((await change(client, { currentPassword: person.password, newPassword: fresh })).status).toBe(200);
    const after = await client.get<{ mustChangePassword: boolean; settings: Record<string, unknown> }>(
      '/api/auth/user',
    );
    expect(after.body).toMatchObject({
      mustChangePassword: false,
      settings: { requirePasswordChange: false },
    });
    await signIn(client, { email: person.email, password: fresh });
    expect((await client.get<Record<string, unknown>>('/api/auth/user')).body).toMatchObject({
      mustChangePassword: false,
    });
  },
);
