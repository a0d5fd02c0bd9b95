import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsContract } from '#shared/contract/accounts.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { namesContract as contract } from '#shared/contract/names.ts';
import { notificationsContract } from '#shared/contract/notifications.ts';
import { peopleContract } from '#shared/contract/people.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let boss: FixtureUser;
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

/** An organization with its HR person and a member. */
async function office() {
  const { id: organizationId } = await createOrganization(server.services);
  const hrUser = await createUser(server.services, {
    organizationId,
    grants: [{ kind: 'hr', organizationId }],
  });
  const user = await createUser(server.services, { organizationId, firstName: 'Mia', lastName: 'Member' });
  const [hr, member] = [await signIn(server.client(), hrUser), await signIn(server.client(), user)];
  return { organizationId, hrUser, hr, user, member };
}

const request = (client: TestClient, body: Record<string, unknown>) =>
  client.call(peopleContract.updateProfile, { body });

const pendingOf = async (client: TestClient, userId: string) =>
  (await client.call(contract.requests, { query: { limit: 1000 } })).body.find(
    (one) => one.userId === userId,
  );

const mailsOf = async (to: string) => {
  const { rows } = await sql<{ template: string }>`
    select template from mail_outbox where to_address = ${to} order by id`.execute(server.services.db);
  return rows.map(({ template }) => template);
};

test('[AUTH-16] another first or last name is requested; what else was sent is saved, and those who decide are notified', async () => {
  const { hr, hrUser, user, member } = await office();
  const answer = await request(member, { lastName: 'Married', preferredName: 'Mimi' });
  expect(answer.body).toMatchObject({
    firstName: 'Mia',
    lastName: 'Member',
    preferredName: 'Mimi',
    nameRequest: { firstName: 'Mia', lastName: 'Married', decision: null },
  });
  expect(await pendingOf(hr, user.id)).toMatchObject({
    current: { firstName: 'Mia', lastName: 'Member' },
    requested: { firstName: 'Mia', lastName: 'Married' },
    isOwn: false,
  });
  expect(await pendingOf(admin, user.id)).toBeDefined();
  expect(await mailsOf(hrUser.email)).toEqual(['people.nameRequested']);
  const bell = await admin.call(notificationsContract.list);
  expect(bell.body.notifications[0]).toMatchObject({ title: 'Name change to approve', path: '/users' });
  const me = (await member.call(accountsContract.currentUser)).body;
  expect(me).toMatchObject({ lastName: 'Member', preferredName: 'Mimi' });
  // Sending the present name again changes nothing; another wish replaces the first one.
  expect((await request(member, { lastName: 'Member' })).body.nameRequest?.lastName).toBe('Married');
  await request(member, { lastName: 'Marriott' });
  expect((await pendingOf(hr, user.id))?.requested.lastName).toBe('Marriott');
});

test('[AUTH-16] hr of the organization approves, and the name changes; the owner is told', async () => {
  const { hr, user, member } = await office();
  const made = await request(member, { lastName: 'Married' });
  const params = { id: String(made.body.nameRequest?.id) };
  const approved = await hr.call(contract.approve, { params, body: {} });
  expect(approved.body).toEqual({ userId: user.id, firstName: 'Mia', lastName: 'Married' });
  const profile = (await member.call(peopleContract.profile)).body;
  expect(profile).toMatchObject({ lastName: 'Married', nameRequest: null });
  expect(await mailsOf(user.email)).toEqual(['people.nameApproved']);
  const again = await hr.call(contract.approve, { params, body: {} });
  expect([again.status, (again.body as unknown as Problem).code]).toEqual([409, 'ILLEGAL_STEP']);
});

test('[AUTH-16] [NOT-02] an inactive person gets no email about the name', async () => {
  const { user, member } = await office();
  const made = await request(member, { lastName: 'Married' });
  expect((await admin.patch(`/api/users/${user.id}`, { isActive: false })).status).toBe(200);
  const params = { id: String(made.body.nameRequest?.id) };
  expect((await admin.call(contract.approve, { params, body: {} })).status).toBe(200);
  expect(await mailsOf(user.email)).toEqual([]);
});

