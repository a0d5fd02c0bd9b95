import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { codeOf, enrol, type TestAuthenticator } from '#tests/harness/two-factor.ts';
import { createUser, signIn, type FixtureUser, type UserInput } from '#tests/harness/world.ts';

let db: TestDatabase;
/** Two servers of one installation: the same secret, the same database. */
let servers: readonly [TestServer, TestServer];

beforeAll(async () => {
  db = await createTestDatabase();
  const first = await startTestServer({ db });
  const { secretKey } = first.services.config;
  servers = [first, await startTestServer({ db, config: { secretKey } })];
});

afterEach(async () => {
  await db.moveClock({});
  for (const { services } of servers) await services.clock.synchronize();
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await db.drop();
});

interface Body {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly recoveryCodes?: readonly string[] | null;
  readonly settings?: { readonly twoFactorEnabled: boolean };
  readonly twoFactorRequired?: boolean;
  readonly recoveryCodesLeft?: number;
  readonly enabled?: boolean;
  readonly key?: string;
  readonly uri?: string;
}

async function moveBy(minutes: number): Promise<void> {
  await db.moveClock({ minutes });
  for (const { services } of servers) await services.clock.synchronize();
}

const post = (client: TestClient, path: string, body: object) => client.post<Body>(`/api/auth/${path}`, body);
const password = (client: TestClient, person: FixtureUser) =>
  post(client, 'login', { email: person.email, password: person.password });
const verify = (client: TestClient, code: string) => post(client, 'login/verify', { code });

/** A person with an authenticator, and the session in which it was enrolled. */
async function enrolled(input: UserInput = {}): Promise<{
  person: FixtureUser;
  client: TestClient;
  phone: TestAuthenticator;
}> {
  const person = await createUser(servers[0].services, input);
  const client = await signIn(servers[0].client(), person);
  return { person, client, phone: await enrol(servers[0].services, client, person.password) };
}

async function sessionsOf(userId: string) {
  return db.db.selectFrom('sessions').select(['authMethod', 'sid']).where('userId', '=', userId).execute();
}

async function causesOf(userId: string): Promise<string[]> {
  const { rows } = await db.admin.query<{ cause: string }>(
    `select payload::jsonb -> 'facts' ->> 'cause' as cause from audit.events
     where action = 'account.signInFailed' and object_id = $1 order by id`,
    [userId],
  );
  return rows.map(({ cause }) => cause);
}

