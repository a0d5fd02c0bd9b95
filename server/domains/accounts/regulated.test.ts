import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { notificationsContract } from '#shared/contract/notifications.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { enrol, type TestAuthenticator } from '#tests/harness/two-factor.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
/** Two servers of one installation in the regulated profile. */
let servers: readonly [TestServer, TestServer];
let boss: FixtureUser;
let admin: TestClient;
let adminPhone: TestAuthenticator;

beforeAll(async () => {
  db = await createTestDatabase();
  const first = await startTestServer({ db, config: { policy: 'regulated' } });
  const { secretKey } = first.services.config;
  servers = [first, await startTestServer({ db, config: { policy: 'regulated', secretKey } })];
  boss = await createUser(first.services, { role: 'admin' });
  admin = await signIn(first.client(), boss);
  adminPhone = await enrol(first.services, admin, boss.password);
});

// The delays of AUTH-11 are not the matter here, the lock is.
beforeEach(() => db.admin.query(`delete from sign_in_throttles where key not like 'lock:%'`));
afterEach(() => db.moveClock({}));

afterAll(async () => {
  for (const server of servers) await server.close();
  await db.drop();
});

type Bell = ResponseOf<typeof notificationsContract.list>;

interface Body {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly mustEnrolTwoFactor?: boolean;
  readonly mustChangePassword?: boolean;
  readonly asksReasons?: boolean;
  readonly passwordMin?: number;
  readonly required?: boolean;
  readonly twoFactorRequired?: boolean;
}

const reason = 'The person called and was recognized';
let turn = 0;
/** One attempt, on the two servers in turn, without the delays between. */
async function attempt(email: string, password: string) {
  turn += 1;
  const client = (servers[turn % 2] ?? servers[0]).client();
  const answer = await client.post<Body>('/api/auth/login', { email, password });
  await db.admin.query(`delete from sign_in_throttles where key not like 'lock:%'`);
  return { status: answer.status, code: answer.body.code, detail: answer.body.detail };
}

async function lockedRow(userId: string) {
  const { rows } = await db.admin.query<{ locked: boolean }>(
    'select locked_at is not null as locked from users where id = $1',
    [userId],
  );
  return rows[0]?.locked;
}

describe('the lock', () => {
  test('[AUTH-07] [AUTH-11] [OPS-03] ten failures on two servers lock the account until an administrator unlocks it', async () => {
    const person = await createUser(servers[0].services);
    const answers = [];
    for (let guess = 0; guess < 10; guess += 1)
      answers.push(await attempt(person.email, `guess ${String(guess)}`));
    expect(await lockedRow(person.id)).toBe(true);
    // Locked, unknown and wrong are one answer; time alone unlocks nothing.
    answers.push(await attempt(person.email, person.password));
    for (let guess = 0; guess < 12; guess += 1)
      answers.push(await attempt('nobody@nowhere.example', 'guess'));
    await db.moveClock({ days: 3 });
    answers.push(await attempt(person.email, person.password));
    await db.moveClock({});
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const row = async () =>
      (await admin.get<{ isLocked: boolean }[]>(`/api/users?q=${person.email}`)).body[0];
    expect(await row()).toMatchObject({ isLocked: true });
    const { rows } = await db.admin.query<{ action: string }>(
      `select action from audit.events where kind = 'update' and object_type = 'users' and object_id = $1`,
      [person.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['account.locked']);
    const noReason = await admin.post<Body>(`/api/users/${person.id}/unlock`);
    expect([noReason.status, noReason.body.code]).toEqual([422, 'REASON_REQUIRED']);
    expect((await admin.post(`/api/users/${person.id}/unlock`, { reason })).status).toBe(200);
    expect(await row()).toMatchObject({ isLocked: false });
    expect((await attempt(person.email, person.password)).status).toBe(200);
    expect((await admin.post('/api/users/u_nobody/unlock', { reason })).status).toBe(404);
  });

  test('[AUTH-07] [NOT-01] [NOT-02] a lock is told once: to the person by mail, to administrators by mail and under the bell', async () => {
    const person = await createUser(servers[0].services, {
      firstName: 'Lou',
      lastName: 'Locked',
      settings: { language: 'de', emailNotifications: false },
    });
    for (let guess = 0; guess < 14; guess += 1) await attempt(person.email, 'wrong');
    const { rows } = await db.admin.query<{
      to: string;
      template: string;
      language: string;
      payload: object;
    }>(
      `select to_address as to, template, language, payload from mail_outbox where cause = $1 order by template desc`,
      [`account.locked users ${person.id}`],
    );
    expect(rows).toEqual([
      { to: person.email, template: 'accounts.locked', language: 'de', payload: {} },
      {
        to: boss.email,
        template: 'accounts.lockAlert',
        language: 'en',
        payload: { person: `Lou Locked (${person.email})` },
      },
    ]);
    const bell = (await admin.get<Bell>('/api/notifications')).body.notifications;
    expect(bell.filter(({ message }) => message.includes('Lou Locked'))).toMatchObject([
      {
        type: 'account_locked',
        title: 'Account locked',
        message:
          'The account of Lou Locked is locked after too many wrong passwords or codes. Unlock it under Users.',
        priority: 'high',
        path: '/users',
      },
    ]);
  });

  test('[AUTH-07] nine failures and a success count anew', async () => {
    const person = await createUser(servers[0].services);
    for (let guess = 0; guess < 9; guess += 1) await attempt(person.email, 'wrong');
    expect((await attempt(person.email, person.password)).status).toBe(200);
    for (let guess = 0; guess < 9; guess += 1) await attempt(person.email, 'wrong');
    expect(await lockedRow(person.id)).toBe(false);
    await attempt(person.email, 'wrong');
    expect(await lockedRow(person.id)).toBe(true);
  });

  test('[AUTH-07] [AUTH-09] wrong codes and wrong passwords in a session lock it too, and throw nobody out', async () => {
    const person = await createUser(servers[0].services);
    const client = await signIn(servers[0].client(), person);
    const phone = await enrol(servers[0].services, client, person.password);
    const second = servers[1].client();
    await second.post('/api/auth/login', { email: person.email, password: person.password });
    for (let guess = 0; guess < 6; guess += 1) {
      await second.post('/api/auth/login/verify', { code: String(100_000 + guess) });
      await db.admin.query(`delete from sign_in_throttles where key not like 'lock:%'`);
    }
    for (let guess = 0; guess < 4; guess += 1) {
      const answer = await client.post<Body>('/api/change-password', {
        currentPassword: 'wrong',
        newPassword: 'fifteen and more characters',
      });
      expect(answer.body.code).toBe('CURRENT_PASSWORD_WRONG');
      await db.admin.query(`delete from sign_in_throttles where key not like 'lock:%'`);
    }
    expect(await lockedRow(person.id)).toBe(true);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await second.post<Body>('/api/auth/login/verify', { code: await phone.code() })).status).toBe(
      401,
    );
    // A new temporary password is an administrator's act: it unlocks.
    const issue = `/api/users/${person.id}/generate-password`;
    expect((await admin.post<Body>(issue)).body.code).toBe('REASON_REQUIRED');
    expect((await admin.post(issue, { reason })).status).toBe(200);
    expect(await lockedRow(person.id)).toBe(false);
  });
});

