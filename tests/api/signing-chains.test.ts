import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { mailedTokenOf } from '#tests/harness/mailed-token.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { SigningWorld } from '#tests/harness/signing-world.ts';
import { createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { createUser, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
/** Of the same database, without an email server. */
let silent: TestServer;
let world: TrainingWorld;
let signing: SigningWorld;
let mallory: FixtureUser;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { smtp: { url: 'smtp://127.0.0.1:1' } } });
  silent = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  signing = new SigningWorld(server, db, world);
  mallory = await createUser(server.services, { role: 'admin', firstName: 'Mallory', lastName: 'Price' });
  admin = await signIn(server.client(), mallory);
});

afterEach(async () => {
  await db.admin.query('delete from sign_in_throttles');
  await db.admin.query('update sessions set strong_auth_at = app_now()');
});

afterAll(async () => {
  await server.close();
  await silent.close();
  await db.drop();
});

const own = FIXTURE_PASSWORD;
const evil = (id: string, name = 'mallory') => `${name}-${id.slice(-8)}@evil.example`;
const tokenFor = (to: string, template: string) => mailedTokenOf(server.services, db, to, template);
const setEmail = async (userId: string, email: string) =>
  expect((await admin.patch(`/api/users/${userId}`, { email })).status).toBe(200);
const stop = (token: string) => server.client().post('/api/auth/stop-email-change', { token });
const accept = (client: TestClient) => client.post('/api/auth/signature-agreement', { accepted: true });

/** Which emails about the account have gone to an address. */
async function mailsTo(address: string): Promise<readonly string[]> {
  const { rows } = await db.admin.query<{ template: string }>(
    `select template from mail_outbox where to_address = $1 and category = 'security' order by id`,
    [address],
  );
  return rows.map(({ template }) => template);
}

/** An administrator whom another one has made, at an own mailbox. */
async function puppetOf(maker: TestClient, name: string): Promise<TestClient> {
  const email = `${name}@evil.example`;
  const form = { email, firstName: 'Pat', lastName: 'Puppet', role: 'admin' };
  expect((await maker.post('/api/users', form)).status).toBe(201);
  await signing.chooseByLink(email, own, 'reminders.invitation');
  const puppet = await signIn(server.client(), { email, password: own });
  await accept(puppet);
  return puppet;
}

describe('links that stop a change', () => {
  test('[SIG-05] [AUTH-16] go only to the address that the person has agreed to, whatever an administrator enters', async () => {
    const { person, client } = await signing.victim();
    await enrol(server.services, client, own);
    const [first, second] = [evil(person.id, 'first'), evil(person.id, 'second')];
    await setEmail(person.id, first);
    await setEmail(person.id, second);
    await admin.post(`/api/users/${person.id}/reset-two-factor`, {});
    const thief = await signing.takeOver(admin, person.id, second);
    await thief.client.patch('/api/users/profile', { email: evil(person.id, 'third') });
    expect(await mailsTo(person.email)).toEqual([
      'accounts.authenticatorAdded',
      'people.emailReplaced',
      'people.emailReplaced',
      'accounts.twoFactorReset',
      'accounts.passwordIssued',
      'people.emailRequested',
    ]);
    expect(await mailsTo(first)).toEqual(['people.emailChanged']);
    expect(await mailsTo(second)).toEqual([]);
  });

  test('[SIG-05] [AUTH-16] kept by an administrator give no address back after the person has taken another one', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    await setEmail(person.id, person.email);
    // The person proves who they are and moves to another mailbox.
    await signing.takeOver(admin, person.id, person.email);
    await server.client().post('/api/auth/forgot-password', { email: person.email });
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(person.email, 'only ada knows this');
    const ada = await signIn(server.client(), { email: person.email, password: 'only ada knows this' });
    const next = `next-${person.email}`;
    await ada.patch('/api/users/profile', { email: next });
    const token = await tokenFor(next, 'people.confirmEmail');
    expect((await server.client().post('/api/auth/confirm-email', { token })).status).toBe(200);
    // Whatever has gone to the administrator's mailbox meanwhile opens nothing.
    await expect(tokenFor(evil(person.id), 'people.emailReplaced')).rejects.toThrow(/no people/);
    expect(await signing.sign(ada, ids[0] ?? 0, 'only ada knows this')).toBe('signed');
  });

  test('[SIG-05] [AUTH-16] end an issued password, the address entered before and every session of the other', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    const thief = await signing.takeOver(admin, person.id, evil(person.id));
    expect((await stop(await tokenFor(person.email, 'accounts.passwordIssued'))).status).toBe(200);
    expect((await thief.client.get('/api/auth/user')).status).toBe(401);
    for (const email of [person.email, evil(person.id)]) {
      const entry = { email, password: thief.password };
      expect((await server.client().post('/api/auth/login', entry)).status).toBe(401);
    }
    await signing.chooseByLink(person.email, 'only ada knows this');
    const ada = await signIn(server.client(), { email: person.email, password: 'only ada knows this' });
    expect(await signing.sign(ada, ids[0] ?? 0, 'only ada knows this')).toBe('signed');
  });

  test('[AUTH-08] reach somebody whose account was deactivated before', async () => {
    const { person } = await signing.victim();
    await admin.patch(`/api/users/${person.id}`, { isActive: false });
    await admin.post(`/api/users/${person.id}/generate-password`);
    await admin.patch(`/api/users/${person.id}`, { isActive: true });
    expect(await mailsTo(person.email)).toEqual(['accounts.passwordIssued']);
    const shown = await admin.get<{ signingClosed: boolean }[]>(`/api/users?q=${person.email}`);
    expect(shown.body).toMatchObject([{ signingClosed: true }]);
  });
});

