import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { accountsContract } from '#shared/contract/accounts.ts';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import { defaultSettings } from '#shared/domain/people/settings.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { mailedTokenOf } from '#tests/harness/mailed-token.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function someone(more: Parameters<typeof createUser>[1] = {}): Promise<[FixtureUser, TestClient]> {
  const person = await createUser(server.services, more);
  return [person, await signIn(server.client(), person)];
}

const rowOf = async (userId: string) => {
  const { rows } = await database.admin.query<Record<string, unknown>>('select * from users where id = $1', [
    userId,
  ]);
  return rows[0] ?? {};
};

/** The token of the waiting confirmation mail to an address, opened as the outbox opens it when it sends. */
const mailedToken = (to: string) => mailedTokenOf(server.services, database, to, 'people.confirmEmail');

const assignmentsOf = async (userId: string) => {
  const { rows } = await database.admin.query('select * from training_assignments where user_id = $1', [
    userId,
  ]);
  return rows as unknown[];
};

/** A matrix of a job title and what it gave the person: the training that a change of the title could escape. */
async function assignByJobTitle(userId: string, jobTitle: string): Promise<unknown[]> {
  await asFixture(server.services, (tx) =>
    sql`
      with module as (
        insert into training_modules (title, description, content_type) values ('By title', 'T5', 'text') returning id
      ), matrix as (
        insert into training_matrices (name, job_title) values ('By title', ${jobTitle}) returning id
      ), entry as (
        insert into training_matrix (matrix_id, module_id) select matrix.id, module.id from matrix, module
      )
      insert into training_assignments (user_id, module_id, matrix_id, assignment_type, due_date)
      select ${userId}, module.id, matrix.id, 'matrix', '2999-12-31' from module, matrix
    `.execute(tx.db),
  );
  return assignmentsOf(userId);
}

describe('profile', () => {
  test('[AUTH-16] [SET-01] shows the own data, and a preferred name changes at once', async () => {
    const organization = await createOrganization(server.services);
    const department = await createDepartment(server.services, { organizationId: organization.id });
    const [person, client] = await someone({ organizationId: organization.id, departmentId: department.id });
    const shown = await client.call(contract.profile);
    expect(shown.body).toMatchObject({
      id: person.id,
      organizationName: organization.name,
      departmentName: department.name,
      displayStatus: 'active',
      pendingEmail: null,
    });
    const changed = await client.call(contract.updateProfile, {
      body: { preferredName: 'Annie' },
    });
    expect(changed.body).toMatchObject({ preferredName: 'Annie', email: person.email, nameRequest: null });
    const emptied = await client.call(contract.updateProfile, { body: { preferredName: ' ' } });
    expect(emptied.body.preferredName).toBeNull();
  });

  test.each([
    [{ firstName: '' }, 'firstName', 'First name required'],
    [{ lastName: ' ' }, 'lastName', 'Last name required'],
    [{ email: 'nowhere' }, 'email', 'Valid email required'],
    [{ jobTitle: 'x'.repeat(201) }, 'jobTitle', 'At most 200 characters'],
  ])('[AUTH-16] %j is refused at %s', async (body, path, message) => {
    const [, client] = await someone();
    const answer = await client.patch<Problem>('/api/users/profile', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
  });

  test.each([
    'role',
    'organizationId',
    'departmentId',
    'managerId',
    'isActive',
    'settings',
    'id',
    'constructor',
  ])(
    '[AUTH-13] [AUTH-16] mass assignment of %s is refused, and the row stays (T4, R-SEC-10)',
    async (key) => {
      const [person, client] = await someone();
      const before = await rowOf(person.id);
      const answer = await client.patch<Problem>('/api/users/profile', { firstName: 'Eve', [key]: 'admin' });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ path: key, message: 'Unknown field' }]);
      expect(await rowOf(person.id)).toEqual(before);
    },
  );

  test.each([
    '{"firstName":"Eve","__proto__":{"role":"admin"}}',
    '{"firstName":"Eve","constructor":{"prototype":{"role":"admin"}}}',
    '{"__proto__":null}',
  ])('[AUTH-13] [SEC-01] prototype keys are refused as bad input: %s (T4)', async (text) => {
    const [person, client] = await someone();
    const before = await rowOf(person.id);
    for (const path of ['/api/users/profile', '/api/users/settings']) {
      const answer = await client.patch<Problem>(path, text, {
        headers: { 'content-type': 'application/json' },
      });
      expect([400, 422]).toContain(answer.status);
      expect(answer.body.code).toMatch(/^(MALFORMED_BODY|VALIDATION_FAILED)$/);
    }
    expect(await rowOf(person.id)).toEqual(before);
  });

  test('[AUTH-16] a changed job title takes no training away and tells the manager and the admins (T5)', async () => {
    const manager = await createUser(server.services, { role: 'manager' });
    const stranger = await createUser(server.services, { role: 'manager' });
    const chief = await createUser(server.services, { role: 'admin' });
    const [person, client] = await someone({ managerId: manager.id, jobTitle: 'Clinical Research' });
    const before = await assignByJobTitle(person.id, 'Clinical Research');
    await client.call(contract.updateProfile, { body: { jobTitle: 'Administration' } });
    expect(await assignmentsOf(person.id)).toEqual(before);
    const { rows } = await database.admin.query<{ user_id: string; params: unknown }>(
      "select user_id, params from notifications where type = 'job_title_changed' and related_id = $1",
      [person.id],
    );
    const told = rows.map((row) => row.user_id);
    expect(told).toEqual(expect.arrayContaining([manager.id, chief.id]));
    expect(told).not.toContain(stranger.id);
    expect(told).not.toContain(person.id);
    expect(rows[0]?.params).toEqual({ from: 'Clinical Research', to: 'Administration' });
    await client.call(contract.updateProfile, { body: { jobTitle: 'Administration' } });
    const again = await database.admin.query(
      "select 1 from notifications where type = 'job_title_changed' and related_id = $1",
      [person.id],
    );
    expect(again.rows).toHaveLength(rows.length);
  });
});

