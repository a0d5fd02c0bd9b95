import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
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
let boss: FixtureUser;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), boss);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

let counter = 0;
const address = () => `new-${String((counter += 1))}@people.example`;
const form = (more: Record<string, unknown> = {}) => ({
  email: address(),
  firstName: 'Nora',
  lastName: 'New',
  ...more,
});
const change = (userId: string, body: Record<string, unknown>, headers?: Record<string, string>) =>
  admin.patch<Problem & Record<string, unknown>>(`/api/users/${userId}`, body, headers ? { headers } : {});

describe('creating', () => {
  test('[USR-02] [AUTH-08] the answer has the generated password, with which the person signs in and must change it', async () => {
    const { status, body } = await admin.call(contract.create, { body: form() });
    expect(status).toBe(201);
    expect(body.assignedPassword).toMatch(/^\w{16,}$/);
    expect(body.user).toMatchObject({
      role: 'learner',
      isActive: true,
      displayStatus: 'pending',
      mustChangePassword: true,
      credential: { state: 'set' },
    });
    const client = server.client();
    const entry = { email: body.user.email, password: body.assignedPassword };
    expect((await client.post('/api/auth/login', entry)).body).toMatchObject({ mustChangePassword: true });
    const gate = await client.get<Problem>('/api/users/profile');
    expect(gate.body.code).toBe('PASSWORD_CHANGE_REQUIRED');
  });

  test('[USR-02] every field is kept, and a preset password is the assigned one', async () => {
    const organization = await createOrganization(server.services);
    const department = await createDepartment(server.services, { organizationId: organization.id });
    const manager = await createUser(server.services, { role: 'manager' });
    const { body } = await admin.call(contract.create, {
      body: {
        ...form(),
        role: 'manager',
        organizationId: organization.id,
        departmentId: department.id,
        jobTitle: 'Any text at all',
        managerId: manager.id,
        isActive: false,
        presetPassword: 'preset-password-1',
      },
    });
    expect(body.assignedPassword).toBe('preset-password-1');
    expect(body.user).toMatchObject({
      role: 'manager',
      organizationName: organization.name,
      departmentName: department.name,
      jobTitle: 'Any text at all',
      managerId: manager.id,
      managerName: `${manager.firstName} ${manager.lastName}`,
      isActive: false,
    });
  });

  test('[USR-02] [AUTH-08] a repeated request with the same Idempotency-Key makes one person and stores no password', async () => {
    const body = form({ presetPassword: 'canary-preset-77' });
    const headers = { 'idempotency-key': 'create-person-1' };
    const first = await admin.post<{ user: { id: string } }>('/api/users', body, { headers });
    const again = await admin.post<{ user: { id: string } }>('/api/users', body, { headers });
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    const { rows } = await database.admin.query<{ found: boolean }>(
      `select exists (select 1 from idempotency_keys where idempotency_keys::text like '%canary-preset%')
         or exists (select 1 from audit.events e where e::text like '%canary-preset%') as found`,
    );
    expect(rows[0]?.found).toBe(false);
    const other = await admin.post<Problem>('/api/users', form(), { headers });
    expect(other.body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test.each([
    [{ email: 'no address' }, 'email', 'Valid email required'],
    [{ email: undefined }, 'email', 'Valid email required'],
    [{ firstName: '' }, 'firstName', 'First name required'],
    [{ firstName: undefined }, 'firstName', 'First name required'],
    [{ lastName: '  ' }, 'lastName', 'Last name required'],
    [{ presetPassword: '1234567' }, 'presetPassword', 'Password must be at least 8 characters long'],
    [{ jobTitle: 'x'.repeat(201) }, 'jobTitle', 'At most 200 characters'],
    [{ organizationId: 2_000_000_000 }, 'organizationId', 'There is no such organization.'],
    [{ departmentId: 2_000_000_000 }, 'departmentId', 'There is no such department.'],
    [{ managerId: 'u_nobody' }, 'managerId', 'There is no such manager.'],
    [{ passwordHash: 'x' }, 'passwordHash', 'Unknown field'],
    [{ grants: [] }, 'grants', 'Unknown field'],
  ])('[USR-02] [SEC-01] %j is refused at %s', async (more, path, message) => {
    const answer = await admin.post<Problem>('/api/users', { ...form(), ...more });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
  });

  test('[USR-02] an email is given once, whatever its case, also to two requests at once', async () => {
    const email = address();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((one) =>
        admin.post<Problem>('/api/users', form({ email: one })),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    for (const refused of answers.filter((answer) => answer.status === 409)) {
      expect(refused.body).toMatchObject({ code: 'DUPLICATE', errors: [{ path: 'email' }] });
    }
  });
});

describe('changing', () => {
  test('[USR-06] an external ID is kept, changed, removed and given once, and only administrators see it', async () => {
    const [externalId, other] = [`E-${address()}`, `F-${address()}`];
    const made = await admin.call(contract.create, { body: { ...form(), externalId: ` ${externalId} ` } });
    const { id } = made.body.user;
    expect(made.body.user.externalId).toBe(externalId);
    const change = (body: object) =>
      admin.patch<Problem & { externalId: string | null }>(`/api/users/${id}`, body);
    expect((await change({ externalId: other })).body.externalId).toBe(other);
    expect((await change({ externalId: '' })).body.externalId).toBeNull();
    expect((await change({ externalId })).status).toBe(200);
    expect((await change({ jobTitle: 'Nurse' })).body.externalId).toBe(externalId);
    const again = await admin.post<Problem>('/api/users', { ...form(), externalId });
    expect([again.status, again.body.errors]).toMatchObject([
      409,
      [{ path: 'externalId', message: 'Another account has this external ID.' }],
    ]);
    expect((await change({ externalId: 'x'.repeat(101) })).status).toBe(422);
    const boss = await createUser(server.services, { role: 'manager' });
    await change({ managerId: boss.id });
    const manager = await signIn(server.client(), boss);
    const seen = await manager.get<object[]>('/api/users');
    expect(JSON.stringify(seen.body)).toContain(id);
    expect(JSON.stringify(seen.body)).not.toContain(externalId);
  });

  test('[USR-02] another organization takes the department away, a foreign department is refused', async () => {
    const [from, to] = [await createOrganization(server.services), await createOrganization(server.services)];
    const department = await createDepartment(server.services, { organizationId: from.id });
    const person = await createUser(server.services, {
      organizationId: from.id,
      departmentId: department.id,
    });
    const refused = await change(person.id, { organizationId: to.id, departmentId: department.id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { path: 'departmentId', message: 'This department belongs to another organization.' },
    ]);
    const moved = await change(person.id, { organizationId: to.id });
    expect(moved.body).toMatchObject({ organizationId: to.id, departmentId: null });
    const archived = await createOrganization(server.services, { isActive: false });
    const answer = await change(person.id, { organizationId: archived.id });
    expect(answer.body.errors?.[0]).toMatchObject({
      path: 'organizationId',
      message: 'This organization is archived.',
    });
  });

  test('[USR-02] managers are managers or admins, active, not oneself, and never form a loop', async () => {
    const top = await createUser(server.services, { role: 'manager' });
    const middle = await createUser(server.services, { role: 'manager', managerId: top.id });
    const low = await createUser(server.services, { role: 'manager', managerId: middle.id });
    const learner = await createUser(server.services);
    const off = await createUser(server.services, { role: 'manager', isActive: false });
    const cases = [
      [top.id, low.id, 'This manager reports to this person, so the two would manage each other.'],
      [top.id, top.id, 'People cannot be their own manager.'],
      [top.id, learner.id, 'Only managers and administrators can be chosen.'],
      [learner.id, off.id, 'This manager is not active.'],
    ] as const;
    for (const [userId, managerId, message] of cases) {
      const answer = await change(userId, { managerId });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ path: 'managerId', message }]);
    }
    expect((await change(learner.id, { managerId: boss.id })).status).toBe(200);
    expect((await change(learner.id, { managerId: null })).body['managerId']).toBeNull();
  });

  test('[USR-02] two managers who are put under each other at once do not form a loop', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await createUser(server.services, { role: 'manager' });
      const two = await createUser(server.services, { role: 'manager' });
      const answers = await Promise.all([
        change(one.id, { managerId: two.id }),
        change(two.id, { managerId: one.id }),
      ]);
      expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422]);
      const refused = answers.find((answer) => answer.status === 422);
      expect(refused?.body.errors?.[0]?.path).toBe('managerId');
    }
  });

  test('[USR-02] an older If-Match answers 409 with both and changes nothing', async () => {
    const person = await createUser(server.services, { firstName: 'First' });
    const first = await change(person.id, { firstName: 'Second' }, { 'if-match': '"1"' });
    expect(first.headers.get('etag')).toBe('"2"');
    const stale = await change(person.id, { firstName: 'Third' }, { 'if-match': '"1"' });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'STALE',
      current: { firstName: 'Second', revision: 2 },
      submitted: { firstName: 'Third' },
    });
  });

  test('[AUTH-05] [USR-02] deactivation ends the sessions at once and refuses sign-in; activation lets in again', async () => {
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const off = await change(person.id, { isActive: false });
    expect(off.body).toMatchObject({ isActive: false, displayStatus: 'inactive' });
    expect((await client.get('/api/users/profile')).status).toBe(401);
    const refused = await server
      .client()
      .post('/api/auth/login', { email: person.email, password: person.password });
    expect(refused.status).toBe(401);
    await change(person.id, { isActive: true });
    expect((await client.get('/api/users/profile')).status).toBe(401);
    await signIn(server.client(), person);
  });

  test('[USR-02] the last active administrator is neither demoted nor deactivated, also not two at once', async () => {
    const own = await createTestDatabase();
    const lonely = await startTestServer({ db: own });
    try {
      const [one, two] = [
        await createUser(lonely.services, { role: 'admin' }),
        await createUser(lonely.services, { role: 'admin' }),
      ];
      const [first, second] = [await signIn(lonely.client(), one), await signIn(lonely.client(), two)];
      const answers = await Promise.all([
        first.patch<Problem>(`/api/users/${two.id}`, { role: 'learner' }),
        second.patch<Problem>(`/api/users/${one.id}`, { isActive: false }),
      ]);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      const { rows } = await own.admin.query(`select 1 from users where role = 'admin' and is_active`);
      expect(rows).toHaveLength(1);
    } finally {
      await lonely.close();
      await own.drop();
    }
  });

  test('[USR-08] a former sign-in name is given back to its person, to nobody else', async () => {
    const person = await createUser(server.services);
    await signIn(server.client(), person);
    const next = address();
    expect((await change(person.id, { email: next })).status).toBe(200);
    const other = await admin.post<Problem>('/api/users', form({ email: person.email.toUpperCase() }));
    expect(other.status).toBe(409);
    expect(other.body.errors?.[0]?.path).toBe('email');
    expect((await change(person.id, { email: person.email })).status).toBe(200);
    // An address that never signed anybody in was a slip of the pen.
    const typo = await createUser(server.services, { email: address() });
    await change(typo.id, { email: address() });
    expect((await admin.post('/api/users', form({ email: typo.email }))).status).toBe(201);
  });

  test('[USR-02] periods keep where a person stood', async () => {
    const [from, to] = [await createOrganization(server.services), await createOrganization(server.services)];
    const person = await createUser(server.services, { organizationId: from.id, jobTitle: 'One' });
    await change(person.id, { organizationId: to.id, jobTitle: 'Two' });
    const { rows } = await database.admin.query(
      `select organization_id, job_title, valid_to is null as open from user_periods where user_id = $1 order by valid_from`,
      [person.id],
    );
    expect(rows).toEqual([
      { organization_id: from.id, job_title: 'One', open: false },
      { organization_id: to.id, job_title: 'Two', open: true },
    ]);
  });

  test('[AUD-01] a reason that is given stands in the trail', async () => {
    const person = await createUser(server.services);
    await change(person.id, { role: 'manager', reason: 'Promoted in May' });
    const { rows } = await database.admin.query<{ payload: string }>(
      `select c.payload from audit.events c join audit.events e on e.command_id = c.id
       where c.kind = 'command' and c.action = 'user.changed' and e.object_type = 'users' and e.object_id = $1`,
      [person.id],
    );
    expect(rows.map((row) => row.payload).join()).toContain('Promoted in May');
  });
});

