import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { auditTrailContract } from '#shared/contract/audit-trail.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { TOKEN_CALLS_PER_MINUTE } from '#shared/domain/access/token-scopes.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { newTokenText } from './token-text.ts';
import { warnOfTokensJob } from './tokens.jobs.ts';

let db: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let admin: TestClient;
let own: { readonly id: number };
let other: { readonly id: number };

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  own = await createOrganization(server.services, { name: 'Own Ltd' });
  other = await createOrganization(server.services, { name: 'Other Ltd' });
  await createUser(server.services, { organizationId: own.id });
  await createUser(server.services, { organizationId: other.id });
  await createUser(server.services, { role: 'admin' });
  boss = await createUser(server.services, { role: 'admin', firstName: 'Ana', lastName: 'Ruiz' });
  admin = await signIn(server.client(), boss);
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  await server.close();
  await db.drop();
});

type Form = BodyInput<typeof contract.create>;

const formOf = (changes: Partial<Form> = {}): Form => ({
  name: 'BI tool',
  scopes: ['people.list', 'organizations.view'],
  organizationId: null,
  lastDay: addDays(server.services.clock.now().toISOString().slice(0, 10), 30),
  reason: 'The BI tool reads figures.',
  ...changes,
});

async function tokenWith(changes: Partial<Form> = {}, maker: TestClient = admin) {
  const { status, body } = await maker.call(contract.create, { body: formOf(changes) });
  expect(status).toBe(201);
  const token = String(body.token);
  return { id: body.id, token, client: server.client({ headers: { authorization: `Bearer ${token}` } }) };
}

const people = (client: TestClient) => client.call(peopleContract.list, { query: {} });
const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as Problem).reason,
];
const tokenOf = async (id: number) =>
  (await admin.call(contract.list, { query: {} })).body.find((token) => token.id === id);