describe('two-factor by role', () => {
  test.each(['admin', 'manager'] as const)('[AUTH-07] a %s enrols before anything else', async (role) => {
    const person = await createUser(servers[0].services, { role });
    const client = await signIn(servers[0].client(), person);
    expect((await client.get<Body>('/api/auth/user')).body).toMatchObject({
      mustEnrolTwoFactor: true,
      asksReasons: true,
      passwordMin: 15,
    });
    for (const path of ['/api/users/profile', '/api/users', '/api/auth/sessions', '/api/assignments/user']) {
      expect(await client.get<Body>(path), path).toMatchObject({
        status: 403,
        body: { code: 'TWO_FACTOR_REQUIRED' },
      });
    }
    expect((await client.get<Body>('/api/auth/two-factor')).body).toMatchObject({ required: true });
    const phone = await enrol(servers[0].services, client, person.password);
    expect((await client.get<Body>('/api/auth/user')).body).toMatchObject({
      mustEnrolTwoFactor: false,
      passwordMin: 8,
    });
    expect((await client.get('/api/users/profile')).status).toBe(200);
    const off = await client.post<Body>('/api/auth/two-factor/disable', {
      currentPassword: person.password,
      code: await phone.code(),
    });
    expect(off).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('[AUTH-07] a learner may do without, with a password of 15 characters', async () => {
    const person = await createUser(servers[0].services);
    const client = await signIn(servers[0].client(), person);
    expect((await client.get('/api/users/profile')).status).toBe(200);
    const change = (newPassword: string, currentPassword = person.password) =>
      client.post<Body>('/api/change-password', { currentPassword, newPassword });
    expect(await change('fourteen-signs')).toMatchObject({
      status: 422,
      body: {
        code: 'PASSWORD_REFUSED',
        errors: [{ path: 'newPassword', message: 'Password must be at least 15 characters' }],
      },
    });
    const phone = await enrol(servers[0].services, client, person.password);
    expect((await change('fourteen-signs')).status).toBe(200);
    // Too short to stand alone: it has to be changed first.
    const disable = async (currentPassword: string, step: number) =>
      client.post<Body>('/api/auth/two-factor/disable', { currentPassword, code: await phone.code(step) });
    expect(await disable('fourteen-signs', 0)).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_REFUSED' },
    });
    expect((await change('fifteen-signs-now', 'fourteen-signs')).status).toBe(200);
    expect((await disable('fifteen-signs-now', 1)).status).toBe(200);
  });

  test('[AUTH-09] an administrator resets it with a reason only, and a new password is asked at the next sign-in', async () => {
    const person = await createUser(servers[0].services);
    await enrol(servers[0].services, await signIn(servers[0].client(), person), person.password);
    const reset = (body: object) => admin.post<Body>(`/api/users/${person.id}/reset-two-factor`, body);
    expect(await reset({})).toMatchObject({
      status: 422,
      body: { code: 'REASON_REQUIRED', errors: [{ path: 'reason' }] },
    });
    expect((await reset({ reason: 'Lost on the way' })).status).toBe(200);
    const client = await signIn(servers[0].client(), person);
    expect((await client.get<Body>('/api/auth/user')).body.mustChangePassword).toBe(true);
  });
});