describe('an own job title', () => {
  test('[AUTH-16] [USR-05] keeps the trainings of the former one through other changes, until an administrator sets a title (T5)', async () => {
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const organization = await createOrganization(server.services);
    const department = await createDepartment(server.services, { organizationId: organization.id });
    const [person, client] = await someone({ organizationId: organization.id, jobTitle: 'Nurse' });
    await asFixture(server.services, (tx) =>
      sql`
        with module as (
          insert into training_modules (title, description, content_type) values ('Of nurses', 'T5', 'text') returning id
        ), matrix as (
          insert into training_matrices (name, job_title, organization_id) values ('Nurses', 'Nurse', ${organization.id}) returning id
        )
        insert into training_matrix (matrix_id, module_id) select matrix.id, module.id from matrix, module`.execute(
        tx.db,
      ),
    );
    const change = async (body: Record<string, unknown>) =>
      expect((await admin.patch(`/api/users/${person.id}`, body)).status).toBe(200);
    const statuses = async () =>
      ((await assignmentsOf(person.id)) as { status: string }[]).map(({ status }) => status);
    await change({ isActive: false });
    await change({ isActive: true });
    expect(await statuses()).toEqual(['not_started']);
    const again = await signIn(server.client(), person);
    await again.call(contract.updateProfile, { body: { jobTitle: 'Clerk' } });
    await change({ departmentId: department.id });
    expect(await statuses()).toEqual(['not_started']);
    await change({ jobTitle: 'Clerk' });
    expect(await statuses()).toEqual(['voided']);
    expect((await client.get('/api/users/profile')).status).toBe(401);
  });
});