test('[AUTH-16] a request is declined with a reason that its owner reads, or withdrawn', async () => {
  const { hr, user, member } = await office();
  const made = await request(member, { firstName: 'Maya' });
  const params = { id: String(made.body.nameRequest?.id) };
  expect((await hr.post(`/api/name-requests/${params.id}/decline`, {})).status).toBe(422);
  expect((await hr.call(contract.decline, { params, body: { reason: 'No document' } })).status).toBe(200);
  expect((await member.call(peopleContract.profile)).body).toMatchObject({
    firstName: 'Mia',
    nameRequest: { decision: 'declined', reason: 'No document', firstName: 'Maya' },
  });
  await request(member, { firstName: 'Maja' });
  expect((await member.call(contract.withdraw)).body.nameRequest).toBeNull();
  expect(await pendingOf(hr, user.id)).toBeUndefined();
  expect((await member.call(contract.withdraw)).status).toBe(404);
});

test('[AUTH-16] nobody approves their own request, nor changes their own printed name', async () => {
  const { hr, hrUser } = await office();
  const own = await request(hr, { lastName: 'Selfmade' });
  expect((await pendingOf(hr, hrUser.id))?.isOwn).toBe(true);
  const params = { id: String(own.body.nameRequest?.id) };
  expect((await hr.call(contract.approve, { params, body: {} })).status).toBe(409);
  expect((await hr.call(contract.decline, { params, body: { reason: 'x' } })).status).toBe(409);
  const body = { firstName: 'A', lastName: 'B' };
  expect((await hr.call(contract.change, { params: { userId: hrUser.id }, body })).status).toBe(409);
  const second = await createUser(server.services, { role: 'admin' });
  const other = await signIn(server.client(), second);
  const edited = await other.patch<Problem>(`/api/users/${second.id}`, { firstName: 'Self' });
  expect([edited.status, edited.body.errors?.[0]?.path]).toEqual([422, 'firstName']);
  const asked = await request(other, { firstName: 'Self' });
  expect(asked.body.nameRequest?.firstName).toBe('Self');
  // The other administrator decides.
  const id = String(asked.body.nameRequest?.id);
  expect((await admin.call(contract.approve, { params: { id }, body: {} })).body.firstName).toBe('Self');
});

test('[AUTH-16] an administrator who is alone changes the own name, since nobody else could approve it', async () => {
  const fresh = await createTestDatabase();
  const alone = await startTestServer({ db: fresh });
  try {
    const client = await signIn(alone.client(), await createUser(alone.services, { role: 'admin' }));
    const answer = await client.call(peopleContract.updateProfile, { body: { lastName: 'Alone' } });
    expect(answer.body).toMatchObject({ lastName: 'Alone', nameRequest: null });
  } finally {
    await alone.close();
    await fresh.drop();
  }
});

test('[AUTH-16] hr changes the printed name of people of the organization only; a pending request for it is settled', async () => {
  const { hr, user, member } = await office();
  await request(member, { lastName: 'Married' });
  const body = { firstName: 'Mia', lastName: 'Married' };
  const changed = await hr.call(contract.change, { params: { userId: user.id }, body });
  expect(changed.body).toEqual({ userId: user.id, ...body });
  expect((await member.call(peopleContract.profile)).body).toMatchObject({ ...body, nameRequest: null });
  expect((await hr.call(contract.change, { params: { userId: boss.id }, body })).status).toBe(404);
  expect((await member.call(contract.change, { params: { userId: boss.id }, body })).status).toBe(403);
});

test('[AUTH-16] [USR-08] an erasure takes requested and preferred names out of records and trail', async () => {
  const { user, member } = await office();
  await request(member, { lastName: 'Zuckerbrotzky', preferredName: 'Zuckerbrotzky' });
  const erased = await admin.post(`/api/users/${user.id}/erase`, { reason: 'asked for' });
  expect(erased.status).toBe(200);
  const { rows } = await database.admin.query<{ found: number }>(
    `select (select count(*)::int from name_requests where last_name like '%Zuckerbrotzky%')
       + (select count(*)::int from users where preferred_name is not null and id = $1)
       + (select count(*)::int from mail_outbox m where m::text like '%Zuckerbrotzky%')
       + (select count(*)::int from audit.events where coalesce(payload, residual) like '%Zuckerbrotzky%') as found`,
    [user.id],
  );
  expect(rows[0]?.found).toBe(0);
});
