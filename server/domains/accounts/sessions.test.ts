import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { effectiveSessionMinutes, settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { createApp } from '#server/app.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { asFixture, createOrganization, createUser, issuePasswordTo, signIn } from '#tests/harness/world.ts';
import { sweepAccountsJob } from './accounts.jobs.ts';
import { idleMinutesSql } from './authenticate.ts';
import { endSessionsOf } from './index.ts';

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

const statusOf = async (client: TestClient) => (await client.get('/api/auth/user')).status;
const activity = async (client: TestClient) => (await client.post('/api/session/activity')).status;
const cookieOf = (client: TestClient) => client.cookies.get('tt_session') ?? '';
const keyOf = (client: TestClient) => createHash('sha256').update(cookieOf(client)).digest('hex');

/** A client that only has this cookie. */
function withCookie(value: string): TestClient {
  const client = server.client();
  client.cookies.set('tt_session', value);
  return client;
}

async function signedIn(settings: Record<string, unknown> = {}, organizationId: number | null = null) {
  const person = await createUser(server.services, { settings, organizationId });
  return { person, client: await signIn(server.client(), person) };
}

describe('the cookie', () => {
  test('[AUTH-05] [AUTH-15] holds 256 random bits, the database their hash only (T16)', async () => {
    const person = await createUser(server.services);
    const answer = await server
      .client()
      .fetch('POST', '/api/auth/login', { email: person.email, password: person.password });
    const [line = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    const token = /^tt_session=([\w-]{43});/.exec(line)?.[1] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const { rows } = await db.admin.query<{ row: string }>(
      'select s::text as row from sessions s where user_id = $1',
      [person.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain(createHash('sha256').update(token).digest('hex'));
    expect(rows[0]?.row).not.toContain(token);
  });

  test('[AUTH-15] is __Host- and Secure under https', async () => {
    const config = { ...server.services.config, publicUrl: new URL('https://training.example') };
    const app = await createApp({ ...server.services, config });
    const person = await createUser(server.services);
    const payload = { email: person.email, password: person.password };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-tt_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const value = /=([\w-]+);/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    const current = (name: string) =>
      app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie: `${name}=${value}` } });
    expect((await current('__Host-tt_session')).statusCode).toBe(200);
    // A sibling host can set this name for the whole domain, so it counts for nothing.
    expect((await current('tt_session')).statusCode).toBe(401);
    await app.close();
  });

  test.each(['', 'x', 'a'.repeat(43), '../../etc', '%00', 'é'])(
    '[AUTH-05] %j as its value is nobody',
    async (value) => {
      const answer = await server.client().get('/api/auth/user', {
        headers: { cookie: `tt_session=${encodeURIComponent(value)}` },
      });
      expect(answer.status).toBe(401);
    },
  );
});

describe('a session', () => {
  test('[AUTH-05] is a new one at sign-in: neither a planted nor the old value lives on (T16)', async () => {
    const person = await createUser(server.services);
    const planted = 'A'.repeat(43);
    const client = withCookie(planted);
    await signIn(client, person);
    const first = cookieOf(client);
    expect(first).not.toBe(planted);
    expect(await statusOf(withCookie(planted))).toBe(401);
    await signIn(client, person);
    expect(cookieOf(client)).not.toBe(first);
    expect(await statusOf(withCookie(first))).toBe(401);
    expect(await statusOf(client)).toBe(200);
  });

  test('[AUTH-05] [AUD-04] one that somebody put into the database, or gave to somebody else, signs nobody in', async () => {
    const { person, client } = await signedIn();
    const { person: other } = await signedIn();
    const planted = withCookie('B'.repeat(43));
    const [own, foreign] = [keyOf(client), keyOf(planted)];
    await tamper(
      db.admin,
      `insert into sessions (sid, user_id, expire, absolute_expire, auth_method, mac)
       select '${foreign}', user_id, expire, absolute_expire, auth_method, mac from sessions where sid = '${own}'`,
    );
    expect(await statusOf(planted)).toBe(401);
    expect(await statusOf(client)).toBe(200);
    const give = (to: string) =>
      tamper(db.admin, `update sessions set user_id = '${to}' where sid = '${own}'`);
    await give(other.id);
    expect(await statusOf(client)).toBe(401);
    await give(person.id);
    expect(await statusOf(client)).toBe(200);
  });

  test('[AUTH-05] survives a restart and counts on every server', async () => {
    const { client, person } = await signedIn();
    const second = await startTestServer({ db });
    const there = second.client();
    there.cookies.set('tt_session', cookieOf(client));
    expect(await statusOf(there)).toBe(200);
    await asFixture(server.services, (tx) => endSessionsOf(tx.db, person.id));
    expect(await statusOf(there)).toBe(401);
    expect(await statusOf(client)).toBe(401);
    await second.close();
  });

  test('[AUTH-05] ends after the idle time although the page polls (A11-08)', async () => {
    const { client } = await signedIn({ sessionTimeout: 5 });
    for (let seconds = 30; seconds < 300; seconds += 30) {
      await db.moveClock({ milliseconds: seconds * 1000 });
      expect(await statusOf(client), `${seconds} s`).toBe(200);
    }
    await db.moveClock({ minutes: 5 });
    expect(await statusOf(client)).toBe(401);
    expect(await activity(client)).toBe(401);
  });

  test('[AUTH-05] lives on while there is input: activity, or a call that changes something', async () => {
    const { client } = await signedIn({ sessionTimeout: 5 });
    await db.moveClock({ minutes: 4 });
    expect(await activity(client)).toBe(200);
    await db.moveClock({ minutes: 8 });
    expect((await client.post('/api/auth/signature-agreement', { accepted: true })).status).toBe(200);
    await db.moveClock({ minutes: 12 });
    expect(await statusOf(client)).toBe(200);
    await db.moveClock({ minutes: 13, milliseconds: 1000 });
    expect(await statusOf(client)).toBe(401);
  });

  test('[AUTH-05] is written once a minute at most', async () => {
    const { client } = await signedIn();
    const version = async () =>
      (await db.admin.query<{ xmin: string }>('select xmin from sessions where sid = $1', [keyOf(client)]))
        .rows[0]?.xmin;
    const opened = await version();
    for (let call = 0; call < 5; call += 1) await activity(client);
    expect(await version()).toBe(opened);
    await db.moveClock({ minutes: 1, milliseconds: 500 });
    for (let call = 0; call < 5; call += 1) await activity(client);
    const extended = await version();
    expect(extended).not.toBe(opened);
    await statusOf(client);
    expect(await version()).toBe(extended);
  });

  test('[AUTH-05] never idles longer than the organization allows, from the moment it says so', async () => {
    const organization = await createOrganization(server.services, { maxSessionTimeout: 30 });
    const { client } = await signedIn({ sessionTimeout: 480 }, organization.id);
    const { body } = await client.get<{ session: { idleMinutes: number } }>('/api/auth/user');
    expect(body.session.idleMinutes).toBe(30);
    await db.moveClock({ minutes: 12 });
    expect(await statusOf(client)).toBe(200);
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('organizations')
        .set({ maxSessionTimeout: 10 })
        .where('id', '=', organization.id)
        .execute();
    });
    expect(await statusOf(client)).toBe(401);
  });

  test('[AUTH-05] ends 12 hours after the sign-in, whatever is done', async () => {
    const { client } = await signedIn({ sessionTimeout: 480 });
    for (const hours of [7, 11]) {
      await db.moveClock({ hours });
      expect(await activity(client)).toBe(200);
    }
    await db.moveClock({ hours: 12, minutes: -1 });
    const answer = await client.get<{ session: { expiresAt: string; endsAt: string } }>('/api/auth/user');
    expect(answer.status).toBe(200);
    expect(answer.body.session.expiresAt).toBe(answer.body.session.endsAt);
    await db.moveClock({ hours: 12 });
    expect(await statusOf(client)).toBe(401);
  });

  test('[AUTH-05] says when it ends by the clock of the server', async () => {
    const { client } = await signedIn({ sessionTimeout: 15 });
    await db.moveClock({ minutes: 10 });
    const { body } = await client.get<{ session: Record<'now' | 'expiresAt' | 'endsAt', string> }>(
      '/api/auth/user',
    );
    const left = Date.parse(body.session.expiresAt) - Date.parse(body.session.now);
    expect(left / 60_000).toBeGreaterThan(4.5);
    expect(left / 60_000).toBeLessThanOrEqual(5);
    const stayed = await client.post<{ now: string; expiresAt: string }>('/api/session/activity');
    expect((Date.parse(stayed.body.expiresAt) - Date.parse(stayed.body.now)) / 60_000).toBeCloseTo(15, 1);
  });
});