test('[OPS-06] a token is shown once, and stored as a hash only', async () => {
  const { id, token } = await tokenWith();
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(t)::text as row from api_tokens t where id = ${id}`.execute(db.db);
  expect(rows[0]?.row).toContain(sha256Hex(token));
  expect(rows[0]?.row).not.toContain(token.slice(3, 40));
  const listed = await admin.get('/api/tokens');
  expect(JSON.stringify(listed.body)).not.toContain(token.slice(3, 40));
  const trail = await sql<{ text: string }>`
    select string_agg(header || coalesce(payload, ''), '') as text from audit.events`.execute(db.db);
  expect(trail.rows[0]?.text).not.toContain(token.slice(3, 40));
  expect(trail.rows[0]?.text).not.toContain(sha256Hex(token));
});

test('[OPS-06] the answer that is stored for a repeated request has no token', async () => {
  const headers = { 'idempotency-key': 'the-same-key' };
  const body = formOf({ name: 'Twice' });
  const first = await admin.call(contract.create, { body, headers });
  const second = await admin.call(contract.create, { body, headers });
  expect(first.body.token).toMatch(/^tt_/);
  expect(second.body).toEqual({ id: first.body.id, token: null });
});

test('[OPS-06] a token reads what its permissions allow, in its organization alone', async () => {
  const { client } = await tokenWith({ organizationId: own.id });
  const mine = await people(client);
  expect(mine.status).toBe(200);
  expect(mine.body.map(({ organizationId }) => organizationId)).toEqual([own.id]);
  const organizations = await client.call(organizationsContract.list, { query: {} });
  expect(organizations.body.map(({ id }) => id)).toEqual([own.id]);
  const foreign = await client.call(organizationsContract.get, { params: { id: String(other.id) } });
  expect(foreign.status).toBe(404);
  expect(codeOf(await client.call(auditTrailContract.list, { query: {} }))).toEqual([403, 'forbidden']);
});

test('[OPS-06] a token makes no tokens, and no call for people accepts it', async () => {
  const { client } = await tokenWith();
  for (const answer of [
    await client.call(contract.list, { query: {} }),
    await client.call(contract.create, { body: formOf() }),
    await client.get(`/api/users/${boss.id}/password`),
    await client.get('/api/auth/user'),
    await client.get('/api/audit/reviews/next'),
  ])
    expect(codeOf(answer)).toEqual([401, 'token_not_accepted']);
});

test('[OPS-06] what a token does is in the audit trail as the token’s, with its name', async () => {
  const { id, client } = await tokenWith({ name: 'ERP', scopes: ['organizations.manage'] });
  const made = await client.call(organizationsContract.createDepartment, {
    body: { organizationId: own.id, name: 'Made by a machine' },
  });
  expect(made.status).toBe(201);
  const { body } = await admin.call(auditTrailContract.list, { query: { actor: `token-${String(id)}` } });
  expect(body.rows.map(({ action, actor }) => ({ action, actor }))).toEqual([
    { action: 'department.created', actor: { id: `token-${String(id)}`, name: 'ERP' } },
  ]);
});

test('[OPS-06] a revoked token is refused at once, and cannot be revoked again', async () => {
  const { id, client } = await tokenWith();
  expect((await people(client)).status).toBe(200);
  const revoke = () =>
    admin.call(contract.revoke, { params: { id: String(id) }, body: { reason: 'It leaked.' } });
  expect((await revoke()).status).toBe(200);
  const refused = await people(client);
  expect(codeOf(refused)).toEqual([401, 'token_refused']);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  expect(codeOf(await revoke())).toEqual([409, 'token_revoked']);
  expect(await tokenOf(id)).toMatchObject({ state: 'revoked', revokedByName: 'Ana Ruiz' });
});

test('[OPS-06] a token ends with its last day', async () => {
  const { client, id } = await tokenWith({
    lastDay: addDays(server.services.clock.now().toISOString().slice(0, 10), 1),
  });
  expect((await people(client)).status).toBe(200);
  await db.moveClock({ days: 2 });
  expect(codeOf(await people(client))).toEqual([401, 'token_refused']);
  await db.moveClock({});
  expect((await tokenOf(id))?.state).toBe('active');
});

test('[OPS-06] a token stops when its maker is no administrator any more, and never opens more than it was made for', async () => {
  const maker = await createUser(server.services, { role: 'admin' });
  const { id, token, client } = await tokenWith({}, await signIn(server.client(), maker));
  const set = (change: ReturnType<typeof sql>) =>
    asFixture(server.services, async (tx) => {
      await change.execute(tx.db);
    });
  await set(sql`update users set role = 'manager' where id = ${maker.id}`);
  expect(codeOf(await people(client))).toEqual([401, 'token_refused']);
  expect((await tokenOf(id))?.state).toBe('stopped');
  await set(sql`update users set role = 'admin', is_active = false where id = ${maker.id}`);
  expect((await people(client)).status).toBe(401);
  await set(sql`update users set is_active = true where id = ${maker.id}`);
  expect((await people(client)).status).toBe(200);
  await set(
    sql`update api_tokens set scopes = '{people.list,audit.view}' where token_hash = ${sha256Hex(token)}`,
  );
  expect(codeOf(await people(client))).toEqual([401, 'token_refused']);
});

test('[OPS-06] a token of an archived organization is refused', async () => {
  const { id: organizationId } = await createOrganization(server.services);
  const { client } = await tokenWith({ organizationId });
  expect((await people(client)).status).toBe(200);
  await asFixture(server.services, async (tx) => {
    await sql`update organizations set is_active = false, archived_at = app_now() where id = ${organizationId}`.execute(
      tx.db,
    );
  });
  expect((await people(client)).status).toBe(401);
});

test('[OPS-06] unknown and misspelled tokens are refused, a session beside them does not help, and public calls ignore them', async () => {
  for (const token of [newTokenText(), 'tt_', `tt_${'a'.repeat(49)}`]) {
    const headers = { authorization: `Bearer ${token}` };
    expect(codeOf(await admin.call(peopleContract.list, { query: {}, headers })), token).toEqual([
      401,
      'token_refused',
    ]);
    expect((await server.client({ headers }).get('/api/version')).status).toBe(200);
  }
});

test('[OPS-06] more calls than a minute allows are refused with the time to wait, and the next minute starts anew', async () => {
  const { id, token, client } = await tokenWith();
  const second = await startTestServer({ db });
  // To the start of a minute, which must not end between the calls.
  const toNextMinute = 60_000 - (Date.now() % 60_000);
  await db.moveClock({ milliseconds: toNextMinute });
  try {
    expect((await people(client)).status).toBe(200);
    await sql`update api_token_uses set calls = ${TOKEN_CALLS_PER_MINUTE} where token_id = ${id}`.execute(
      db.db,
    );
    // The first server still has calls that it took before; the second has none.
    expect((await people(client)).status).toBe(200);
    const refused = await people(second.client({ headers: { authorization: `Bearer ${token}` } }));
    expect(codeOf(refused)).toEqual([429, 'too_many_calls']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  } finally {
    await second.close();
  }
  await db.moveClock({ milliseconds: toNextMinute + 60_000 });
  expect((await people(client)).status).toBe(200);
});

test('[OPS-06] the last use is known, with one write for twenty calls', async () => {
  const { id, client } = await tokenWith();
  expect((await tokenOf(id))?.lastUsedAt).toBeNull();
  for (let call = 0; call < 20; call += 1) await people(client);
  const counted = await sql<{
    calls: number;
  }>`select calls from api_token_uses where token_id = ${id}`.execute(db.db);
  // Two where a minute ends between the calls.
  expect([20, 40]).toContain(counted.rows[0]?.calls);
  expect((await tokenOf(id))?.lastUsedAt).not.toBeNull();
});

test('[OPS-06] calls at the same time take no more from the minute than calls one after another', async () => {
  const { id, client } = await tokenWith();
  const answers = await Promise.all(Array.from({ length: 60 }, () => people(client)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const counted = await sql<{
    calls: number;
  }>`select calls from api_token_uses where token_id = ${id}`.execute(db.db);
  // Calls that were reserved before a minute ended are reserved again.
  expect(counted.rows[0]?.calls).toBeLessThanOrEqual(80);
});

test('[OPS-06] days, permissions and organizations that do not fit are refused at their field', async () => {
  const today = server.services.clock.now().toISOString().slice(0, 10);
  const wrong: readonly [Partial<Form>, string, string][] = [
    [{ lastDay: addDays(today, 367) }, 'lastDay', 'token_too_long'],
    [{ lastDay: addDays(today, -1) }, 'lastDay', 'day_over'],
    [{ scopes: ['organizations.manage'], organizationId: own.id }, 'scopes', 'token_scope_needs_all'],
    [{ organizationId: 2_000_000_000 }, 'organizationId', 'no_organization'],
    [{ name: ' ' }, 'name', 'name_needed'],
    [{ scopes: [] }, 'scopes', 'token_scopes_needed'],
  ];
  for (const [changes, path, reason] of wrong) {
    const { status, body } = await admin.call(contract.create, { body: formOf(changes) });
    expect(status).toBe(422);
    expect((body as unknown as Problem).errors).toMatchObject([{ path, reason }]);
  }
});

test('[OPS-06] a new token and its end need a fresh proof of identity', async () => {
  const { id } = await tokenWith();
  const stale = await signIn(server.client(), boss);
  await db.moveClock({ minutes: 15 });
  const answers = [
    await stale.call(contract.create, { body: formOf() }),
    await stale.call(contract.revoke, { params: { id: String(id) }, body: { reason: 'Done.' } }),
  ];
  expect(answers.map(({ body }) => (body as unknown as Problem).code)).toEqual([
    'STEP_UP_REQUIRED',
    'STEP_UP_REQUIRED',
  ]);
});

test('[OPS-06] administrators get one email before a token expires', async () => {
  const { id } = await tokenWith({ name: 'Expires soon' });
  const told = async () => {
    await warnOfTokensJob.run(server.services, {});
    const { rows } = await sql<{ payload: { listed: { title: string }[] } }>`
      select payload from mail_outbox where template = 'accounts.tokensExpire'`.execute(db.db);
    return rows.filter(({ payload }) => payload.listed.some(({ title }) => title === 'Expires soon')).length;
  };
  expect(await told()).toBe(0);
  await db.moveClock({ days: 20 });
  const administrators = await sql<{ count: number }>`
    select count(*)::int as count from users where role = 'admin' and is_active`.execute(db.db);
  expect(await told()).toBe(administrators.rows[0]?.count);
  expect(await told()).toBe(administrators.rows[0]?.count);
  await db.moveClock({});
  expect((await tokenOf(id))?.state).toBe('active');
});
