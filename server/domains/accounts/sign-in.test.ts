import { hash, parseOptions } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { DomainEvent, Subscribers } from '#server/platform/command/transaction.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  issuePasswordTo,
  signIn,
  type UserInput,
} from '#tests/harness/world.ts';
import { storedPassword } from './own-password.ts';
import { hashOfStored } from './own-password.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const login = (body: unknown) => server.client().post<ProblemBody>('/api/auth/login', body);

async function eventsAbout(userId: string, action: string): Promise<{ header: string; payload: string }[]> {
  const { rows } = await db.admin.query<{ header: string; payload: string }>(
    `select header, payload from audit.events where action = $2 and kind in ('command', 'access')
       and (actor_id = $1 or object_id = $1) order by id`,
    [userId, action],
  );
  return rows;
}

describe('the answer', () => {
  test('[AUTH-02] [AUTH-12] is the user, as the current user answers it', async () => {
    const organization = await createOrganization(server.services, { timeZone: 'Europe/Paris' });
    const person = await createUser(server.services, { organizationId: organization.id, role: 'manager' });
    const client = server.client();
    const answer = await client.post<Record<string, unknown>>('/api/auth/login', {
      email: ` ${person.email.toUpperCase()} `,
      password: person.password,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      id: person.id,
      email: person.email,
      role: 'manager',
      organizationName: organization.name,
      organization: { id: organization.id, slug: organization.slug, timeZone: 'Europe/Paris' },
      mustChangePassword: false,
      accountActivation: false,
      signatureAgreementAccepted: false,
      settings: { theme: 'dark', language: 'en', sessionTimeout: 60, requirePasswordChange: false },
      grants: [],
    });
    const current = await client.get<Record<string, unknown>>('/api/auth/user');
    const { session: _atSignIn, ...signedIn } = answer.body;
    const { session, ...user } = current.body;
    expect(user).toEqual(signedIn);
    expect(session).toMatchObject({ idleMinutes: 60 });
    expect(JSON.stringify(current.body)).not.toMatch(/hash|secret|pendingEmail/i);
  });

  test('[AUTH-12] without a session is 401, and its detail says Unauthorized', async () => {
    const answer = await server.client().get<ProblemBody>('/api/auth/user');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED', detail: 'Unauthorized' });
  });

  test('[AUTH-13] [AUTH-14] names the running grants and what they allow, no others', async () => {
    const [here, there, past] = await Promise.all([1, 2, 3].map(() => createOrganization(server.services)));
    if (!here || !there || !past) throw new Error('no organizations');
    const person = await createUser(server.services, {
      organizationId: here.id,
      grants: [
        { kind: 'hr', organizationId: here.id },
        { kind: 'inspector', organizationId: there.id },
        { kind: 'inspector', organizationId: past.id },
      ],
    });
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('userGrants')
        .set({ revokedAt: new Date() })
        .where('userId', '=', person.id)
        .where('organizationId', '=', past.id)
        .execute();
    });
    const client = await signIn(server.client(), person);
    const { body } = await client.get<{
      grants: { kind: string; organizationId: number }[];
      permissions: string[];
    }>('/api/auth/user');
    const grants = body.grants.map(({ kind, organizationId }) => [kind, organizationId]);
    expect(new Set(grants.map(String))).toEqual(new Set([`hr,${here.id}`, `inspector,${there.id}`]));
    expect(body.permissions).toEqual(expect.arrayContaining(['hr.view', 'audit.view', 'account.own']));
    expect(body.permissions).not.toContain('people.manage');
  });
});