describe('an administrator with a second account', () => {
  const names = { firstName: 'Ada', lastName: 'Winterbottom' };
  const ways: readonly [
    string,
    (puppet: TestClient, person: FixtureUser, client: TestClient) => Promise<number>,
  ][] = [
    [
      'changes the name there',
      async (puppet, person) => (await puppet.put(`/api/users/${person.id}/name`, names)).status,
    ],
    [
      'changes the account there',
      async (puppet, person) => (await puppet.patch(`/api/users/${person.id}`, names)).status,
    ],
    [
      'requests the name and approves it there',
      async (puppet, person, client) => {
        await client.patch('/api/users/profile', names);
        const { body } = await puppet.get<{ id: number; userId: string }[]>('/api/name-requests');
        const request = body.find(({ userId }) => userId === person.id);
        return (await puppet.post(`/api/name-requests/${String(request?.id)}/approve`, {})).status;
      },
    ],
  ];

  test.each(ways)('[SIG-05] [AUTH-16] who %s signs nothing under that name', async (_, rename) => {
    const { person, client, ids } = await signing.victim({
      role: 'admin',
      firstName: 'Max',
      lastName: 'Price',
    });
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('signed');
    const puppet = await puppetOf(client, `second-${person.id.slice(-8)}`);
    expect(await rename(puppet, person, client)).toBe(200);
    expect(await signing.refusal(client, ids[1] ?? 0, own)).toMatchObject({
      code: 'SIGNING_CLOSED',
      causes: ['name_changed'],
      ways: ['second_person'],
    });
  });

  test('[AUTH-16] a name that somebody independent changes closes nothing', async () => {
    const { person, client, ids } = await signing.victim();
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('signed');
    expect((await admin.put(`/api/users/${person.id}/name`, names)).status).toBe(200);
    expect(await signing.sign(client, ids[1] ?? 0, own)).toBe('signed');
  });

  test('[SIG-05] who uses an account that another one created, and that was never used, confirms nobody', async () => {
    const { person } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    const { code } = (await thief.client.post<{ code: string }>('/api/auth/signing/request')).body;
    // Without an email server, a first password opens signing; this one is Mallory's.
    const email = `unused-${person.id.slice(-8)}@world.example`;
    const honest = await signIn(silent.client(), await createUser(silent.services, { role: 'admin' }));
    const form = { email, firstName: 'Una', lastName: 'Used', role: 'admin' };
    const { user } = (await honest.post<{ user: { id: string } }>('/api/users', form)).body;
    const here = await signIn(silent.client(), mallory);
    expect((await here.patch(`/api/users/${user.id}`, { role: 'learner' })).status).toBe(200);
    const issued = await here.post<{ newPassword: string }>(`/api/users/${user.id}/generate-password`);
    expect((await here.patch(`/api/users/${user.id}`, { role: 'admin' })).status).toBe(200);
    const una = await signIn(silent.client(), { email, password: issued.body.newPassword });
    await una.post('/api/change-password', { newPassword: own });
    await accept(una);
    const confirmed = await una.post<{ code: string }>(`/api/users/${person.id}/signing/confirm`, {
      shownCode: code,
      reason: 'Recognized on a video call',
      signature: { password: own, meaning: statementFor('identity_confirmed').text },
    });
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'CONFLICT']);
    const seen = await una.get<{ refusal: string }>(`/api/users/${person.id}/signing`);
    expect(seen.body.refusal).toBe('dependent');
  });
});

