import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

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

/** Table → how many of its rows contain the text, over every table of every schema of the product. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.admin.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where t::text ilike $1`,
      [`%${text}%`],
    );
    if (rows[0] && rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}

/** A signed completion of a person, written as the tables of records hold it. */
async function signSomething(person: FixtureUser): Promise<void> {
  await asFixture(server.services, async (tx) => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const bytes = JSON.stringify({ user: person.id });
    await sql`
      with module as (
        insert into training_modules (title, description, content_type) values ('Erasure', 'Test', 'text') returning id
      ), version as (
        insert into module_versions (module_id, number, status, content, content_hash, published_at, effective_from)
        select id, 1, 'published', 'text', ${hash('text')}, app_now(), app_now() from module returning id, module_id
      ), assignment as (
        insert into training_assignments (user_id, module_id, module_version_id, status, completed_at)
        select ${person.id}, module_id, id, 'completed', app_now() from version returning id, module_id, module_version_id
      ), record as (
        insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title, version_number,
          version_hash, completion_policy, completed_at, record_bytes, record_hash)
        select id, 1, ${person.id}, module_id, module_version_id, 'Erasure', 1, ${hash('text')}, 'signed', app_now(), ${bytes},
          ${hash(bytes)} from assignment returning id
      )
      insert into signatures (record_type, record_id, signer_id, printed_name, time_zone, meaning, meaning_code, statement_version,
        record_hash, signature_hash, signature_mac, key_id, agreement_version, auth_method)
      select 'training_records', id, ${person.id}, ${`${person.firstName} ${person.lastName}`}, 'UTC', 'I have read it',
        'completed', 1, ${hash(bytes)}, ${hash('signature')}, ${hash('mac')}, 'key', 1, 'password' from record
    `.execute(tx.db);
  });
}

describe('erasing', () => {
  test('[USR-08] name and email are nowhere but in the signature; the records stay under a pseudonym (GDP-02)', async () => {
    const organization = await createOrganization(server.services);
    const manager = await createUser(server.services, { role: 'manager' });
    const made = await admin.post<{ user: { id: string }; assignedPassword: string }>(
      '/api/users',
      {
        email: 'quirin.zwetschge@people.example',
        firstName: 'Quirin',
        lastName: 'Zwetschge',
        organizationId: organization.id,
        managerId: manager.id,
      },
      { headers: { 'idempotency-key': 'erasure-create' } },
    );
    const userId = made.body.user.id;
    const client = server.client();
    await client.post('/api/auth/login', {
      email: 'quirin.zwetschge@people.example',
      password: made.body.assignedPassword,
    });
    const password = 'my-own-long-password-5';
    await client.post('/api/change-password', { newPassword: password });
    // Everything that spreads the name: notifications to others, mails, a waiting address, changes and reasons in the trail.
    await client.patch('/api/users/profile', { jobTitle: 'Administration' });
    await client.patch('/api/users/profile', { email: 'q.zwetschge@elsewhere.example' });
    for (let round = 0; round < 100; round += 1) {
      await client.patch('/api/users/profile', {
        lastName: round % 2 === 0 ? 'Zwetschge-Maier' : 'Zwetschge',
      });
    }
    await admin.patch(`/api/users/${userId}`, { role: 'manager', reason: 'Quirin Zwetschge was promoted' });
    const person = { ...manager, id: userId, firstName: 'Quirin', lastName: 'Zwetschge' };
    await signSomething(person);
    const before = await tablesWith('zwetschge');
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'public.users',
        'public.mail_outbox',
        'public.notifications',
        'public.idempotency_keys',
        'audit.events',
      ]),
    );
    expect(before['audit.events']).toBeGreaterThan(100);

    const erased = await admin.call(contract.erase, { params: { userId }, body: { reason: 'Asked for it' } });
    expect(erased.status).toBe(200);
    expect(erased.body.pseudonym).toBe(`Erased person ${userId.slice(-8)}`);
    expect(erased.body.redactedEvents).toBeGreaterThan(100);
    expect(erased.body.kept.map(({ kind, count }) => [kind, count])).toEqual([
      ['trainingRecords', 1],
      ['signatures', 1],
      ['assignments', 1],
    ]);
    const after = await tablesWith('zwetschge');
    expect(after['public.signatures']).toBe(1);
    // The trail keeps of a signature what the signature itself keeps: nothing else names the person.
    expect(Object.keys(after)).toEqual(['public.signatures']);
    expect(await tablesWith('quirin')).toEqual({ 'public.signatures': 1 });

    expect((await client.get('/api/users/profile')).status).toBe(401);
    const login = await server
      .client()
      .post('/api/auth/login', { email: 'quirin.zwetschge@people.example', password });
    expect(login.status).toBe(401);
    for (const email of ['Quirin.Zwetschge@people.example', 'q.zwetschge@elsewhere.example']) {
      const again = await admin.post<Problem>('/api/users', { email, firstName: 'A', lastName: 'B' });
      expect(again.status).toBe(409);
    }
    const page = await admin.call(contract.details, { params: { userId } });
    expect(page.body.user).toMatchObject({ firstName: 'Erased', isActive: false });
    const list = await admin.call(contract.list, { query: { q: 'erased' } });
    expect(list.body).toEqual([]);
  });

  test('[USR-08] needs a reason, is done once, and never to oneself or the last administrator', async () => {
    const person = await createUser(server.services);
    const path = `/api/users/${person.id}/erase`;
    expect((await admin.post(path, {})).status).toBe(422);
    expect((await admin.post(path, { reason: '  ' })).status).toBe(422);
    const own = await admin.post<Problem>(`/api/users/${boss.id}/erase`, { reason: 'x' });
    expect(own.status).toBe(409);
    expect((await admin.post(path, { reason: 'x' })).status).toBe(200);
    expect((await admin.post(path, { reason: 'x' })).status).toBe(409);
    expect((await admin.patch(`/api/users/${person.id}`, { firstName: 'Back' })).status).toBe(409);
    expect((await admin.post('/api/users/u_nobody/erase', { reason: 'x' })).status).toBe(404);
  });
});