describe('refusals', () => {
  test.each([
    [{ email: 'nobody', password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: '', password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: ['a@b.example', 'c@d.example'], password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example', password: '' }, 'password', 'Password is required'],
    [{ email: 'a@b.example' }, 'password', 'Password is required'],
    [{ email: 'a@b.example', password: 'x', role: 'admin' }, 'role', 'Unknown field'],
  ])('[AUTH-02] [SEC-01] %j is refused at its field', async (body, path, message) => {
    const answer = await login(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, message }));
  });

  test('[AUTH-11] unknown, wrong, inactive, archived, without password, expired: one answer, each in the trail', async () => {
    const archived = await createOrganization(server.services, { isActive: false });
    const people = {
      'wrong password': await createUser(server.services),
      'inactive account': await createUser(server.services, { isActive: false }),
      'archived organization': await createUser(server.services, { organizationId: archived.id }),
      'temporary password expired': await createUser(server.services),
    };
    const expired = people['temporary password expired'];
    const issued = await issuePasswordTo(server.services, expired.id);
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('temporaryCredentials')
        .set({ expiresAt: new Date(0) })
        .where('userId', '=', expired.id)
        .execute();
    });
    const providerOnly = await createUser(server.services, { password: null });
    const answers = await Promise.all([
      login({ email: people['wrong password'].email, password: 'not it at all' }),
      login({ email: people['inactive account'].email, password: people['inactive account'].password }),
      login({
        email: people['archived organization'].email,
        password: people['archived organization'].password,
      }),
      login({ email: expired.email, password: issued.password }),
      login({ email: providerOnly.email, password: 'whatever it is' }),
      login({ email: 'nobody.at.all@world.example', password: 'whatever it is' }),
    ]);
    const bodies = answers.map(({ status, body, headers }) => {
      const { requestId: _, ...rest } = body as unknown as Record<string, unknown>;
      return JSON.stringify({ status, rest, cookie: headers.get('set-cookie') });
    });
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body.detail).toBe('Invalid email or password. Please try again.');
    for (const [cause, person] of Object.entries(people)) {
      const events = await eventsAbout(person.id, 'account.signInFailed');
      expect(events).toHaveLength(1);
      expect(JSON.parse(events[0]?.payload ?? '{}')).toMatchObject({ facts: { cause } });
      expect(JSON.parse(events[0]?.header ?? '{}')).toMatchObject({
        outcome: 'refused',
        actor: null,
        subject: person.id,
      });
    }
    const { rows } = await db.admin.query(
      `select payload from audit.events where action = 'account.signInFailed' and object_id is null`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('nobody.at.all');
  });

  test('[AUTH-11] whatever the reason, a refusal costs the same work as a wrong password', async () => {
    const person = async (input: UserInput = {}) =>
      createUser(server.services, { password: 'six tall yellow cranes', ...input });
    const active = await person();
    const inactive = await person({ isActive: false });
    const locked = await person();
    const expired = await person({ mustChangePassword: true });
    const providerOnly = await person({ password: null });
    await asFixture(server.services, async (tx) => {
      await sql`update users set locked_at = app_now() where id = ${locked.id}`.execute(tx.db);
      await sql`insert into temporary_credentials (user_id, kind, ciphertext, key_id, expires_at)
        values (${expired.id}, 'generated', 'sealed', 'test', app_now() - interval '1 day')`.execute(tx.db);
    });
    const wrong = 'not it at all';
    const kinds: readonly (readonly [kind: string, email: string, password: string])[] = [
      ['wrong', active.email, wrong],
      ['unknown', 'nobody.here@world.example', wrong],
      ['provider only', providerOnly.email, wrong],
      ...Object.entries({ inactive, locked, expired }).flatMap(([kind, { email, password }]) => [
        [`${kind}, wrong password`, email, wrong] as const,
        [`${kind}, right password`, email, password] as const,
      ]),
    ];
    /** Milliseconds of processor: what a clock would show on a machine that does nothing else. */
    const work = async (email: string, password: string) => {
      const before = process.cpuUsage();
      expect((await login({ email, password })).status).toBe(401);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const rounds: Map<string, number>[] = [];
    while (rounds.length < 7) {
      // More attempts would have to wait (AUTH-11), and cost nothing then.
      await db.admin.query('delete from sign_in_throttles');
      const round = new Map<string, number>();
      for (const [kind, email, password] of kinds) round.set(kind, await work(email, password));
      rounds.push(round);
    }
    const median = (kind: string) =>
      rounds.map((round) => round.get(kind) ?? 0).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ??
      0;
    for (const [kind] of kinds) {
      // Without the same work for all, one would cost a tenth of the other.
      expect(median(kind) / median('wrong'), kind).toBeGreaterThan(0.6);
      expect(median(kind) / median('wrong'), kind).toBeLessThan(1.7);
    }
    const causes = {
      'inactive account': inactive,
      'locked account': locked,
      'temporary password expired': expired,
    };
    for (const [cause, { id }] of Object.entries(causes)) {
      const events = await eventsAbout(id, 'account.signInFailed');
      expect(events.map(({ payload }) => payload).join('\n')).toContain(cause);
    }
  });
});