test('[AUTH-05] [SET-02] the database counts idle minutes as the rule does', async () => {
  const settings = [
    {},
    { sessionTimeout: 5 },
    { sessionTimeout: 60 },
    { sessionTimeout: 480 },
    { sessionTimeout: 'x' },
    { theme: 'light' },
  ];
  for (const stored of settings) {
    for (const max of [null, 5, 59, 60, 480]) {
      const { rows } = await db.admin.query<{ minutes: number }>(
        `select ${idleMinutesSql} as minutes from (select $1::jsonb as settings) u, (select $2::int as max_session_timeout) o`,
        [JSON.stringify(stored), max],
      );
      const own = settingsWithDefaults(stored).sessionTimeout;
      expect([stored, max, rows[0]?.minutes]).toEqual([stored, max, effectiveSessionMinutes(own, max)]);
    }
  }
});

describe('the next request', () => {
  test('[AUTH-05] of a deactivated person or of an archived organization is refused', async () => {
    const organization = await createOrganization(server.services);
    const [one, other] = [await signedIn({}, organization.id), await signedIn({}, organization.id)];
    await asFixture(server.services, async (tx) => {
      await tx.db.updateTable('users').set({ isActive: false }).where('id', '=', one.person.id).execute();
    });
    expect(await statusOf(one.client)).toBe(401);
    expect(await statusOf(other.client)).toBe(200);
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('organizations')
        .set({ isActive: false })
        .where('id', '=', organization.id)
        .execute();
    });
    expect(await statusOf(other.client)).toBe(401);
  });

  test('[AUTH-14] after a grant has ended does not have it any more', async () => {
    const organization = await createOrganization(server.services);
    const person = await createUser(server.services, {
      settings: { sessionTimeout: 480 },
      grants: [
        { kind: 'inspector', organizationId: organization.id, validUntil: new Date(Date.now() + 3_600_000) },
      ],
    });
    const client = await signIn(server.client(), person);
    const permissions = async () =>
      (await client.get<{ permissions: string[]; grants: unknown[] }>('/api/auth/user')).body;
    expect((await permissions()).permissions).toContain('audit.view');
    await db.moveClock({ minutes: 61 });
    expect((await permissions()).permissions).not.toContain('audit.view');
    expect((await permissions()).grants).toEqual([]);
  });
});