describe('grants', () => {
  test('[AUTH-14] an inspector’s grant opens the organization and ends with its last day there', async () => {
    const organization = await createOrganization(server.services, { timeZone: 'Pacific/Kiritimati' });
    const member = await createUser(server.services, { organizationId: organization.id });
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const path = `/api/employee/${member.id}/details`;
    expect((await client.get(path)).status).toBe(404);
    const { rows } = await database.admin.query<{ today: string }>(
      `select today_in('Pacific/Kiritimati')::text as today`,
    );
    const body = {
      kind: 'inspector',
      organizationId: organization.id,
      expiresOn: rows[0]?.today ?? '',
    } as const;
    const given = await admin.call(contract.grant, { params: { userId: person.id }, body });
    expect(given.status).toBe(201);
    expect(given.body).toMatchObject({
      kind: 'inspector',
      organizationName: organization.name,
      revokedAt: null,
    });
    expect((await client.get(path)).status).toBe(200);
    const twice = await admin.post<Problem>(`/api/users/${person.id}/grants`, body);
    expect(twice.status).toBe(409);
    await database.moveClock({ hours: 24 });
    try {
      const later = await signIn(server.client(), person);
      expect((await later.get(path)).status).toBe(404);
      const again = await signIn(server.client(), boss);
      const past = await again.post<Problem>(`/api/users/${person.id}/grants`, body);
      expect(past.body.errors).toEqual([{ path: 'expiresOn', message: 'This day is over.' }]);
      const renewed = await again.post(`/api/users/${person.id}/grants`, {
        ...body,
        expiresOn: '2999-01-01',
      });
      expect(renewed.status).toBe(201);
    } finally {
      await database.moveClock({});
    }
  });

  test('[AUTH-14] a grant that is taken back ends with the next call', async () => {
    const organization = await createOrganization(server.services);
    const member = await createUser(server.services, { organizationId: organization.id });
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const given = await admin.call(contract.grant, {
      params: { userId: person.id },
      body: { kind: 'hr', organizationId: organization.id },
    });
    const path = `/api/employee/${member.id}/details`;
    expect((await client.get(path)).status).toBe(200);
    const params = { userId: person.id, grantId: String(given.body.id) };
    const revoked = await admin.call(contract.revokeGrant, { params });
    expect(revoked.body.revokedAt).not.toBeNull();
    expect((await client.get(path)).status).toBe(404);
    expect((await admin.call(contract.revokeGrant, { params })).status).toBe(404);
  });

  test.each([
    [{ kind: 'inspector', organizationId: 1 }, 'expiresOn'],
    [{ kind: 'root', organizationId: 1 }, 'kind'],
    [{ kind: 'hr' }, 'organizationId'],
    [{ kind: 'hr', organizationId: 2_000_000_000 }, 'organizationId'],
    [{ kind: 'hr', organizationId: 1, expiresOn: '2024-02-30' }, 'expiresOn'],
  ])('[AUTH-14] [SEC-01] %j is refused at %s', async (body, path) => {
    const person = await createUser(server.services);
    const answer = await admin.post<Problem>(`/api/users/${person.id}/grants`, body);
    expect(answer.status).toBe(422);
    expect([...new Set(answer.body.errors?.map((error) => error.path))]).toEqual([path]);
  });
});
