import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startForgedProvider } from '#tests/harness/forged-provider.ts';
import { ProviderBrowser, startOpenIdProvider, type OpenIdProvider } from '#tests/harness/openid-provider.ts';
import { locationOf, throughProvider } from '#tests/harness/provider-sign-in.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  meaning,
  putStatus,
  readText,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, issuePasswordTo, signIn, type UserInput } from '#tests/harness/world.ts';

let db: TestDatabase;
let provider: OpenIdProvider;
let server: TestServer;
let world: TrainingWorld;
let moduleIds: number[];

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startOpenIdProvider();
  server = await startTestServer({ db, config: { oidc: provider.oidc } });
  provider.register(server.url);
  world = await createTrainingWorld(server, 0);
  moduleIds = await createTextModules(server.services, 2);
});

afterEach(async () => {
  await db.moveClock({});
  await server.services.clock.synchronize();
});

afterAll(async () => {
  await server.close();
  await provider.stop();
  await db.drop();
});

interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly path: string }[];
}

/** A learner who came by the provider, has read two trainings and may sign. */
async function reader(input: UserInput = {}) {
  const person = await createUser(server.services, {
    password: null,
    organizationId: world.organization.id,
    ...input,
  });
  const sub = `sub-${person.id}`;
  provider.people.set(sub, { sub, email: person.email, email_verified: true });
  const assignments: number[] = [];
  for (const moduleId of moduleIds) {
    assignments.push((await assignTo(world.admin, person.id, moduleId)).id);
  }
  const browser = new ProviderBrowser();
  const client = server.client();
  expect(await throughProvider(client, browser, sub)).toBe('/');
  expect((await client.post('/api/auth/signature-agreement', { accepted: true })).status).toBe(200);
  for (const id of assignments) await readText(client, id);
  const [first = 0, second = 0] = assignments;
  return { person, sub, browser, client, first, second };
}

const newIntent = () => randomBytes(32).toString('base64url');
const confirmPath = (intent: string) => `/api/login/confirm?intent=${intent}`;
const sign = (client: TestClient, id: number, proof: Record<string, unknown>) =>
  putStatus<Problem & { signature: { valid: boolean } }>(client, id, {
    status: 'completed',
    signature: { meaning, ...proof },
  });

