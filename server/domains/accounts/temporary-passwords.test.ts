import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const person = await createUser(server.services, { role: 'admin', settings: { sessionTimeout: 480 } });
  admin = await signIn(server.client(), person);
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  await server.close();
  await db.drop();
});

interface ViewBody {
  readonly currentPassword: string | null;
  readonly state: string;
  readonly expiresAt: string | null;
}

const view = (userId: string, client = admin) => client.get<ViewBody>(`/api/users/${userId}/password`);
const generate = (userId: string, client = admin, headers: Record<string, string> = {}) =>
  client.post<{ newPassword: string; expiresAt: string }>(
    `/api/users/${userId}/generate-password`,
    undefined,
    { headers },
  );
const set = (userId: string, password: unknown, client = admin) =>
  client.post<{ newPassword: string; code?: string; errors?: unknown[] }>(
    `/api/users/${userId}/set-password`,
    { password },
  );

async function views(userId: string): Promise<{ outcome: string }[]> {
  const { rows } = await db.admin.query<{ outcome: string }>(
    `select outcome from audit.events where action = 'account.passwordViewed' and object_id = $1 order by id`,
    [userId],
  );
  return rows;
}

describe('Gen', () => {
  test('[AUTH-08] [USR-03] is told to the person by mail, as is Set, without the password (T7)', async () => {
    const person = await createUser(server.services, { settings: { language: 'fr' } });
    const { body } = await generate(person.id);
    const typed = await set(person.id, 'walk-the-trail');
    const { rows } = await db.admin.query<{ to_address: string; language: string; text: string }>(
      `select to_address, language, m::text as text from mail_outbox m where template = 'accounts.passwordIssued' and user_id = $1`,
      [person.id],
    );
    expect(rows.map((row) => [row.to_address, row.language])).toEqual([
      [person.email, 'fr'],
      [person.email, 'fr'],
    ]);
    for (const secret of [body.newPassword, typed.body.newPassword])
      for (const { text } of rows) expect(text).not.toContain(secret);
  });

  test('[AUTH-08] [USR-03] makes 16 random characters without look-alikes that must be changed', async () => {
    const person = await createUser(server.services);
    const open = await signIn(server.client(), person);
    const { status, body, headers } = await generate(person.id);
    expect(status).toBe(200);
    expect(body.newPassword).toMatch(/^[A-HJ-NP-Za-km-z2-9]{16,}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    // The person's sessions and old password are over.
    expect((await open.get('/api/auth/user')).status).toBe(401);
    expect(
      (await server.client().post('/api/auth/login', { email: person.email, password: person.password }))
        .status,
    ).toBe(401);
    const client = await signIn(server.client(), { email: person.email, password: body.newPassword });
    expect((await client.get('/api/auth/user')).body).toMatchObject({
      mustChangePassword: true,
      accountActivation: true,
    });
    const again = await generate(person.id);
    expect(again.body.newPassword).not.toBe(body.newPassword);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(
      (await server.client().post('/api/auth/login', { email: person.email, password: body.newPassword }))
        .status,
    ).toBe(401);
  });

  test('[AUTH-08] is safe to repeat with an Idempotency-Key, without a password in the database', async () => {
    const person = await createUser(server.services);
    const key = { 'idempotency-key': 'generate-once-1' };
    const first = await generate(person.id, admin, key);
    const second = await generate(person.id, admin, key);
    expect(second.body).toEqual(first.body);
    const { rows } = await db.admin.query<{ text: string }>(`select k::text as text from idempotency_keys k`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(first.body.newPassword);
    await set(person.id, 'another-one');
    expect((await generate(person.id, admin, key)).body.newPassword).toBeNull();
  });

  test('[AUTH-08] twice at once leaves one that works', async () => {
    const person = await createUser(server.services);
    const answers = await Promise.all([1, 2, 3, 4].map(() => generate(person.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await view(person.id);
    await signIn(server.client(), { email: person.email, password: body.currentPassword ?? '' });
  });
});

describe('Set', () => {
  test('[AUTH-08] trims, takes six characters, and answers what it stored', async () => {
    const person = await createUser(server.services);
    const answer = await set(person.id, '  six 66  ');
    expect([answer.status, answer.body.newPassword]).toEqual([200, 'six 66']);
    await signIn(server.client(), { email: person.email, password: 'six 66' });
  });

  test.each([
    ['five5', 'Password must be at least 6 characters'],
    ['  five5  ', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
    [undefined, 'Password is required'],
    [123456, 'Password is required'],
  ])('[AUTH-08] [SEC-01] refuses %j', async (password, message) => {
    const person = await createUser(server.services);
    const answer = await set(person.id, password);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path: 'password', message }));
    await signIn(server.client(), person);
  });
});

describe('View', () => {
  test('[AUTH-08] [AUD-01] shows it while it exists; each look is an event', async () => {
    const person = await createUser(server.services);
    await set(person.id, 'view-me-once');
    const first = await view(person.id);
    expect(first.body).toMatchObject({ currentPassword: 'view-me-once', state: 'temporary' });
    expect(first.headers.get('cache-control')).toBe('no-store');
    await view(person.id);
    expect(await views(person.id)).toEqual([{ outcome: 'ok' }, { outcome: 'ok' }]);
    const client = await signIn(server.client(), { email: person.email, password: 'view-me-once' });
    // Used, but not changed: it is still there to be looked up.
    expect((await view(person.id)).body.state).toBe('temporary');
    expect((await client.post('/api/change-password', { newPassword: 'my very own words' })).status).toBe(
      200,
    );
    expect((await view(person.id)).body).toEqual({
      currentPassword: null,
      state: 'user_set',
      expiresAt: null,
    });
  });

  test('[AUTH-08] of a password that a person chose, or of none, tells only that', async () => {
    const [own, none] = [
      await createUser(server.services),
      await createUser(server.services, { password: null }),
    ];
    expect((await view(own.id)).body).toEqual({ currentPassword: null, state: 'user_set', expiresAt: null });
    expect((await view(none.id)).body).toEqual({ currentPassword: null, state: 'none', expiresAt: null });
  });

  test('[AUTH-08] after seven days says expired, and the password opens nothing', async () => {
    const person = await createUser(server.services);
    const { body } = await generate(person.id);
    await db.moveClock({ days: 7, minutes: 1 });
    const later = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    expect((await view(person.id, later)).body).toMatchObject({ currentPassword: null, state: 'expired' });
    const refused = await server
      .client()
      .post('/api/auth/login', { email: person.email, password: body.newPassword });
    expect(refused.status).toBe(401);
    const renewed = await generate(person.id, later);
    await signIn(server.client(), { email: person.email, password: renewed.body.newPassword });
  });

  test('[AUTH-08] gives nothing when the trail cannot take the event', async () => {
    const person = await createUser(server.services);
    await set(person.id, 'never-without-trail');
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db.db);
    const role = rows[0]?.role ?? '';
    const on = 'on function audit.record_access(text, text, text, jsonb)';
    await db.admin.query(`revoke execute ${on} from ${role}`);
    const answer = await view(person.id);
    await db.admin.query(`grant execute ${on} to ${role}`);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('never-without-trail');
    expect(await views(person.id)).toEqual([]);
  });

  test('[AUTH-08] does not open what was moved from another person, or sealed with another key', async () => {
    const [one, other] = [await createUser(server.services), await createUser(server.services)];
    await set(one.id, 'belongs-to-one');
    await set(other.id, 'belongs-to-other');
    await db.admin.query('alter table temporary_credentials disable trigger user');
    await db.admin.query(
      `update temporary_credentials set ciphertext = (select ciphertext from temporary_credentials where user_id = $1) where user_id = $2`,
      [one.id, other.id],
    );
    await db.admin.query('alter table temporary_credentials enable trigger user');
    const moved = await view(other.id);
    expect(moved.status).toBe(500);
    expect(JSON.stringify(moved.body)).not.toContain('belongs-to');
    const second = await startTestServer({ db, config: { secretKey: Buffer.alloc(48, 'another secret') } });
    const client = await signIn(second.client(), await createUser(second.services, { role: 'admin' }));
    const foreign = await view(one.id, client);
    expect(foreign.status).toBe(500);
    expect(JSON.stringify(foreign.body)).not.toContain('belongs-to');
    await second.close();
  });
});

describe('who and for whom', () => {
  test('[AUTH-08] [USR-03] never for admin accounts, the own one included; a refused look is recorded', async () => {
    const other = await createUser(server.services, { role: 'admin' });
    const self = (await admin.get<{ id: string }>('/api/auth/user')).body.id;
    for (const id of [other.id, self]) {
      for (const answer of [await view(id), await generate(id), await set(id, 'something-new')]) {
        expect(answer.status).toBe(403);
        expect(answer.body).toMatchObject({ code: 'ADMIN_ACCOUNT' });
      }
      expect(await views(id)).toEqual([{ outcome: 'refused' }]);
    }
    await signIn(server.client(), other);
  });

  test('[AUTH-13] only for administrators; unknown and erased people are not found', async () => {
    const organization = await createOrganization(server.services);
    const manager = await createUser(server.services, { role: 'manager', organizationId: organization.id });
    const person = await createUser(server.services, {
      organizationId: organization.id,
      managerId: manager.id,
    });
    const hr = await createUser(server.services, {
      organizationId: organization.id,
      grants: [
        { kind: 'hr', organizationId: organization.id },
        { kind: 'inspector', organizationId: organization.id },
      ],
    });
    for (const caller of [manager, hr, person]) {
      const client = await signIn(server.client(), caller);
      for (const answer of [
        await view(person.id, client),
        await generate(person.id, client),
        await set(person.id, 'abcdef', client),
      ]) {
        expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })]);
      }
    }
    expect((await view(person.id, server.client())).status).toBe(401);
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ erasedAt: new Date(), isActive: false })
        .where('id', '=', person.id)
        .execute();
    });
    for (const id of ['u_nobody', person.id, '..', 'a b']) {
      const path = encodeURIComponent(id);
      for (const answer of [await view(path), await generate(path), await set(path, 'abcdef')])
        expect(answer.status).toBe(404);
    }
  });
});