describe('a sign-in', () => {
  test('[AUD-01] is one event with person, session and address', async () => {
    const person = await createUser(server.services);
    await signIn(server.client(), person);
    const events = await eventsAbout(person.id, 'account.signedIn');
    expect(events).toHaveLength(1);
    const header = JSON.parse(events[0]?.header ?? '{}') as {
      facts: { sessionId: string; authMethod: string };
    };
    expect(header).toMatchObject({
      actor: person.id,
      kind: 'command',
      facts: { authMethod: 'password', role: 'learner' },
    });
    const { rows } = await db.admin.query('select 1 from sessions where sid = $1', [header.facts.sessionId]);
    expect(rows).toHaveLength(1);
    expect(events[0]?.payload).toContain('127.0.0.1');
  });

  test('[USR-02] does not make an edit under way stale', async () => {
    const person = await createUser(server.services);
    const revision = async () =>
      (await db.admin.query<{ revision: number }>('select revision from users where id = $1', [person.id]))
        .rows[0]?.revision;
    const before = await revision();
    await signIn(server.client(), person);
    expect(await revision()).toBe(before);
    const { rows } = await db.admin.query('select last_sign_in_at from users where id = $1', [person.id]);
    expect(rows[0]).toMatchObject({ last_sign_in_at: expect.any(Date) as Date });
  });

  test('[AUTH-07] renews a hash that was made with less work', async () => {
    const person = await createUser(server.services);
    const weak = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await asFixture(server.services, async (tx) => {
      const passwordHash = storedPassword(server.services.config, person.id, weak);
      await tx.db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute();
    });
    await signIn(server.client(), person);
    const stored = await db.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(stored.passwordHash).toMatch(/^[0-9a-f]{16}\$argon2id\$v=19\$/);
    expect(parseOptions(hashOfStored(stored.passwordHash ?? '').slice(16))).toMatchObject({
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    await signIn(server.client(), person);
  });

  test('[NOT-01] tells subscribers whether it is the first one', async () => {
    const heard: DomainEvent[] = [];
    const subscribers: Subscribers = {
      ...server.services.subscribers,
      'account.signedIn': [async (_, event) => void heard.push(event)],
    };
    const app = await createApp({ ...server.services, subscribers });
    const person = await createUser(server.services);
    for (let time = 0; time < 2; time += 1) {
      const payload = { email: person.email, password: person.password };
      expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(200);
    }
    await app.close();
    expect(heard).toEqual([
      { type: 'account.signedIn', userId: person.id, first: true, replacedSid: null },
      { type: 'account.signedIn', userId: person.id, first: false, replacedSid: null },
    ]);
  });
});

describe('GET /api/login', () => {
  test.each([
    ['', '/landing?signin=1'],
    ['?returnTo=%2Femployee', '/landing?signin=1&returnTo=%2Femployee'],
    ['?returnTo=%2F%2Fevil.example', '/landing?signin=1'],
    ['?returnTo=%2F%5Cevil.example', '/landing?signin=1'],
    ['?returnTo=https%3Aevil.example', '/landing?signin=1'],
  ])(
    '[AUTH-03] %s without a provider leads to the dialog, on this site only (T17)',
    async (query, location) => {
      const answer = await server.client().get(`/api/login${query}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(location);
    },
  );

  test('[AUTH-03] goes on at once for who is signed in', async () => {
    const client = await signIn(server.client(), await createUser(server.services));
    const answer = await client.get('/api/login?returnTo=%2Fprofile');
    expect(answer.headers.get('location')).toBe('/profile');
  });
});