describe('signing out', () => {
  test('[AUTH-04] ends the session on the server, takes the cookie, goes to /landing', async () => {
    const { client, person } = await signedIn();
    const token = cookieOf(client);
    const answer = await client.get('/api/logout');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/landing');
    expect(client.cookies.has('tt_session')).toBe(false);
    expect(await statusOf(withCookie(token))).toBe(401);
    const { rows } = await db.admin.query(
      `select 1 from audit.events where actor_id = $1 and action = 'account.signedOut' and kind = 'command'`,
      [person.id],
    );
    expect(rows).toHaveLength(1);
    expect((await client.get('/api/logout')).headers.get('location')).toBe('/landing');
  });

  test('[AUTH-04] is not what a browser means that looks ahead', async () => {
    const { client } = await signedIn();
    await client.get('/api/logout', { headers: { 'sec-purpose': 'prefetch;prerender' } });
    await client.fetch('HEAD', '/api/logout');
    expect(await statusOf(client)).toBe(200);
  });
});

test('[OPS-03] F13: the sweep forgets the answers of requests older than two days, and only those', async () => {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const first = await admin.post(
    '/api/organizations',
    { name: 'Kept for two days', type: 'Site' },
    { headers: { 'idempotency-key': 'swept-later-1' } },
  );
  await db.moveClock({ hours: 47 });
  await sweepAccountsJob.run(server.services, {});
  const keys = async () =>
    (await db.admin.query<{ key: string }>('select key from idempotency_keys order by key')).rows;
  expect(first.status).toBe(201);
  expect(await keys()).toEqual([{ key: 'swept-later-1' }]);
  await db.moveClock({ hours: 49 });
  await sweepAccountsJob.run(server.services, {});
  expect(await keys()).toEqual([]);
});

test('[AUTH-05] [AUTH-08] [AUD-01] the sweep removes what has ended and tells the trail', async () => {
  const [gone, alive] = [await signedIn({ sessionTimeout: 5 }), await signedIn({ sessionTimeout: 480 })];
  const person = await createUser(server.services);
  await issuePasswordTo(server.services, person.id, 'canary-sweep');
  await server.client().post('/api/auth/login', { email: 'nobody@world.example', password: 'wrong' });
  await db.moveClock({ minutes: 6 });
  await sweepAccountsJob.run(server.services, {});
  const sessions = async () =>
    (await db.admin.query<{ sid: string }>('select sid from sessions')).rows.map(({ sid }) => sid);
  expect(await sessions()).not.toContain(keyOf(gone.client));
  expect(await sessions()).toContain(keyOf(alive.client));
  const ended = await db.admin.query(
    `select 1 from audit.events where action = 'account.sessionEnded' and subject_id = $1`,
    [gone.person.id],
  );
  expect(ended.rows).toHaveLength(1);
  await db.moveClock({ days: 7, minutes: 1 });
  await sweepAccountsJob.run(server.services, {});
  await sweepAccountsJob.run(server.services, {});
  const left = await db.admin.query<{ sessions: number; sealed: number; open: number; throttles: number }>(
    `select (select count(*)::int from sessions) as sessions, (select count(*)::int from sign_in_throttles) as throttles,
       (select count(*)::int from temporary_credentials where ciphertext is not null) as sealed,
       (select count(*)::int from temporary_credentials where ended_at is null) as open`,
  );
  expect(left.rows[0]).toEqual({ sessions: 0, throttles: 0, sealed: 0, open: 1 });
});