describe('confirming a signature at the provider', () => {
  test('[SIG-01] signs one record, by the person who has just signed in there again', async () => {
    const { person, sub, browser, client, first, second } = await reader();
    expect((await client.get('/api/auth/user')).body).toMatchObject({ signsWith: ['provider'] });
    const intent = newIntent();
    const begun = await client.get(confirmPath(intent));
    const query = new URL(locationOf(begun)).searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    const callback = await browser.follow(locationOf(begun), sub);
    const back = await client.get(callback.pathname + callback.search);
    expect(locationOf(back)).toBe('/signature-confirmed?result=confirmed');
    // The intent stays in the dialog: the database has its hash, and no session was opened or ended.
    const { rows } = await db.admin.query<{ sess: string }>(
      'select sess::text as sess from sessions where user_id = $1',
      [person.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sess).not.toContain(intent);

    const signed = await sign(client, first, { confirmation: intent });
    expect([signed.status, signed.body.signature.valid]).toEqual([200, true]);
    const stored = await db.admin.query('select auth_method from signatures where signer_id = $1', [
      person.id,
    ]);
    expect(stored.rows).toEqual([{ auth_method: 'provider' }]);

    const again = await sign(client, second, { confirmation: intent });
    expect([again.status, again.body.code, again.body.errors?.[0]?.path]).toEqual([
      422,
      'SIGNATURE_REFUSED',
      'signature.confirmation',
    ]);
    const { rows: refusals } = await db.admin.query<{ cause: string }>(
      `select payload::jsonb #>> '{facts,cause}' as cause from audit.events
       where action = 'account.reauthenticationFailed' and actor_id = $1`,
      [person.id],
    );
    expect(refusals).toEqual([{ cause: 'not confirmed at the provider' }]);
  });

  test('[SIG-01] counts for five minutes, for its own intent and its own session', async () => {
    const { sub, browser, client, first } = await reader();
    const intent = newIntent();
    await throughProvider(client, browser, sub, confirmPath(intent));
    expect((await sign(client, first, { confirmation: newIntent() })).status).toBe(422);
    const elsewhere = server.client();
    await throughProvider(elsewhere, new ProviderBrowser(), sub);
    expect((await sign(elsewhere, first, { confirmation: intent })).status).toBe(422);
    await db.moveClock({ minutes: 6 });
    expect((await sign(client, first, { confirmation: intent })).status).toBe(422);
    await db.moveClock({});
    // The server hears of it by itself, but perhaps not before the next request.
    await server.services.clock.synchronize();
    const later = newIntent();
    await throughProvider(client, browser, sub, confirmPath(later));
    expect((await sign(client, first, { confirmation: later })).status).toBe(200);
  });

  test('[SIG-01] two calls at once with one confirmation make one signature', async () => {
    const { sub, browser, client, first, second } = await reader();
    const intent = newIntent();
    await throughProvider(client, browser, sub, confirmPath(intent));
    const answers = await Promise.all(
      [first, second].map((id) => sign(client, id, { confirmation: intent })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('[SIG-01] another person at the provider, a cancelled sign-in, an ended session: nothing is confirmed', async () => {
    const { sub, browser, client, first } = await reader();
    const other = await reader();
    const intent = newIntent();
    expect(await throughProvider(client, new ProviderBrowser(), other.sub, confirmPath(intent))).toBe(
      '/signature-confirmed?result=other',
    );
    expect(await throughProvider(client, new ProviderBrowser(), null, confirmPath(intent))).toBe(
      '/signature-confirmed?result=cancelled',
    );
    expect((await sign(client, first, { confirmation: intent })).status).toBe(422);
    const begun = await client.get(confirmPath(intent));
    await client.get('/api/logout');
    const callback = await browser.follow(locationOf(begun), sub);
    expect(locationOf(await client.get(callback.pathname + callback.search))).toBe(
      '/signature-confirmed?result=failed',
    );
    expect(locationOf(await client.get(confirmPath(intent)))).toBe('/signature-confirmed?result=ended');
  });

  test('[SIG-03] an issued password still cannot sign, the provider can (P11-16)', async () => {
    const { person, sub, browser, client, first } = await reader();
    const issued = await issuePasswordTo(server.services, person.id);
    // Issuing one has ended the session.
    await throughProvider(client, browser, sub);
    const refused = await sign(client, first, { password: issued.password });
    expect([refused.status, refused.body.code]).toEqual([403, 'TEMPORARY_PASSWORD']);
    const intent = newIntent();
    await throughProvider(client, browser, sub, confirmPath(intent));
    expect((await sign(client, first, { confirmation: intent })).status).toBe(200);
  });

  test('[SIG-01] who has an own password may use either; who signed in with it, only that', async () => {
    const { person, client, first } = await reader({ password: 'an own long password' });
    expect((await client.get('/api/auth/user')).body).toMatchObject({ signsWith: ['provider', 'password'] });
    const byPassword = await signIn(server.client(), person);
    expect((await byPassword.get('/api/auth/user')).body).toMatchObject({ signsWith: ['password'] });
    expect(locationOf(await byPassword.get(confirmPath(newIntent())))).toBe(
      '/signature-confirmed?result=failed',
    );
    expect((await sign(byPassword, first, { confirmation: newIntent() })).status).toBe(422);
    expect((await sign(client, first, { password: 'an own long password' })).status).toBe(200);
  });

  test('[SIG-02] [SEC-01] neither password nor confirmation, both, or no intent: refused at the field', async () => {
    const { client, first } = await reader();
    const none = await sign(client, first, {});
    expect([none.status, none.body.errors?.[0]?.path]).toEqual([422, 'signature.password']);
    const both = await sign(client, first, { password: 'x', confirmation: newIntent() });
    expect([both.status, both.body.errors?.[0]?.path]).toEqual([422, 'signature.confirmation']);
    expect((await sign(client, first, { confirmation: 'short' })).status).toBe(422);
    expect((await client.get('/api/login/confirm?intent=short')).status).toBe(422);
    expect((await client.get('/api/login/confirm')).status).toBe(422);
  });
});

test('[SIG-01] a provider that does not ask the person again confirms nothing', async () => {
  const lazy = await startForgedProvider();
  const second = await startTestServer({ db, config: { oidc: lazy.oidc } });
  try {
    const person = await createUser(second.services, { password: null });
    const client = second.client();
    const go = async (path: string, claims: Record<string, unknown>): Promise<string> => {
      const { searchParams } = new URL(locationOf(await client.get(path)));
      lazy.prepare(searchParams.get('nonce') ?? '', { claims });
      const state = searchParams.get('state') ?? '';
      return locationOf(await client.get(`/api/login/callback?code=c&state=${state}`));
    };
    const claims = { email: person.email, email_verified: true };
    expect(await go('/api/login', claims)).toBe('/');
    const now = Math.floor(Date.now() / 1000);
    for (const auth_time of [undefined, now - 3600, now - 60, 'now']) {
      expect(await go(confirmPath(newIntent()), { ...claims, auth_time })).toBe(
        '/signature-confirmed?result=failed',
      );
    }
    expect(await go(confirmPath(newIntent()), { ...claims, auth_time: now })).toBe(
      '/signature-confirmed?result=confirmed',
    );
  } finally {
    await second.close();
    await lazy.close();
  }
});

test('[AUTH-19] a sign-in that the provider remembers opens no critical change', async () => {
  const remembering = await startForgedProvider();
  const second = await startTestServer({ db, config: { oidc: remembering.oidc } });
  try {
    const boss = await createUser(second.services, { role: 'admin', password: null });
    const { id } = await createUser(second.services);
    const now = Math.floor(Date.now() / 1000);
    const claims = { email: boss.email, email_verified: true };
    const outcome = async (auth_time: number | undefined) => {
      const client = second.client();
      const { searchParams } = new URL(locationOf(await client.get('/api/login')));
      remembering.prepare(searchParams.get('nonce') ?? '', { claims: { ...claims, auth_time } });
      const state = searchParams.get('state') ?? '';
      expect(locationOf(await client.get(`/api/login/callback?code=c&state=${state}`))).toBe('/');
      return (await client.post(`/api/users/${id}/unlock`)).status;
    };
    for (const time of [undefined, now - 900]) expect(await outcome(time)).toBe(403);
    // No time of the provider lies in our future.
    for (const time of [now, now + 3600]) expect(await outcome(time)).toBe(200);
    const { rows } = await db.admin.query(
      'select 1 from sessions where user_id = $1 and strong_auth_at > app_now()',
      [boss.id],
    );
    expect(rows).toEqual([]);
  } finally {
    await second.close();
    await remembering.close();
  }
});
