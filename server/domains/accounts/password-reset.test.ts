import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findResetLink, resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  issuePasswordTo,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

// Every test asks from one address.
beforeEach(() => db.admin.query('delete from sign_in_throttles'));
afterEach(() => db.moveClock({}));

afterAll(async () => {
  await server.close();
  await db.drop();
});

interface Body {
  readonly code?: string;
  readonly detail?: string;
  readonly state?: string;
  readonly email?: string | null;
  readonly passwordMin?: number;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly mustChangePassword?: boolean;
  readonly twoFactorRequired?: boolean;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.client().post<Body>(`/api/auth/${path}`, body, { headers });
const forgot = (email: unknown) => post('forgot-password', { email });
const reset = (token: string, newPassword = 'seven brown lanterns') =>
  post('reset-password', { token, newPassword });
const login = (email: string, password: string) => post('login', { email, password });

/** Runs the jobs that wait, as the worker would. */
async function work(): Promise<void> {
  const { rows } = await db.admin.query<{ data: { userId: string | null } }>(
    `delete from pgboss.job where name = $1 returning data`,
    [resetLinkJob.name],
  );
  for (const { data } of rows) await resetLinkJob.run(server.services, data);
}

/** The links that were mailed to a person, the newest last, as they stand in the mail. */
async function mailsTo(
  userId: string,
): Promise<{ to: string; text: string; subject: string; token: string }[]> {
  await work();
  const rows = await db.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('userId', '=', userId)
    .where('template', '=', 'accounts.resetPassword')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { secret } = row.payload as unknown as { secret: Sealed };
    const token = unseal(server.services.config, 'mail', row.messageId, secret);
    const template = server.services.mailTemplates.get(row.template);
    const content = template?.render(row.language, { secret: token } as never);
    if (!content) throw new Error('no template');
    const { text, subject } = renderMail(content, {
      category: row.category,
      language: row.language,
      publicUrl: server.services.config.publicUrl,
    });
    return { to: row.toAddress, text, subject, token };
  });
}

async function linkFor(person: { readonly id: string; readonly email: string }): Promise<string> {
  expect((await forgot(person.email)).status).toBe(200);
  const token = (await mailsTo(person.id)).at(-1)?.token;
  if (token === undefined) throw new Error('no mail');
  return token;
}