describe('enrolling', () => {
  test('[AUTH-09] asks for the password, gives key, address and picture, and counts only after a right code', async () => {
    const person = await createUser(servers[0].services);
    const client = await signIn(servers[0].client(), person);
    const refused = await post(client, 'two-factor/enrol', { currentPassword: 'wrong' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'CURRENT_PASSWORD_WRONG' } });
    expect((await post(client, 'two-factor/enrol', {})).status).toBe(422);
    const begun = await client.post<{ key: string; uri: string; qr: { size: number; path: string } }>(
      '/api/auth/two-factor/enrol',
      { currentPassword: person.password },
    );
    expect(begun.status).toBe(200);
    expect(begun.body.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(begun.body.uri).searchParams.get('secret')).toBe(begun.body.key);
    expect(decodeURIComponent(begun.body.uri)).toContain(`TrainTrail:${person.email}`);
    expect(begun.body.qr.size).toBeGreaterThan(20);
    expect(begun.body.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect((await client.get<Body>('/api/auth/two-factor')).body).toMatchObject({ enabled: false });
    // Not yet: the sign-in asks for the password alone.
    expect((await password(servers[1].client(), person)).body.twoFactorRequired).toBeUndefined();
    const wrong = await post(client, 'two-factor/confirm', { code: '000000' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'CODE_REFUSED', errors: [{ path: 'code' }] } });
    // As people type it.
    const code = await codeOf(servers[0].services, begun.body.key);
    const done = await post(client, 'two-factor/confirm', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(done.status).toBe(200);
    expect(new Set(done.body.recoveryCodes).size).toBe(10);
    for (const recovery of done.body.recoveryCodes ?? [])
      expect(recovery).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/);
    expect((await client.get<Body>('/api/auth/two-factor')).body).toMatchObject({
      enabled: true,
      recoveryCodesLeft: 10,
      required: false,
    });
    expect((await client.get<Body>('/api/auth/user')).body.settings?.twoFactorEnabled).toBe(true);
    expect(
      (await client.get<{ twoFactorEnabled: boolean }>('/api/users/settings')).body.twoFactorEnabled,
    ).toBe(true);
    for (const path of ['two-factor/enrol', 'two-factor/confirm']) {
      const again = await post(
        client,
        path,
        path.endsWith('enrol') ? { currentPassword: person.password } : { code },
      );
      expect(again, path).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    }
  });

  test('[AUTH-09] the settings switch nothing on or off by themselves', async () => {
    const { client } = await enrolled();
    const off = await client.patch<Body>('/api/users/settings', { twoFactorEnabled: false });
    expect(off).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR_ENROL' } });
    expect((await client.patch('/api/users/settings', { twoFactorEnabled: true })).status).toBe(200);
    const other = await signIn(servers[0].client(), await createUser(servers[0].services));
    const on = await other.patch<Body>('/api/users/settings', { twoFactorEnabled: true });
    expect(on).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR_ENROL' } });
  });

  test('[AUTH-09] a secret that was begun an hour ago no longer counts, and a new beginning replaces it', async () => {
    const person = await createUser(servers[0].services);
    const client = await signIn(servers[0].client(), person);
    const begin = () => post(client, 'two-factor/enrol', { currentPassword: person.password });
    const first = (await begin()).body.key ?? '';
    const second = (await begin()).body.key ?? '';
    expect(second).not.toBe(first);
    const stale = await post(client, 'two-factor/confirm', {
      code: await codeOf(servers[0].services, first),
    });
    expect(stale.status).toBe(422);
    await db.admin.query(
      `select audit.begin_command('test', null, null, '{}'); update authenticators set created_at = created_at - interval '61 minutes' where user_id = '${person.id}'`,
    );
    const late = await post(client, 'two-factor/confirm', {
      code: await codeOf(servers[0].services, second),
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });
});

describe('signing in', () => {
  test('[AUTH-09] [OPS-03] asks for the code after the password, on any server, and opens a new session', async () => {
    const { person, phone } = await enrolled();
    const client = servers[0].client();
    const first = await password(client, person);
    expect(first).toMatchObject({ status: 200, body: { twoFactorRequired: true } });
    expect(Object.keys(first.body)).toEqual(['twoFactorRequired', 'methods']);
    const cookie = first.headers.getSetCookie().join();
    expect(cookie).toMatch(/tt_second=v1\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    // The other server takes the second step, with the cookie that this one gave.
    const other = servers[1].client();
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    other.cookies.set('tt_session', 'f'.repeat(43));
    const second = await verify(other, await phone.code());
    expect(second).toMatchObject({ status: 200, body: { email: person.email } });
    expect(other.cookies.get('tt_session')).not.toBe('f'.repeat(43));
    expect(other.cookies.has('tt_second')).toBe(false);
    const methods = (await sessionsOf(person.id)).map(({ authMethod }) => authMethod);
    expect(new Set(methods)).toEqual(new Set(['password', 'password_totp']));
  });

  test('[AUTH-09] refuses wrong, used, older and later codes alike, and takes those of one step around', async () => {
    const { person, phone } = await enrolled();
    const again = async (code: string) => {
      const client = servers[0].client();
      await password(client, person);
      const { status, body } = await verify(client, code);
      return status === 200 ? 'in' : `${String(status)} ${String(body.code)} ${String(body.detail)}`;
    };
    const refused = '401 SECOND_FACTOR_REFUSED This code is incorrect. Please try again.';
    expect(await again(await phone.code(-3))).toBe(refused);
    expect(await again(await phone.code(3))).toBe(refused);
    // The confirming code was that of the step before.
    expect(await again(await phone.code(-1))).toBe(refused);
    const code = await phone.code();
    expect(await again(code)).toBe('in');
    expect(await again(code)).toBe(refused);
    expect(await again(await phone.code(1))).toBe('in');
    // A later one was taken: the one before it is gone with it.
    expect(await again(code)).toBe(refused);
    expect(await again('not-a-code-here')).toBe(refused);
    expect(new Set(await causesOf(person.id))).toEqual(new Set(['wrong code']));
  });

  test('[AUTH-09] [OPS-03] one code opens one session, however many ask with it at once on two servers', async () => {
    const { person, phone } = await enrolled();
    const clients = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const client = (servers[n % 2] ?? servers[0]).client();
        await password(client, person);
        return client;
      }),
    );
    const code = await phone.code();
    const answers = await Promise.all(clients.map((client) => verify(client, code)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401, 401,
    ]);
    expect(
      (await sessionsOf(person.id)).filter(({ authMethod }) => authMethod === 'password_totp').length,
    ).toBe(1);
  });

  test('[AUTH-09] a recovery code works once, however it is typed, and is counted down', async () => {
    const { person, client, phone } = await enrolled();
    const [code = ''] = phone.recoveryCodes;
    const other = servers[0].client();
    await password(other, person);
    expect((await verify(other, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await client.get<Body>('/api/auth/two-factor')).body.recoveryCodesLeft).toBe(9);
    await password(other, person);
    expect((await verify(other, code)).status).toBe(401);
    const { person: stranger } = await enrolled();
    const third = servers[0].client();
    await password(third, stranger);
    expect((await verify(third, phone.recoveryCodes[1] ?? '')).status).toBe(401);
    const methods = (await sessionsOf(person.id)).map(({ authMethod }) => authMethod);
    expect(methods).toContain('recovery_code');
  });

  test('[AUTH-09] the second step ends after five minutes, with another password, and without a first', async () => {
    const { person, phone } = await enrolled();
    const client = servers[0].client();
    const over = { status: 401, body: { code: 'SIGN_IN_OVER' } };
    expect(await verify(client, await phone.code())).toMatchObject(over);
    client.cookies.set('tt_second', 'v1.forged');
    expect(await verify(client, await phone.code())).toMatchObject(over);
    await password(client, person);
    const kept = client.cookies.get('tt_second') ?? '';
    await moveBy(6);
    expect(await verify(client, await phone.code())).toMatchObject(over);
    await moveBy(0);
    client.cookies.set('tt_second', kept);
    await db.admin.query(
      `select audit.begin_command('test', null, null, '{}'); update users set password_hash = password_hash || ' ' where id = '${person.id}'`,
    );
    expect(await verify(client, await phone.code())).toMatchObject(over);
  });

  test('[AUTH-09] [AUTH-11] [OPS-03] codes are slowed on all servers together, apart from the password', async () => {
    const { person, phone } = await enrolled();
    const client = servers[0].client();
    await password(client, person);
    const other = servers[1].client();
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    for (let guess = 0; guess < 14; guess += 1) {
      // The right password in between gives no new guesses.
      if (guess === 6) await password(client, person);
      const answer = await verify(guess % 2 === 0 ? client : other, String(100_000 + guess));
      expect(answer).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REFUSED' } });
    }
    await db.admin.query(
      `update sign_in_throttles set blocked_until = app_now() + interval '50 seconds' where blocked_until is not null`,
    );
    expect((await verify(client, await phone.code())).status).toBe(401);
    const causes = await causesOf(person.id);
    expect(causes.filter((cause) => cause === 'wrong code').length).toBeLessThanOrEqual(10);
    expect(causes.at(-1)).toBe('too many attempts');
    await moveBy(1);
    await password(client, person);
    expect((await verify(client, await phone.code())).status).toBe(200);
  });
});