describe('the list', () => {
  test('[USR-04] SQL and rule say the same of every combination', async () => {
    const flags = [true, false];
    for (const isActive of flags) {
      for (const onboardingCompleted of flags) {
        for (const mustChangePassword of flags) {
          for (const hasTemporaryCredential of flags) {
            const person = await createUser(server.services, {
              isActive,
              onboardingCompleted,
              mustChangePassword,
            });
            if (hasTemporaryCredential) {
              await asFixture(server.services, (tx) =>
                sql`insert into temporary_credentials (user_id, kind, key_id, expires_at)
                  values (${person.id}, 'set', 'k', app_now() + interval '1 day')`.execute(tx.db),
              );
            }
            const isTemporary = mustChangePassword || hasTemporaryCredential;
            const settled = isActive ? 'active' : 'inactive';
            const expected = isTemporary && !onboardingCompleted ? 'pending' : settled;
            const { body } = await admin.call(contract.list, { query: { q: person.email } });
            expect(body).toHaveLength(1);
            expect(body[0]?.displayStatus).toBe(expected);
            const byStatus = await admin.call(contract.list, {
              query: { q: person.email, status: expected },
            });
            expect(byStatus.body).toHaveLength(1);
          }
        }
      }
    }
  });

  test('[USR-01] [AUTH-08] the state of an assigned password: none, set, used, expired', async () => {
    const state = async (userId: string) => {
      const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(
        database.db,
      );
      const { body } = await admin.call(contract.list, { query: { q: rows[0]?.email ?? '' } });
      return body[0]?.credential;
    };
    const plain = await createUser(server.services);
    expect(await state(plain.id)).toEqual({ state: 'none', at: null });
    const { body } = await admin.call(contract.create, { body: form() });
    expect(await state(body.user.id)).toMatchObject({ state: 'set' });
    await asFixture(server.services, (tx) =>
      sql`update temporary_credentials set expires_at = app_now() where user_id = ${body.user.id}`.execute(
        tx.db,
      ),
    );
    expect(await state(body.user.id)).toMatchObject({ state: 'expired' });
    const { body: next } = await admin.call(contract.create, { body: form() });
    const client = server.client();
    await client.post('/api/auth/login', { email: next.user.email, password: next.assignedPassword });
    await client.post('/api/change-password', { newPassword: 'a-password-of-my-own-9' });
    expect(await state(next.user.id)).toMatchObject({ state: 'used' });
  });

  test('[USR-07] filters, search, sorting and paging work together and say the length of the whole', async () => {
    const organization = await createOrganization(server.services);
    for (const [lastName, role] of [
      ['Zeta', 'manager'],
      ['Alpha', 'learner'],
      ['mid%le', 'learner'],
    ] as const) {
      await createUser(server.services, {
        organizationId: organization.id,
        firstName: 'Filter',
        lastName,
        role,
      });
    }
    const organizationId = String(organization.id);
    const byName = await admin.call(contract.list, { query: { organizationId } });
    expect(byName.body.map((row) => row.lastName)).toEqual(['Alpha', 'mid%le', 'Zeta']);
    const page = await admin.call(contract.list, {
      query: { organizationId, sort: '-name', limit: 1, offset: 1 },
    });
    expect(page.body.map((row) => row.lastName)).toEqual(['mid%le']);
    expect(page.headers.get('x-total-count')).toBe('3');
    const learners = await admin.call(contract.list, {
      query: { organizationId, role: 'learner', q: 'filter alp' },
    });
    expect(learners.body.map((row) => row.lastName)).toEqual(['Alpha']);
    const literal = await admin.call(contract.list, { query: { organizationId, q: '%' } });
    expect(literal.body.map((row) => row.lastName)).toEqual(['mid%le']);
    const choices = await admin.call(contract.list, { query: { organizationId, canManage: 'true' } });
    expect(choices.body.map((row) => row.lastName)).toEqual(['Zeta']);
  });

  test('[USR-01] the four cards count who is in reach', async () => {
    const before = (await admin.call(contract.stats)).body;
    const organization = await createOrganization(server.services);
    await createUser(server.services, { organizationId: organization.id, isActive: false });
    await createUser(server.services, { organizationId: organization.id, mustChangePassword: true });
    const after = (await admin.call(contract.stats)).body;
    expect(after).toEqual({
      totalUsers: before.totalUsers + 2,
      activeUsers: before.activeUsers + 1,
      organizations: before.organizations + 1,
      accountActivation: before.accountActivation + 1,
    });
  });
});
