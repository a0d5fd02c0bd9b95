import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { mailedTokenOf } from '#tests/harness/mailed-token.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let boss: FixtureUser;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  boss = await createUser(server.services, { role: 'admin' });
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  await server.close();
  await db.drop();
});

const stop = (token: string) =>
  server.client().post<Problem & { readonly email?: string }>('/api/auth/stop-email-change', { token });
const signInStatus = async (email: string, password: string) =>
  (await server.client().post('/api/auth/login', { email, password })).status;
const addressOf = async (id: string) => {
  const { rows } = await db.admin.query<{ email: string; pending_email: string | null }>(
    'select email, pending_email from users where id = $1',
    [id],
  );
  return [rows[0]?.email, rows[0]?.pending_email];
};
const tokenFor = (to: string, template: string) => mailedTokenOf(server.services, db, to, template);

describe('the link at the former address', () => {
  test('[AUTH-16] stops an own change that somebody else in an open session made, also after it was confirmed', async () => {
    const person = await createUser(server.services);
    const thief = await signIn(server.client(), person);
    const email = `thief-${person.id.slice(-6)}@evil.example`;
    await thief.patch('/api/users/profile', { email });
    const token = await tokenFor(person.email, 'people.emailRequested');
    const confirmation = await tokenFor(email, 'people.confirmEmail');
    expect((await server.client().post('/api/auth/confirm-email', { token: confirmation })).status).toBe(200);
    await db.moveClock({ days: 6 });
    expect(await stop(token)).toMatchObject({ status: 200, body: { email: person.email } });
    expect(await addressOf(person.id)).toEqual([person.email, null]);
    expect((await thief.get('/api/auth/user')).status).toBe(401);
    // The thief knew the password: it no longer works, and only the mailbox gets a link to choose another.
    expect(await signInStatus(email, person.password)).toBe(401);
    expect(await signInStatus(person.email, person.password)).toBe(401);
    const link = await tokenFor(person.email, 'accounts.resetPassword');
    const chosen = { token: link, newPassword: 'eleven purple kites' };
    expect((await server.client().post('/api/auth/reset-password', chosen)).status).toBe(200);
    expect(await signInStatus(person.email, chosen.newPassword)).toBe(200);
    const again = await stop(token);
    expect([again.status, again.body.errors?.[0]?.path]).toEqual([422, 'token']);
  });

  test('[AUTH-16] stops what an administrator changed, and every change after it', async () => {
    const person = await createUser(server.services);
    const admin = await signIn(server.client(), boss);
    const [first, second] = ['a', 'b'].map((name) => `${name}-${person.id.slice(-6)}@evil.example`);
    await admin.patch(`/api/users/${person.id}`, { email: first });
    await admin.patch(`/api/users/${person.id}`, { email: second });
    // The address that was entered first gets no such link.
    await expect(tokenFor(first ?? '', 'people.emailReplaced')).rejects.toThrow(/no people/);
    const later = await tokenFor(person.email, 'people.emailReplaced');
    expect((await stop(later)).status).toBe(200);
    expect(await addressOf(person.id)).toEqual([person.email, null]);
    expect((await stop(later)).status).toBe(422);
    expect(await addressOf(person.id)).toEqual([person.email, null]);
  });

  test('[AUTH-16] stops a change that still waits; works for seven days, and opens nothing when it is forged', async () => {
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const email = `waits-${person.id.slice(-6)}@people.example`;
    await client.patch('/api/users/profile', { email });
    const token = await tokenFor(person.email, 'people.emailRequested');
    const confirmation = await tokenFor(email, 'people.confirmEmail');
    for (const forged of ['x'.repeat(43), confirmation]) expect((await stop(forged)).status).toBe(422);
    await db.moveClock({ days: 7, minutes: 1 });
    expect((await stop(token)).status).toBe(422);
    await db.moveClock({});
    // Another address than the one that the application put into the link: nothing comes back.
    await db.admin.query(
      `update one_time_tokens set payload = '{"email": "mallory@evil.example"}' where user_id = $1 and kind = 'email_stop'`,
      [person.id],
    );
    expect((await stop(token)).status).toBe(422);
    await db.admin.query(
      `update one_time_tokens set payload = jsonb_build_object('email', $2::text) where user_id = $1 and kind = 'email_stop'`,
      [person.id, person.email],
    );
    expect((await stop(token)).status).toBe(200);
    expect((await server.client().post('/api/auth/confirm-email', { token: confirmation })).status).toBe(422);
    expect(await addressOf(person.id)).toEqual([person.email, null]);
  });
});