describe('switching off and renewing', () => {
  test('[AUTH-09] asks for password and code, and then the password alone signs in', async () => {
    const { person, client, phone } = await enrolled();
    const disable = (body: object) => post(client, 'two-factor/disable', body);
    const code = await phone.code();
    expect(await disable({ currentPassword: 'wrong', code })).toMatchObject({
      status: 422,
      body: { code: 'CURRENT_PASSWORD_WRONG', errors: [{ path: 'currentPassword' }] },
    });
    expect(await disable({ currentPassword: person.password, code: '000000' })).toMatchObject({
      status: 422,
      body: { code: 'CODE_REFUSED', errors: [{ path: 'code' }] },
    });
    expect((await disable({ currentPassword: person.password, code })).status).toBe(200);
    const { rows: mails } = await db.admin.query(
      'select template, to_address from mail_outbox where user_id = $1 order by id',
      [person.id],
    );
    expect(mails).toEqual([
      { template: 'accounts.authenticatorAdded', to_address: person.email },
      { template: 'accounts.authenticatorRemoved', to_address: person.email },
    ]);
    expect((await disable({ currentPassword: person.password, code })).status).toBe(409);
    expect((await password(servers[0].client(), person)).body.twoFactorRequired).toBeUndefined();
    const { rows } = await db.admin.query(
      `select 1 from authenticators where user_id = $1 union all select 1 from recovery_codes where user_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([]);
    // Enrolled anew, the used code of that step stays used.
    const again = await enrol(
      { clock: { ...servers[0].services.clock, now: () => new Date(Date.now() + 60_000) } },
      client,
      person.password,
    );
    expect(again.secret).not.toBe(phone.secret);
  });

  test('[AUTH-09] new recovery codes end the old ones; a recovery code may stand for the lost authenticator', async () => {
    const { person, client, phone } = await enrolled();
    const [old = '', other = ''] = phone.recoveryCodes;
    const renewed = await post(client, 'two-factor/recovery-codes', {
      currentPassword: person.password,
      code: old,
    });
    expect(renewed.status).toBe(200);
    expect(renewed.body.recoveryCodes?.length).toBe(10);
    const refused = await post(client, 'two-factor/disable', {
      currentPassword: person.password,
      code: other,
    });
    expect(refused.status).toBe(422);
    const off = await post(client, 'two-factor/disable', {
      currentPassword: person.password,
      code: renewed.body.recoveryCodes?.[3] ?? '',
    });
    expect(off.status).toBe(200);
  });

  test('[AUTH-09] a repeated request does not show the codes a second time', async () => {
    const { person, client, phone } = await enrolled();
    const renew = (code: string) =>
      client.post<Body>(
        '/api/auth/two-factor/recovery-codes',
        { currentPassword: person.password, code },
        { headers: { 'idempotency-key': 'renew-once-more' } },
      );
    const [code = ''] = phone.recoveryCodes;
    expect((await renew(code)).body.recoveryCodes?.length).toBe(10);
    // The answer that was kept holds none, and the old code is used.
    expect((await renew(code)).status).toBe(422);
    const { rows } = await db.admin.query<{ response: unknown }>('select response from idempotency_keys');
    expect(JSON.stringify(rows)).not.toMatch(/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/);
  });
});

describe('an administrator', () => {
  test('[AUTH-09] resets it with the trail and a mail, ends the sessions, and sees it in the list', async () => {
    const { person, client } = await enrolled({ settings: { language: 'fr' } });
    const boss = await createUser(servers[0].services, { role: 'admin' });
    const admin = await signIn(servers[0].client(), boss);
    const row = async () =>
      (await admin.get<{ id: string; twoFactorEnabled: boolean }[]>(`/api/users?q=${person.email}`)).body[0];
    expect(await row()).toMatchObject({ id: person.id, twoFactorEnabled: true, isLocked: false });
    const reset = () =>
      admin.post<Body>(`/api/users/${person.id}/reset-two-factor`, { reason: 'Lost the phone' });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(409);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await password(servers[0].client(), person)).body.twoFactorRequired).toBeUndefined();
    expect(await row()).toMatchObject({ twoFactorEnabled: false });
    const mails = await db.db
      .selectFrom('mailOutbox')
      .select(['template', 'toAddress', 'language'])
      .where('userId', '=', person.id)
      .execute();
    expect(mails.slice(1)).toEqual([
      { template: 'accounts.twoFactorReset', toAddress: person.email, language: 'fr' },
    ]);
    const { rows } = await db.admin.query<{ reason: string }>(
      `select payload::jsonb ->> 'reason' as reason from audit.events
       where kind = 'command' and action = 'account.twoFactorReset' and subject_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ reason: 'Lost the phone' }]);
    expect((await admin.post('/api/users/u_nobody/reset-two-factor', {})).status).toBe(404);
    expect((await admin.post(`/api/users/${boss.id}/reset-two-factor`, {})).status).toBe(403);
  });
});