describe('asking for a link', () => {
  test('[AUTH-10] mails it in the person’s language to the stored address, built from PUBLIC_URL alone', async () => {
    const person = await createUser(server.services, { settings: { language: 'de' } });
    const answer = await post(
      'forgot-password',
      { email: person.email.toUpperCase() },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    );
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    const [mail] = await mailsTo(person.id);
    expect(mail?.to).toBe(person.email);
    expect(mail?.subject).toBe('Wählen Sie ein neues Passwort');
    // The token stands behind the #: no server, log or referrer ever sees it.
    const link = new URL('/reset-password', server.services.config.publicUrl).href;
    expect(mail?.text).toContain(`${link}#${mail?.token}`);
    expect(mail?.text).not.toContain('evil.example');
  });

  test('[AUTH-10] answers the same for everybody, and sends nothing to who may not sign in', async () => {
    const archived = await createOrganization(server.services, { isActive: false });
    const person = await createUser(server.services);
    const silent = [
      await createUser(server.services, { isActive: false }),
      await createUser(server.services, { organizationId: archived.id }),
      await createUser(server.services, { password: null }),
    ];
    const answers = [];
    for (const email of [person.email, ...silent.map((one) => one.email), 'nobody@nowhere.example']) {
      const { status, body, headers } = await forgot(email);
      answers.push(JSON.stringify([status, body, [...headers.keys()].toSorted()]));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await mailsTo(person.id)).length).toBe(1);
    for (const one of silent) expect(await mailsTo(one.id)).toEqual([]);
  });

  test('[AUTH-10] does the same work for every address: one lookup, one command, one job (R-SEC-06)', async () => {
    const person = await createUser(server.services);
    const taken: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    await forgot(person.email);
    // In turn, so that whatever else the machine does counts for both.
    for (let n = 0; n < 24; n += 1) {
      await db.admin.query('delete from sign_in_throttles');
      const kind = n % 2 === 0 ? 'known' : 'unknown';
      const before = performance.now();
      await forgot(kind === 'known' ? person.email : `nobody-${String(n)}@nowhere.example`);
      taken[kind].push(performance.now() - before);
    }
    const median = (times: number[]) => times.toSorted((one, other) => one - other)[6] ?? 0;
    // Generous: the machine may be busy. A mail or an Argon2 hash in one of the ways would cost far more.
    expect(Math.abs(median(taken.known) - median(taken.unknown))).toBeLessThan(25);
    const { rows } = await db.admin.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = $1`,
      [resetLinkJob.name],
    );
    expect(rows[0]?.count).toBe(25);
    await db.admin.query('delete from pgboss.job where name = $1', [resetLinkJob.name]);
  });

  test.each([
    [['a@world.example', 'b@world.example']],
    [{ email: 'a@world.example' }],
    ['a@world.example,b@world.example'],
    ['a@world.example\r\nBcc: b@world.example'],
    ['not an address'],
    [null],
    [undefined],
  ])('[AUTH-10] takes one address as text and nothing else (T19): %j', async (email) => {
    expect(await forgot(email)).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
    expect((await post('forgot-password', { email: 'a@world.example', cc: 'b@world.example' })).status).toBe(
      422,
    );
  });

  test('[AUTH-10] [AUTH-11] sends few mails to one account, and lets one address ask only so often', async () => {
    const person = await createUser(server.services);
    for (let n = 0; n < 8; n += 1) expect((await forgot(person.email)).status).toBe(200);
    expect((await mailsTo(person.id)).length).toBe(3);
    await db.moveClock({ minutes: 6 });
    await forgot(person.email);
    expect((await mailsTo(person.id)).length).toBe(4);
    const statuses = [];
    for (let n = 0; n < 60; n += 1)
      statuses.push((await forgot(`nobody-${String(n)}@nowhere.example`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the link', () => {
  test('[AUTH-10] sets the password once, ends all sessions, and then says that it was used', async () => {
    const person = await createUser(server.services);
    const session = await signIn(server.client(), person);
    const token = await linkFor(person);
    const other = await linkFor(person);
    expect((await post('reset-password/check', { token })).body).toEqual({
      state: 'open',
      email: person.email,
      passwordMin: 8,
    });
    expect(await reset(token, 'short')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'newPassword' }] },
    });
    expect(await reset(token, 'password1')).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_REFUSED', errors: [{ path: 'newPassword' }] },
    });
    expect((await reset(token, person.password)).status).toBe(422);
    expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await session.get('/api/auth/user')).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, 'seven brown lanterns')).status).toBe(200);
    const used = { status: 400, body: { code: 'LINK_DEAD', state: 'used' } };
    expect(await reset(token, 'nine green lanterns')).toMatchObject(used);
    // Every other link of the person went with it.
    expect(await reset(other, 'nine green lanterns')).toMatchObject(used);
    expect((await post('reset-password/check', { token })).body).toMatchObject({
      state: 'used',
      email: null,
    });
    expect((await reset('unknown')).body).toMatchObject({ code: 'LINK_DEAD', state: 'unknown' });
    const { rows } = await db.admin.query(
      `select 1 from audit.events where kind = 'command' and action = 'account.passwordReset' and subject_id = $1`,
      [person.id],
    );
    expect(rows.length).toBe(1);
  });

  test('[AUTH-10] [AUTH-19] knows that its owner has a second factor, also where that is a passkey', async () => {
    const person = await createUser(server.services);
    const token = await linkFor(person);
    expect((await findResetLink(server.services, token)).owner).toMatchObject({ twoFactor: false });
    await asFixture(server.services, (tx) =>
      sql`
        insert into passkeys (user_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at, mac)
        values (${person.id}, ${`credential-${person.id}`}, 'key', 0, false, false, 'Laptop', app_now(), ${'0'.repeat(64)})`.execute(
        tx.db,
      ),
    );
    expect((await findResetLink(server.services, token)).owner).toMatchObject({ twoFactor: true });
  });

  test('[AUTH-10] ends after thirty minutes, and one of two who use it at once is too late', async () => {
    const person = await createUser(server.services);
    const token = await linkFor(person);
    await db.moveClock({ minutes: 31 });
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { state: 'expired', detail: 'This link has expired. Request a new one.' },
    });
    await db.moveClock({});
    const answers = await Promise.all([
      reset(token, 'one brown lantern'),
      reset(token, 'two brown lanterns'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  test('[AUTH-10] is worthless once its person may not sign in, whatever was open', async () => {
    const person = await createUser(server.services);
    const token = await linkFor(person);
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute(),
    );
    expect((await reset(token)).body).toMatchObject({ code: 'LINK_DEAD', state: 'unknown' });
  });

  test('[AUTH-10] [AUTH-16] [AUTH-08] ends with another password and with another email, whoever changed them (T19)', async () => {
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const deadAfter = async (what: (person: FixtureUser) => Promise<unknown>): Promise<void> => {
      const person = await createUser(server.services);
      const token = await linkFor(person);
      await what(person);
      expect((await reset(token)).status).toBe(400);
    };
    await deadAfter(async (person) => {
      const client = await signIn(server.client(), person);
      const body = { currentPassword: person.password, newPassword: 'seven quiet harbours' };
      expect((await client.post('/api/change-password', body)).status).toBe(200);
    });
    await deadAfter(async ({ id }) =>
      expect((await admin.post(`/api/users/${id}/generate-password`)).status).toBe(200),
    );
    const told: FixtureUser[] = [];
    await deadAfter(async (person) => {
      const email = `new-${person.id}@people.example`;
      expect((await admin.patch(`/api/users/${person.id}`, { email })).status).toBe(200);
      told.push(person);
    });
    // Who reads the old mailbox is told that the account has left it (T7).
    const { rows } = await db.admin.query('select to_address, user_id from mail_outbox where template = $1', [
      'people.emailReplaced',
    ]);
    expect(rows).toEqual(told.map(({ id, email }) => ({ to_address: email, user_id: id })));
  });

  test('[AUTH-10] [AUD-04] opens nothing that somebody put into the database, or gave to somebody else', async () => {
    const [person, other] = [await createUser(server.services), await createUser(server.services)];
    const token = await linkFor(person);
    const planted = 'C'.repeat(43);
    await tamper(
      db.admin,
      `insert into one_time_tokens (kind, token_hash, user_id, expires_at, payload, mac)
       select kind, '${createHash('sha256').update(planted).digest('hex')}', user_id, expires_at, payload, mac
       from one_time_tokens where user_id = '${person.id}'`,
    );
    const stateOf = async (one: string) => (await post('reset-password/check', { token: one })).body.state;
    expect([await stateOf(planted), await stateOf(token)]).toEqual(['unknown', 'open']);
    expect((await reset(planted)).body).toMatchObject({ code: 'LINK_DEAD', state: 'unknown' });
    await tamper(
      db.admin,
      `update one_time_tokens set user_id = '${other.id}' where user_id = '${person.id}'`,
    );
    expect(await stateOf(token)).toBe('unknown');
    expect((await login(other.email, other.password)).status).toBe(200);
  });

  test('[AUTH-10] [AUTH-07] unlocks no account that is locked', async () => {
    const person = await createUser(server.services);
    const token = await linkFor(person);
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ lockedAt: new Date() }).where('id', '=', person.id).execute(),
    );
    expect((await reset(token)).status).toBe(200);
    expect((await login(person.email, 'seven brown lanterns')).status).toBe(401);
  });

  test('[AUTH-10] [AUTH-08] activates an account with a temporary password, which is gone with it', async () => {
    const person = await createUser(server.services, { mustChangePassword: true });
    await issuePasswordTo(server.services, person.id, 'temporary-word');
    expect((await reset(await linkFor(person))).status).toBe(200);
    const answer = await login(person.email, 'seven brown lanterns');
    expect(answer.body).toMatchObject({ mustChangePassword: false });
    const { rows } = await db.admin.query(
      'select ciphertext from temporary_credentials where user_id = $1 and ended_at is not null',
      [person.id],
    );
    expect(rows).toEqual([{ ciphertext: null }]);
  });

  test('[AUTH-10] [AUTH-09] does not pass by the second factor', async () => {
    const person = await createUser(server.services);
    await enrol(server.services, await signIn(server.client(), person), person.password);
    const token = await linkFor(person);
    expect((await reset(token)).status).toBe(200);
    const answer = await login(person.email, 'seven brown lanterns');
    expect(answer).toMatchObject({ status: 200, body: { twoFactorRequired: true } });
  });
});

describe('an administrator', () => {
  test('[AUTH-10] sends a link to the stored address, and only to who may sign in', async () => {
    const person = await createUser(server.services);
    const gone = await createUser(server.services, { isActive: false });
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const send = (body: object) => admin.post<Body>('/api/users/reset-password', body);
    expect(await send({})).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'userId', message: 'User ID is required' }] },
    });
    expect((await send({ userId: person.id, email: 'evil@evil.example' })).status).toBe(422);
    expect((await send({ userId: 'u_nobody' })).status).toBe(404);
    expect((await send({ userId: gone.id })).status).toBe(409);
    expect((await send({ userId: person.id })).status).toBe(200);
    const [mail] = await mailsTo(person.id);
    expect(mail?.to).toBe(person.email);
    expect((await reset(mail?.token ?? '')).status).toBe(200);
    for (let n = 0; n < 4; n += 1) await send({ userId: person.id });
    expect((await send({ userId: person.id })).status).toBe(429);
  });
});