describe('a new email', () => {
  test('[AUTH-16] waits for the link that goes to the new address, then signs in, and the old one is told', async () => {
    const [person, client] = await someone();
    const email = `moved-${person.id.slice(-6)}@people.example`;
    const asked = await client.call(contract.updateProfile, { body: { email } });
    expect(asked.body).toMatchObject({ email: person.email, pendingEmail: email });
    const token = await mailedToken(email);
    const { rows } = await database.admin.query<{ found: boolean }>(
      `select exists (select 1 from one_time_tokens t where t::text like $1)
        or exists (select 1 from mail_outbox m where m::text like $1)
        or exists (select 1 from audit.events e where e::text like $1) as found`,
      [`%${token}%`],
    );
    expect(rows[0]?.found).toBe(false);
    const headers = { 'idempotency-key': 'confirm-by-anybody' };
    const confirmed = await server
      .client()
      .call(ownAccountContract.confirmEmail, { body: { token }, headers });
    expect(confirmed).toMatchObject({ status: 200, body: { email } });
    expect((await client.call(contract.profile)).body).toMatchObject({ email, pendingEmail: null });
    await signIn(server.client(), { email, password: person.password });
    const old = await database.admin.query('select template from mail_outbox where to_address = $1', [
      person.email,
    ]);
    expect(old.rows.map(({ template }) => template as string).toSorted()).toEqual([
      'people.emailChanged',
      'people.emailRequested',
    ]);
    // The answer was lost on its way: the same request again gets it, another one does not.
    const repeated = await server
      .client()
      .call(ownAccountContract.confirmEmail, { body: { token }, headers });
    expect(repeated).toMatchObject({ status: 200, body: { email } });
    const again = await server.client().post<Problem>('/api/auth/confirm-email', { token });
    expect(again.status).toBe(422);
    expect(again.body.errors?.[0]?.path).toBe('token');
  });

  test('[AUTH-16] the own email again takes a waiting one back; a later one ends the earlier link', async () => {
    const [person, client] = await someone();
    const [first, second] = ['one', 'two'].map((name) => `${name}-${person.id.slice(-6)}@people.example`) as [
      string,
      string,
    ];
    await client.call(contract.updateProfile, { body: { email: first } });
    const firstToken = await mailedToken(first);
    await client.call(contract.updateProfile, { body: { email: second } });
    expect((await server.client().post('/api/auth/confirm-email', { token: firstToken })).status).toBe(422);
    const secondToken = await mailedToken(second);
    const back = await client.call(contract.updateProfile, { body: { email: person.email } });
    expect(back.body.pendingEmail).toBeNull();
    expect((await server.client().post('/api/auth/confirm-email', { token: secondToken })).status).toBe(422);
  });

  test('[AUTH-16] a link is good for a day', async () => {
    const [person, client] = await someone();
    const email = `late-${person.id.slice(-6)}@people.example`;
    await client.call(contract.updateProfile, { body: { email } });
    const token = await mailedToken(email);
    await database.moveClock({ hours: 25 });
    try {
      expect((await server.client().post('/api/auth/confirm-email', { token })).status).toBe(422);
    } finally {
      await database.moveClock({});
    }
    expect((await rowOf(person.id))['email']).toBe(person.email);
  });

  test('[AUTH-16] [AUTH-19] gets the same answer whether an account has it: the owner gets an email, and no link is sent', async () => {
    const other = await createUser(server.services);
    const [person, client] = await someone();
    const ask = async (email: string) => {
      const { status, body } = await client.patch<Record<string, unknown>>('/api/users/profile', { email });
      const { pendingEmail, revision: _revision, updatedAt: _updated, ...rest } = body;
      return { status, waits: pendingEmail === email, rest };
    };
    const free = await ask(`free-${person.id.slice(-6)}@people.example`);
    expect(free).toMatchObject({ status: 200, waits: true });
    expect(await ask(other.email.toUpperCase())).toEqual(free);
    const sent = await database.admin.query(
      `select template from mail_outbox where lower(to_address) = lower($1)`,
      [other.email],
    );
    expect(sent.rows).toEqual([{ template: 'people.addressTaken' }]);
    const links = await database.admin.query(
      `select 1 from one_time_tokens where user_id = $1 and kind = 'email_confirmation' and used_at is null`,
      [person.id],
    );
    expect(links.rows).toEqual([]);
    // Few an hour: neither a search for accounts nor a bomb of emails.
    expect((await ask('third@people.example')).status).toBe(200);
    expect((await ask('fourth@people.example')).status).toBe(429);
  });

  test('[AUTH-16] taken addresses are refused when they were taken meanwhile', async () => {
    const [person, client] = await someone();
    const email = `wanted-${person.id.slice(-6)}@people.example`;
    await client.call(contract.updateProfile, { body: { email } });
    await createUser(server.services, { email });
    const late = await server
      .client()
      .post<Problem>('/api/auth/confirm-email', { token: await mailedToken(email) });
    expect(late.status).toBe(409);
    expect((await rowOf(person.id))['email']).toBe(person.email);
  });
});