test('[AUTH-16] [AUTH-07] a printed name is changed, and a request of one approved, with a reason only', async () => {
  const person = await createUser(servers[0].services);
  const own = await signIn(servers[0].client(), person);
  const asked = await own.patch<{ nameRequest: { id: number } }>('/api/users/profile', { lastName: 'New' });
  const needed = { status: 422, body: { code: 'REASON_REQUIRED', errors: [{ path: 'reason' }] } };
  const name = { firstName: 'Ann', lastName: 'New' };
  expect(await admin.put<Body>(`/api/users/${person.id}/name`, name)).toMatchObject(needed);
  const path = `/api/name-requests/${String(asked.body.nameRequest.id)}/approve`;
  expect(await admin.post<Body>(path, {})).toMatchObject(needed);
  expect((await own.get<Body>('/api/users/profile')).body).toMatchObject({ lastName: person.lastName });
  expect((await admin.post(path, { reason: 'Marriage certificate seen' })).status).toBe(200);
  expect((await own.get<Body>('/api/users/profile')).body).toMatchObject({ lastName: 'New' });
});

test('[AUTH-07] changes of roles and grants are refused without a reason, and it is kept to the letter (A11-01)', async () => {
  const organization = await createOrganization(servers[0].services);
  const person = await createUser(servers[0].services, { organizationId: organization.id });
  const change = (body: object) => admin.patch<Body>(`/api/users/${person.id}`, body);
  const needed = { status: 422, body: { code: 'REASON_REQUIRED', errors: [{ path: 'reason' }] } };
  expect(await change({ role: 'manager' })).toMatchObject(needed);
  expect((await change({ role: 'learner', jobTitle: 'Administration' })).status).toBe(200);
  expect(await change({ firstName: 'Anew' })).toMatchObject(needed);
  expect((await change({ role: 'manager', reason: 'Leads the night shift' })).status).toBe(200);
  const grant = { kind: 'hr', organizationId: organization.id };
  const grants = `/api/users/${person.id}/grants`;
  expect(await admin.post<Body>(grants, grant)).toMatchObject(needed);
  const given = await admin.post<{ id: number }>(grants, { ...grant, reason: 'Keeps the contracts' });
  const one = `${grants}/${String(given.body.id)}`;
  expect(await admin.del<Body>(one)).toMatchObject(needed);
  expect((await admin.del<Body>(one, { reason: 'Left the team' })).status).toBe(200);
  const form = {
    email: 'new.manager@regulated.example',
    firstName: 'Nele',
    lastName: 'New',
    role: 'manager',
  };
  expect(await admin.post<Body>('/api/users', form)).toMatchObject(needed);
  expect((await admin.post('/api/users', { ...form, reason: 'Leads the day shift' })).status).toBe(201);
  expect(
    (await admin.post('/api/users', { ...form, email: 'l@regulated.example', role: 'learner' })).status,
  ).toBe(201);
  const { rows } = await db.admin.query<{ reason: string }>(
    `select payload::jsonb ->> 'reason' as reason from audit.events
     where kind = 'command' and action in ('user.changed', 'user.created') and payload::jsonb ->> 'reason' is not null`,
  );
  expect(rows).toEqual([{ reason: 'Leads the night shift' }, { reason: 'Leads the day shift' }]);
  expect(adminPhone.recoveryCodes.length).toBe(10);
});

test('[AUTH-07] [LRN-06] an open training is withdrawn with a reason only (A11-01)', async () => {
  const person = await createUser(servers[0].services);
  const [moduleId = 0] = await createTextModules(servers[0].services, 1);
  const { id } = await assignTo(admin, person.id, moduleId);
  const remove = (reason?: string) =>
    admin.del<Body>('/api/training-assignments/bulk', { assignmentIds: [id], reason });
  expect(await remove()).toMatchObject({
    status: 422,
    body: { code: 'REASON_REQUIRED', errors: [{ path: 'reason' }] },
  });
  expect((await remove('Assigned to the wrong person')).status).toBe(200);
});

test('[AUTH-07] in the standard profile none of this is asked', async () => {
  const server = await startTestServer({ db });
  const locks = () =>
    db.admin.query(`select key, last_failed_at from sign_in_throttles where key like 'lock:%' order by key`);
  const before = (await locks()).rows;
  try {
    const person = await createUser(server.services, { role: 'manager' });
    const wrong = { email: person.email, password: 'not the password' };
    expect((await server.client().post('/api/auth/login', wrong)).status).toBe(401);
    const client = await signIn(server.client(), person);
    expect((await client.get<Body>('/api/auth/user')).body).toMatchObject({
      mustEnrolTwoFactor: false,
      asksReasons: false,
      passwordMin: 8,
    });
    expect((await locks()).rows).toEqual(before);
  } finally {
    await server.close();
  }
});