test('[SIG-05] [SEC-06] no call shows an administrator a link or a code that was sent to somebody', async () => {
  const { person, client } = await signing.victim();
  await setEmail(person.id, evil(person.id));
  await client.post('/api/auth/signing/link');
  await client.post('/api/auth/signing/request');
  const secrets = await Promise.all(
    ['people.emailReplaced', 'accounts.signingLink'].map((template) => tokenFor(person.email, template)),
  );
  const seen: string[] = [];
  const look = async (path: string) => {
    const answer = await admin.get<unknown>(path);
    expect(answer.status, path).toBe(200);
    seen.push(JSON.stringify(answer.body));
    return answer.body;
  };
  const mails = (await look('/api/outbox?limit=100')) as { id: number; to?: string }[];
  expect(mails.length).toBeGreaterThan(0);
  for (const { id } of mails.slice(0, 10)) await look(`/api/outbox/${String(id)}`);
  for (const path of [`/api/users/${person.id}/signing`, `/api/users?q=${evil(person.id)}`]) await look(path);
  for (const secret of secrets) expect(seen.join('\n')).not.toContain(secret);
});

test('[SIG-05] one call alone takes the email of another person, and it closes signing', () => {
  const takesEmail = catalogue
    .filter(({ method, access }) => method !== 'GET' && 'permission' in access)
    .filter(
      ({ body }) =>
        body !== undefined && JSON.stringify(body.toJSONSchema?.({ io: 'input' }) ?? {}).includes('"email"'),
    )
    .map(({ id }) => id)
    .toSorted();
  expect(takesEmail).toEqual([
    // The heading of a column: by it an absence finds its person.
    'absenceImports.check',
    // A filter, and addresses of parties without an account.
    'exports.request',
    'hr.changeAgreement',
    'hr.changeRegistration',
    'hr.createAgreement',
    'hr.createRegistration',
    // The heading of a column: by it a completion finds its person.
    'pastImports.check',
    // Nobody has signed with a new account, and an own email waits for its link.
    'people.create',
    'people.update',
    'people.updateProfile',
    // The heading of a column: an import changes an email by the same command as people.update.
    'peopleImports.check',
    // Filters again.
    'savedExports.change',
    'savedExports.create',
  ]);
});

describe('a learner', () => {
  test('[SIG-05] [AUTH-13] neither reopens signing, nor confirms, nor writes what decides about it', async () => {
    const { person, client, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    const { code } = (await client.post<{ code: string }>('/api/auth/signing/request')).body;
    const mine = await signing.victim();
    const form = {
      shownCode: code ?? 'AAAA-AAAA',
      reason: 'I know this person',
      signature: { password: own, meaning: statementFor('identity_confirmed').text },
    };
    for (const one of [client, mine.client]) {
      expect((await one.post(`/api/users/${person.id}/signing/confirm`, form)).status).toBe(403);
      expect((await one.get(`/api/users/${person.id}/signing`)).status).toBe(403);
    }
    for (const key of ['signingEmail', 'signing_email', 'role', 'pendingEmail', 'isActive'])
      expect((await client.patch('/api/users/profile', { [key]: 'x' })).status).toBe(422);
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('SIGNING_CLOSED');
    // Whose signing is open has nothing to request, and signs nothing for the other.
    expect((await mine.client.post('/api/auth/signing/request')).status).toBe(409);
    expect(await signing.sign(mine.client, ids[0] ?? 0, own)).not.toBe('signed');
  });

  test('[SIG-05] [AUTH-16] who gives an own name another order in one request signs under the stored one', async () => {
    const { client, person, ids } = await signing.victim({ firstName: 'Lea', lastName: 'Lund' });
    for (const lastName of ['Winterbottom', 'Lund']) {
      await client.patch('/api/users/profile', {
        firstName: 'Ada',
        lastName,
        preferredName: 'Ada Winterbottom',
      });
      await signing.sign(client, ids[lastName === 'Lund' ? 1 : 0] ?? 0, own);
    }
    const { rows } = await db.admin.query(
      'select distinct printed_name from signatures where signer_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ printed_name: 'Lea Lund' }]);
  });
});