describe('settings', () => {
  test('[SET-02] start with the defaults of the specification; one change leaves the rest', async () => {
    const [, client] = await someone();
    expect((await client.call(contract.settings)).body).toEqual(defaultSettings);
    const changed = await client.call(contract.updateSettings, { body: { theme: 'light', language: 'de' } });
    expect(changed.body).toEqual({ ...defaultSettings, theme: 'light', language: 'de' });
    const whole = await client.call(contract.updateSettings, {
      body: { ...changed.body, systemUpdates: true },
    });
    expect(whole.status).toBe(200);
    expect((await client.call(contract.settings)).body).toEqual({ ...changed.body, systemUpdates: true });
  });

  test.each([
    [{ sessionTimeout: 4 }, 'sessionTimeout'],
    [{ sessionTimeout: 481 }, 'sessionTimeout'],
    [{ sessionTimeout: '60' }, 'sessionTimeout'],
    [{ language: 'it' }, 'language'],
    [{ timezone: 'Europe/Berlin' }, 'timezone'],
    [{ theme: 'blue' }, 'theme'],
    [{ emailNotifications: 'yes' }, 'emailNotifications'],
    [{ role: 'admin' }, 'role'],
  ])('[SET-02] [AUTH-13] %j is refused at %s', async (body, path) => {
    const [person, client] = await someone();
    const answer = await client.patch<Problem>('/api/users/settings', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map((error) => error.path)).toEqual([path]);
    expect((await rowOf(person.id))['settings']).toEqual({});
  });

  test('[SET-02] two-factor is not switched on before an authenticator is enrolled', async () => {
    const [, client] = await someone();
    const answer = await client.patch<Problem>('/api/users/settings', { twoFactorEnabled: true });
    expect(answer).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR_ENROL' } });
    expect((await client.call(contract.settings)).body.twoFactorEnabled).toBe(false);
  });

  test('[SET-02] [AUTH-07] requirePasswordChange asks at the next sign-in, once', async () => {
    const [person, client] = await someone();
    await client.call(contract.updateSettings, { body: { requirePasswordChange: true } });
    expect((await client.call(contract.settings)).body.requirePasswordChange).toBe(true);
    const next = server.client();
    const entry = { email: person.email, password: person.password };
    expect((await next.post('/api/auth/login', entry)).body).toMatchObject({ mustChangePassword: true });
  });

  test('[SET-02] [AUTH-05] the session timeout takes effect at once, never above the maximum of the organization', async () => {
    const organization = await createOrganization(server.services, { maxSessionTimeout: 30 });
    const [, client] = await someone({ organizationId: organization.id });
    const minutes = async () =>
      (await client.get<{ session: { idleMinutes: number } }>('/api/auth/user')).body.session.idleMinutes;
    expect(await minutes()).toBe(30);
    await client.call(contract.updateSettings, { body: { sessionTimeout: 10 } });
    expect(await minutes()).toBe(10);
    await client.call(contract.updateSettings, { body: { sessionTimeout: 480 } });
    expect(await minutes()).toBe(30);
  });
});

describe('the own manager and a person’s page', () => {
  test('[LRN-01] GET /api/auth/user/manager answers the manager, or null', async () => {
    const manager = await createUser(server.services, { role: 'manager', jobTitle: 'Lead' });
    const [, client] = await someone({ managerId: manager.id });
    const { body } = await client.call(contract.ownManager);
    // My Training has it with the person, without a call of its own.
    expect((await client.call(accountsContract.currentUser)).body.manager).toEqual(body.manager);
    expect(body.manager).toMatchObject({
      firstName: manager.firstName,
      lastName: manager.lastName,
      jobTitle: 'Lead',
      email: manager.email,
    });
    const [, alone] = await someone();
    expect((await alone.call(contract.ownManager)).body).toEqual({ manager: null });
    expect((await alone.call(accountsContract.currentUser)).body.manager).toBeNull();
  });

  test('[EMP-01] [AUD-01] a person’s page answers user and manager; a look at another person is in the trail, the own not', async () => {
    const [manager, client] = await someone({ role: 'manager' });
    const person = await createUser(server.services, { managerId: manager.id });
    const { body } = await client.call(contract.details, { params: { userId: person.id } });
    expect(body).toMatchObject({ user: { id: person.id, email: person.email }, manager: { id: manager.id } });
    await client.call(contract.details, { params: { userId: manager.id } });
    const { rows } = await database.admin.query(
      `select object_id, subject_id from audit.events where kind = 'access' and action = 'person.viewed' and actor_id = $1`,
      [manager.id],
    );
    expect(rows).toEqual([{ object_id: person.id, subject_id: person.id }]);
  });

  test('[EMP-01] a person who moves to another team leaves the reach with the next call (T1, T2)', async () => {
    const [manager, client] = await someone({ role: 'manager' });
    const [, admin] = await someone({ role: 'admin' });
    const person = await createUser(server.services, { managerId: manager.id });
    const path = `/api/employee/${person.id}/details`;
    expect((await client.get(path)).status).toBe(200);
    await admin.call(contract.update, { params: { userId: person.id }, body: { managerId: null } });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.get('/api/employee/u_nobody/details')).status).toBe(404);
    expect((await client.get("/api/employee/'%20or%201=1/details")).status).toBe(404);
  });
});
