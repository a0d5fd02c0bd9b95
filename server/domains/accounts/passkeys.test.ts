import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { unlockFromConsole } from '#server/domains/accounts/commands/unlock-from-console.ts';
import { isGenuinePasskey, passkeysSql } from '#server/domains/accounts/passkeys/passkeys.store.ts';
import { renewAccess } from '#server/domains/accounts/renew-access.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { SoftwareAuthenticator, type Faults, type PasskeyOptions } from '#tests/harness/authenticator.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { createUser, signIn, type FixtureUser, type UserInput } from '#tests/harness/world.ts';

const origin = 'http://localhost';
let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { publicUrl: new URL(origin) } });
});

afterEach(async () => {
  await db.moveClock({});
  await server.services.clock.synchronize();
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

type Answer = Problem & {
  readonly id?: number | string;
  readonly options?: PasskeyOptions;
  readonly recoveryCodes?: readonly string[] | null;
  readonly methods?: readonly string[];
  readonly passkeys?: readonly {
    readonly id: number;
    readonly name: string;
    readonly lastUsedAt: string | null;
  }[];
};

async function optionsOf(client: TestClient, path: string): Promise<PasskeyOptions> {
  const { body } = await client.post<Answer>(path);
  if (!body.options) throw new Error(JSON.stringify(body));
  return body.options;
}

/** Adds a passkey in a session, in the way the settings do. */
async function add(client: TestClient, name = 'Work laptop', faults: Faults = {}) {
  const authenticator = new SoftwareAuthenticator(origin);
  const response = authenticator.create(await optionsOf(client, '/api/auth/passkeys/options'), faults);
  const answer = await client.post<Answer>('/api/auth/passkeys', { name, response });
  return { authenticator, answer, response };
}

interface Owner {
  readonly person: FixtureUser;
  readonly client: TestClient;
  readonly authenticator: SoftwareAuthenticator;
  readonly passkeyId: number;
  readonly recoveryCodes: readonly string[];
}

async function owner(input: UserInput = {}): Promise<Owner> {
  const person = await createUser(server.services, input);
  const client = await signIn(server.client(), person);
  const { authenticator, answer } = await add(client);
  expect(answer).toMatchObject({ status: 200 });
  return {
    person,
    client,
    authenticator,
    passkeyId: Number(answer.body.id),
    recoveryCodes: answer.body.recoveryCodes ?? [],
  };
}

async function enter(authenticator: SoftwareAuthenticator, faults: Faults = {}, client = server.client()) {
  const options = await optionsOf(client, '/api/auth/login/passkey/options');
  return client.post<Answer>('/api/auth/login/passkey', { response: authenticator.get(options, faults) });
}

async function causesOf(userId: string, action = 'account.signInFailed'): Promise<string[]> {
  const { rows } = await db.admin.query<{ cause: string }>(
    `select payload::jsonb -> 'facts' ->> 'cause' as cause from audit.events where action = $1 and object_id = $2 order by id`,
    [action, userId],
  );
  return rows.map(({ cause }) => cause);
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await db.admin.query<{ template: string }>(
    'select template from mail_outbox where to_address = $1 order by id',
    [email],
  );
  return rows.map(({ template }) => template);
}

describe('adding and revoking', () => {
  test('[AUTH-19] a person adds several, names them, revokes one at once, and gets an email of each', async () => {
    const { person, client, authenticator, passkeyId, recoveryCodes } = await owner();
    expect(recoveryCodes).toHaveLength(10);
    const second = await add(client, 'Phone');
    // The codes of the first one still count.
    expect(second.answer).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    expect(
      (await client.patch(`/api/auth/passkeys/${String(passkeyId)}`, { name: 'Old laptop' })).status,
    ).toBe(200);
    const { body } = await client.get<Answer>('/api/auth/passkeys');
    expect(body.passkeys).toMatchObject([{ name: 'Old laptop', lastUsedAt: null }, { name: 'Phone' }]);
    expect((await client.fetch('DELETE', `/api/auth/passkeys/${String(passkeyId)}`)).status).toBe(200);
    expect(await enter(authenticator)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REFUSED' } });
    expect(await causesOf(person.id)).toEqual(['revoked passkey']);
    expect((await enter(second.authenticator)).status).toBe(200);
    expect(await mailsTo(person.email)).toEqual([
      'accounts.passkeyAdded',
      'accounts.passkeyAdded',
      'accounts.passkeyRevoked',
    ]);
  });

  test('[AUTH-19] adding and revoking need a fresh authentication, and nobody touches the passkey of another', async () => {
    const { client, passkeyId } = await owner();
    const other = await signIn(server.client(), await createUser(server.services));
    const path = `/api/auth/passkeys/${String(passkeyId)}`;
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
    expect((await other.fetch('DELETE', path)).status).toBe(404);
    await db.moveClock({ minutes: 15 });
    expect(await client.fetch('DELETE', path)).toMatchObject({ status: 403 });
    expect(await client.post('/api/auth/passkeys/options')).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
  });

  const wrong: readonly [name: string, faults: Faults][] = [
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another port of the host', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['another kind of answer', { type: 'webauthn.get' }],
    ['a page inside another site', { crossOrigin: true }],
  ];
  test.each(wrong)('[AUTH-19] %s adds no passkey', async (_name, faults) => {
    const client = await signIn(server.client(), await createUser(server.services));
    const { answer } = await add(client, 'Laptop', faults);
    // Within a session a refusal must not end it.
    expect(answer).toMatchObject({ status: 422, body: { code: 'CODE_REFUSED' } });
    expect((await client.get<Answer>('/api/auth/passkeys')).body.passkeys).toEqual([]);
  });

  test('[AUTH-19] a challenge adds one passkey, only in its session, and for five minutes', async () => {
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const { response, answer } = await add(client);
    expect(answer.status).toBe(200);
    expect((await client.post('/api/auth/passkeys', { name: 'Again', response })).status).toBe(422);
    const options = await optionsOf(client, '/api/auth/passkeys/options');
    const made = new SoftwareAuthenticator(origin).create(options);
    const elsewhere = server.client();
    await enterWith(elsewhere, person, answer);
    expect((await elsewhere.post('/api/auth/passkeys', { name: 'Stolen', response: made })).status).toBe(422);
    await db.moveClock({ minutes: 6 });
    await server.services.clock.synchronize();
    expect((await client.post('/api/auth/passkeys', { name: 'Late', response: made })).status).toBe(422);
  });
});

/** Signs in by password and a recovery code. */
async function enterWith(
  client: TestClient,
  person: FixtureUser,
  { body }: { readonly body: Answer },
): Promise<void> {
  await client.post('/api/auth/login', { email: person.email, password: person.password });
  const code = body.recoveryCodes?.[0];
  expect((await client.post('/api/auth/login/verify', { code })).status).toBe(200);
}

describe('signing in', () => {
  test('[AUTH-19] a passkey alone signs in, and the last use is shown', async () => {
    const { person, authenticator } = await owner();
    const client = server.client();
    expect(await enter(authenticator, {}, client)).toMatchObject({ status: 200, body: { id: person.id } });
    const { body } = await client.get<Answer>('/api/auth/passkeys');
    expect(body.passkeys?.[0]?.lastUsedAt).not.toBeNull();
    const { rows } = await db.admin.query(
      'select auth_method from sessions where user_id = $1 order by created_at',
      [person.id],
    );
    expect(rows).toEqual([{ auth_method: 'password' }, { auth_method: 'passkey' }]);
  });

  test('[AUTH-19] an answer counts once, and another challenge than that of signing in not at all', async () => {
    const { person, client, authenticator } = await owner();
    const anonymous = server.client();
    const options = await optionsOf(anonymous, '/api/auth/login/passkey/options');
    const response = authenticator.get(options);
    expect((await anonymous.post('/api/auth/login/passkey', { response })).status).toBe(200);
    expect(await server.client().post('/api/auth/login/passkey', { response })).toMatchObject({
      status: 401,
    });
    const stepUp = await client.post<Answer>('/api/session/step-up', { passkey: 'challenge' });
    expect(stepUp).toMatchObject({ status: 409, body: { code: 'PASSKEY_CHALLENGE' } });
    const crossed = authenticator.get(stepUp.body.options ?? { challenge: '' });
    expect((await anonymous.post('/api/auth/login/passkey', { response: crossed })).status).toBe(401);
    expect(await causesOf(person.id)).toEqual(['used challenge', 'wrong or old challenge']);
    // A replay is no copy: the passkey still works.
    expect((await enter(authenticator)).status).toBe(200);
  });

  const wrong: readonly [name: string, faults: Faults][] = [
    ['another origin', { origin: 'https://localhost' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['a page inside another site', { crossOrigin: true }],
    ['another kind of answer', { type: 'webauthn.create' }],
  ];
  test.each(wrong)('[AUTH-19] %s signs nobody in', async (_name, faults) => {
    const { authenticator } = await owner();
    expect(await enter(authenticator, faults)).toMatchObject({
      status: 401,
      body: { code: 'PASSKEY_REFUSED' },
    });
  });

  test("[AUTH-19] another key does not answer for a person's passkey", async () => {
    const { person } = await owner();
    const thief = await owner();
    const options = await optionsOf(server.client(), '/api/auth/login/passkey/options');
    const { rows } = await db.admin.query<{ credential: string }>(
      'select credential_id as credential from passkeys where user_id = $1',
      [person.id],
    );
    const id = rows[0]?.credential ?? '';
    const forged = { ...thief.authenticator.get(options), id, rawId: id };
    const { response } = forged;
    const sent = { ...forged, response: { ...response, userHandle: undefined } };
    expect((await server.client().post('/api/auth/login/passkey', { response: sent })).status).toBe(401);
    expect(await causesOf(person.id)).toEqual(['wrong passkey answer']);
  });

  test('[AUTH-19] a counter that goes back reveals a copy: refused, revoked, everybody told', async () => {
    const boss = await createUser(server.services, { role: 'admin' });
    const { person, client, authenticator } = await owner();
    expect((await enter(authenticator)).status).toBe(200);
    expect((await enter(authenticator)).status).toBe(200);
    authenticator.counter = 0;
    expect((await enter(authenticator)).status).toBe(401);
    expect(await causesOf(person.id)).toEqual(['passkey copied']);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    authenticator.counter = 50;
    expect((await enter(authenticator)).status).toBe(401);
    expect(await mailsTo(person.email)).toContain('accounts.passkeyCopied');
    expect(await mailsTo(boss.email)).toContain('accounts.passkeyCopiedAlert');
  });

  test('[AUTH-19] a passkey is the second step after the password, bound to the person', async () => {
    const { person, authenticator } = await owner();
    const thief = await owner();
    const client = server.client();
    const first = await client.post<Answer>('/api/auth/login', {
      email: person.email,
      password: person.password,
    });
    expect(first.body).toMatchObject({ twoFactorRequired: true, methods: ['passkey', 'recovery'] });
    const challenge = async (): Promise<PasskeyOptions> => {
      const { body } = await client.post<Answer>('/api/auth/login/verify', { passkey: 'challenge' });
      return body.options ?? { challenge: '' };
    };
    const foreign = thief.authenticator.get(await challenge());
    expect(await client.post('/api/auth/login/verify', { passkey: foreign })).toMatchObject({ status: 401 });
    const right = authenticator.get(await challenge());
    expect(await client.post('/api/auth/login/verify', { passkey: right })).toMatchObject({
      status: 200,
      body: { id: person.id },
    });
  });

  test('[AUTH-19] a fresh authentication by passkey opens critical changes; the password alone no longer does', async () => {
    const { person, client, authenticator } = await owner();
    await db.moveClock({ minutes: 15 });
    await server.services.clock.synchronize();
    const alone = await client.post('/api/session/step-up', { password: person.password });
    expect(alone).toMatchObject({ status: 422, body: { code: 'CODE_REFUSED' } });
    const { body } = await client.post<Answer>('/api/session/step-up', { passkey: 'challenge' });
    const passkey = authenticator.get(body.options ?? { challenge: '' });
    expect(await client.post('/api/session/step-up', { passkey })).toMatchObject({ status: 200 });
    expect((await client.post('/api/auth/passkeys/options')).status).toBe(200);
    expect((await client.post('/api/session/step-up', { passkey })).status).toBe(422);
  });
});

describe('recovery', () => {
  const path = (id: number) => `/api/auth/passkeys/${String(id)}`;
  const alive = async (client: TestClient) => (await client.get('/api/auth/user')).status;

  test('[AUTH-19] a revoked passkey ends the sessions that it opened, and no others', async () => {
    const { client, authenticator, passkeyId } = await owner();
    const second = await add(client, 'Phone');
    const byFirst = server.client();
    const bySecond = server.client();
    expect((await enter(authenticator, {}, byFirst)).status).toBe(200);
    expect((await enter(second.authenticator, {}, bySecond)).status).toBe(200);
    expect((await client.fetch('DELETE', path(passkeyId))).status).toBe(200);
    expect(await Promise.all([byFirst, bySecond, client].map(alive))).toEqual([401, 200, 200]);
    // What the others had proved with it no longer counts.
    expect(await bySecond.post('/api/auth/passkeys/options')).toMatchObject({ status: 403 });
    expect((await bySecond.fetch('DELETE', path(Number(second.answer.body.id)))).status).toBe(403);
  });

  test('[AUTH-19] the session in which a person revokes its own passkey goes on', async () => {
    const { authenticator, passkeyId } = await owner();
    const client = server.client();
    expect((await enter(authenticator, {}, client)).status).toBe(200);
    expect((await client.fetch('DELETE', path(passkeyId))).status).toBe(200);
    expect(await alive(client)).toBe(200);
  });

  test('[AUTH-19] recovery codes work while there is a second factor, and go with the last one', async () => {
    const { person, client, passkeyId, recoveryCodes } = await owner();
    const [first, next] = recoveryCodes;
    const signInWith = async (code: string | undefined) => {
      const visitor = server.client();
      const { email, password } = person;
      const { body } = await visitor.post<Answer>('/api/auth/login', { email, password });
      return body.methods ? visitor.post('/api/auth/login/verify', { code }) : { status: 0 };
    };
    expect(await signInWith(first)).toMatchObject({ status: 200 });
    expect(await signInWith(first)).toMatchObject({ status: 401 });
    expect((await client.fetch('DELETE', path(passkeyId))).status).toBe(200);
    expect(await signInWith(next)).toEqual({ status: 0 });
    // Those of whoever had read them are worth nothing beside the next passkey either.
    const again = await add(client);
    expect(again.answer.body.recoveryCodes).toHaveLength(10);
    expect(await signInWith(next)).toMatchObject({ status: 401 });
  });

  test('[AUTH-19] [SIG-05] an administrator resets a lost passkey: everything ends, and signing is closed', async () => {
    const boss = await createUser(server.services, { role: 'admin' });
    const { person, client, authenticator } = await owner();
    const admin = await signIn(server.client(), boss);
    const reset = await admin.post(`/api/users/${person.id}/reset-two-factor`, {});
    expect(reset).toMatchObject({ status: 200 });
    expect(await alive(client)).toBe(401);
    expect((await enter(authenticator)).status).toBe(401);
    expect(await closuresOf(person.id)).toEqual([{ cause: 'authenticator_reset', causedBy: boss.id }]);
  });

  test('[AUTH-19] [SIG-05] from the console a lost second factor goes, the password stays, signing is closed, the trail says so', async () => {
    const { person, client, authenticator } = await owner({ role: 'admin' });
    const done = await runCommand(
      server.services,
      { action: 'account.unlockedFromConsole', actorId: null, reason: 'The phone was stolen' },
      (tx) => unlockFromConsole(tx, person.email.toUpperCase(), { lostSecondFactor: true }),
    );
    expect(done).toMatchObject({ secondFactorRemoved: true });
    expect(await alive(client)).toBe(401);
    expect((await enter(authenticator)).status).toBe(401);
    const { email, password } = person;
    const entered = await server.client().post<Answer>('/api/auth/login', { email, password });
    expect(entered).toMatchObject({ status: 200, body: { id: person.id } });
    expect(await closuresOf(person.id)).toEqual([{ cause: 'authenticator_reset', causedBy: null }]);
    const { rows } = await db.admin.query<{ reason: string }>(
      `select payload::jsonb ->> 'reason' as reason from audit.events where action = 'account.unlockedFromConsole' and kind = 'command' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ reason: 'The phone was stolen' }]);
  });

  test('[AUTH-19] [OPS-09] a rotation of the secret keeps passkeys, but none that was planted', async () => {
    const { passkeyId } = await owner();
    const planted = await owner();
    await db.admin.query(`set session_replication_role = replica`);
    await db.admin.query('update passkeys set counter = 7 where id = $1', [planted.passkeyId]);
    await db.admin.query(`set session_replication_role = origin`);
    const { config } = server.services;
    const next = { ...config, secretKey: randomBytes(32) };
    const kept = await runCommand(
      server.services,
      { action: 'keys.rotated', actorId: null, reason: 'test' },
      async (tx) => {
        await renewAccess(tx.db, config, next);
        const { rows } = await passkeysSql.execute(tx.db);
        const found = rows.filter((row) => isGenuinePasskey(next, row)).map(({ id }) => id);
        await renewAccess(tx.db, next, config);
        return found;
      },
    );
    expect(kept).toContain(passkeyId);
    expect(kept).not.toContain(planted.passkeyId);
  });
});

async function closuresOf(userId: string) {
  return db.db
    .selectFrom('signingClosures')
    .select(['cause', 'causedBy'])
    .where('userId', '=', userId)
    .where('openedAt', 'is', null)
    .where('cause', '=', 'authenticator_reset')
    .execute();
}

test('[AUTH-19] [AUD-04] a key, a counter or an owner that was swapped, or a revocation undone, is found and opens nothing', async () => {
  const swaps = [
    'public_key = (select public_key from passkeys where id <> $1 limit 1)',
    'counter = 0',
    `user_id = (select user_id from passkeys where id <> $1 limit 1)`,
    'revoked_at = null, revoked_because = null',
  ];
  const owners: Owner[] = [];
  for (const [index] of swaps.entries()) {
    const one = await owner();
    expect((await enter(one.authenticator)).status).toBe(200);
    if (index === 3) await one.client.fetch('DELETE', `/api/auth/passkeys/${String(one.passkeyId)}`);
    owners.push(one);
  }
  await db.admin.query(`set session_replication_role = replica`);
  for (const [index, swap] of swaps.entries())
    await db.admin.query(`update passkeys set ${swap} where id = $1`, [owners[index]?.passkeyId]);
  await db.admin.query(`set session_replication_role = origin`);
  for (const { authenticator } of owners) expect((await enter(authenticator)).status).toBe(401);
  const found = (await verifyAll(server.services)).findings.map(({ object }) => object);
  for (const { passkeyId } of owners) expect(found).toContain(`passkeys ${String(passkeyId)}`);
});

test('[AUTH-19] [AUD-04] a passkey that is put into the database, or given to another, signs nobody in and is found', async () => {
  const { person, authenticator, passkeyId } = await owner();
  const victim = await createUser(server.services, { role: 'admin' });
  const planted = new SoftwareAuthenticator(origin);
  await db.admin.query(`set session_replication_role = replica`);
  await db.admin.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at, mac)
     select $1, $2, public_key, 0, false, false, 'Planted', created_at, mac from passkeys where id = $3`,
    [victim.id, planted.id, passkeyId],
  );
  await db.admin.query('update passkeys set user_id = $1 where id = $2', [victim.id, passkeyId]);
  await db.admin.query(`set session_replication_role = origin`);
  expect((await enter(authenticator)).status).toBe(401);
  expect(await causesOf(victim.id)).toEqual(['passkey changed in the database']);
  expect(await causesOf(person.id)).toEqual([]);
  const report = JSON.stringify(await verifyAll(server.services));
  expect(report).toContain(`passkeys ${String(passkeyId)}`);
});
