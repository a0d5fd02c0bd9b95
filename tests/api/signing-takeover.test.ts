import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { mailedTokenOf } from '#tests/harness/mailed-token.ts';
import { ProviderBrowser, startOpenIdProvider, type OpenIdProvider } from '#tests/harness/openid-provider.ts';
import { throughProvider } from '#tests/harness/provider-sign-in.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { SigningWorld } from '#tests/harness/signing-world.ts';
import { createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';
import { codeOf, enrol } from '#tests/harness/two-factor.ts';
import { createUser, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let provider: OpenIdProvider;
let server: TestServer;
let world: TrainingWorld;
let signing: SigningWorld;
/** The administrator who acts against people. */
let mallory: FixtureUser;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  provider = await startOpenIdProvider();
  server = await startTestServer({
    db,
    config: { oidc: provider.oidc, smtp: { url: 'smtp://127.0.0.1:1' } },
  });
  provider.register(server.url);
  world = await createTrainingWorld(server, 0);
  signing = new SigningWorld(server, db, world);
  mallory = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), mallory);
});

afterEach(async () => {
  await db.moveClock({});
  await db.admin.query('delete from sign_in_throttles');
  await db.admin.query('update sessions set strong_auth_at = app_now()');
});

afterAll(async () => {
  await server.close();
  await provider.stop();
  await db.drop();
});

const own = FIXTURE_PASSWORD;
const evil = (id: string) => `mallory-${id.slice(-8)}@evil.example`;
const setEmail = async (userId: string, email: string) => {
  const answer = await admin.patch(`/api/users/${userId}`, { email });
  expect(answer.status).toBe(200);
};
const newIntent = () => randomBytes(32).toString('base64url');
const signaturesOf = async (userId: string) => {
  const { rows } = await db.admin.query<{ method: string }>(
    'select auth_method as method from signatures where signer_id = $1 order by id',
    [userId],
  );
  return rows.map(({ method }) => method);
};
const requestCode = (client: TestClient) =>
  client.post<{ code?: string; detail?: string }>('/api/auth/signing/request');
const confirm = (client: TestClient, userId: string, code: string, fields: object = {}) =>
  client.post<{ code?: string; detail?: string; errors?: { path: string }[] }>(
    `/api/users/${userId}/signing/confirm`,
    {
      shownCode: code,
      reason: 'Recognized on a video call',
      signature: { password: own, meaning: statementFor('identity_confirmed').text },
      ...fields,
    },
  );
/** An administrator who may sign and has nothing to do with anybody. */
async function bystander(): Promise<TestClient> {
  const client = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  await client.post('/api/auth/signature-agreement', { accepted: true });
  return client;
}

describe('an administrator alone', () => {
  test('[SIG-05] who changes the email, issues a password, chooses one, changes the email back, signs nothing', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    const thief = await signing.takeOver(admin, person.id, evil(person.id));
    await setEmail(person.id, person.email);
    expect(await signing.refusal(thief.client, ids[0] ?? 0, thief.password)).toMatchObject({
      code: 'SIGNING_CLOSED',
      causes: ['email_changed', 'credential_issued'],
      ways: ['mailbox', 'second_person'],
      mailbox: expect.stringMatching(/^.•••@/) as string,
    });
    expect(await signaturesOf(person.id)).toEqual([]);
  });

  test('[SIG-05] [AUTH-08] who issues a password and chooses another signs nothing', async () => {
    const { person, ids } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    expect(await signing.sign(thief.client, ids[0] ?? 0, thief.password)).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] [AUTH-10] who changes the email and has a link sent there signs nothing, however often', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    await server.client().post('/api/auth/forgot-password', { email: evil(person.id) });
    expect((await admin.post('/api/users/reset-password', { userId: person.id })).status).toBe(200);
    await signing.chooseByLink(evil(person.id), 'chosen by somebody else');
    const thief = await signIn(server.client(), {
      email: evil(person.id),
      password: 'chosen by somebody else',
    });
    expect(await signing.sign(thief, ids[0] ?? 0, 'chosen by somebody else')).toBe('SIGNING_CLOSED');
    // A second change does not make the first address the one that proves.
    await setEmail(person.id, `second-${evil(person.id)}`);
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(`second-${evil(person.id)}`, 'chosen by somebody, again');
    const again = await signIn(server.client(), {
      email: `second-${evil(person.id)}`,
      password: 'chosen by somebody, again',
    });
    expect((await again.post('/api/auth/signing/link')).status).toBe(200);
    await expect(
      mailedTokenOf(server.services, db, `second-${evil(person.id)}`, 'accounts.signingLink'),
    ).rejects.toThrow(/no accounts.signingLink/);
    await expect(
      mailedTokenOf(server.services, db, person.email, 'accounts.signingLink'),
    ).resolves.toHaveLength(43);
    expect(await signing.sign(again, ids[0] ?? 0, 'chosen by somebody, again')).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] [AUTH-16] who moves the account to an own mailbox from the profile signs nothing', async () => {
    const { person, ids } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    expect((await thief.client.patch('/api/users/profile', { email: evil(person.id) })).status).toBe(200);
    const token = await mailedTokenOf(server.services, db, evil(person.id), 'people.confirmEmail');
    expect((await server.client().post('/api/auth/confirm-email', { token })).status).toBe(200);
    await server.client().post('/api/auth/forgot-password', { email: evil(person.id) });
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(evil(person.id), 'yet another of them');
    const later = await signIn(server.client(), { email: evil(person.id), password: 'yet another of them' });
    expect(await signing.sign(later, ids[0] ?? 0, 'yet another of them')).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] [AUTH-09] who resets the authenticator and enrols an own one signs nothing', async () => {
    const { person, client, ids } = await signing.victim();
    await enrol(server.services, client, own);
    expect((await admin.post(`/api/users/${person.id}/reset-two-factor`, {})).status).toBe(200);
    const thief = await signing.takeOver(admin, person.id, person.email);
    const form = { currentPassword: thief.password };
    const { key } = (await thief.client.post<{ key: string }>('/api/auth/two-factor/enrol', form)).body;
    const first = { code: await codeOf(server.services, key) };
    expect((await thief.client.post('/api/auth/two-factor/confirm', first)).status).toBe(200);
    const code = await codeOf(server.services, key, 1);
    expect(await signing.sign(thief.client, ids[0] ?? 0, thief.password, { code })).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] who deactivates and reactivates, renames or moves the account meanwhile, signs nothing', async () => {
    const { person, ids } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    for (const change of [
      { isActive: false },
      { isActive: true },
      { role: 'manager' },
      { firstName: 'Other' },
    ]) {
      expect((await admin.patch(`/api/users/${person.id}`, change)).status).toBe(200);
    }
    const client = await signIn(server.client(), { email: person.email, password: thief.password });
    expect(await signing.sign(client, ids[0] ?? 0, thief.password)).toBe('SIGNING_CLOSED');
    expect((await client.post('/api/users/' + person.id + '/signing/confirm', {})).status).not.toBe(200);
  });

  test('[SIG-05] [AUTH-03] who has the provider match the changed email signs nothing', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    const sub = `evil-${person.id}`;
    provider.people.set(sub, { sub, email: evil(person.id), email_verified: true });
    const browser = new ProviderBrowser();
    const thief = server.client();
    expect(await throughProvider(thief, browser, sub)).toBe('/');
    await setEmail(person.id, person.email);
    const intent = newIntent();
    await throughProvider(thief, browser, sub, `/api/login/confirm?intent=${intent}`);
    const byProvider = { confirmation: intent, password: undefined };
    expect(await signing.sign(thief, ids[0] ?? 0, '', byProvider)).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] who confirms it, makes another administrator confirm it, or takes one over for that, gets nowhere', async () => {
    const { person, ids } = await signing.victim();
    const thief = await signing.takeOver(admin, person.id, person.email);
    const { code = '' } = (await requestCode(thief.client)).body;
    await admin.post('/api/auth/signature-agreement', { accepted: true });
    const self = await confirm(admin, person.id, code, {
      signature: { password: mallory.password, meaning: statementFor('identity_confirmed').text },
    });
    expect([self.status, self.body.code]).toEqual([409, 'CONFLICT']);
    // A new administrator at an own mailbox, and one whom that one makes.
    let maker = admin;
    for (const name of ['puppet', 'puppet-of-puppet']) {
      const email = `${name}-${person.id.slice(-8)}@evil.example`;
      const made = await maker.post('/api/users', { email, firstName: 'P', lastName: 'P', role: 'admin' });
      expect(made.status).toBe(201);
      await signing.chooseByLink(email, own, 'reminders.invitation');
      const puppet = await signIn(server.client(), { email, password: own });
      await puppet.post('/api/auth/signature-agreement', { accepted: true });
      expect((await confirm(puppet, person.id, code)).body).toMatchObject({ code: 'CONFLICT' });
      const seen = await puppet.get<{ refusal: string }>(`/api/users/${person.id}/signing`);
      expect(seen.body.refusal).toBe('dependent');
      maker = puppet;
    }
    // A real one, whose account is moved: their own signing is closed.
    const bea = await createUser(server.services, { role: 'admin' });
    await setEmail(bea.id, evil(bea.id));
    await admin.post('/api/users/reset-password', { userId: bea.id });
    const chosen = 'chosen by somebody else';
    await signing.chooseByLink(evil(bea.id), chosen);
    const taken = await signIn(server.client(), { email: evil(bea.id), password: chosen });
    await taken.post('/api/auth/signature-agreement', { accepted: true });
    const signature = { password: chosen, meaning: statementFor('identity_confirmed').text };
    expect((await confirm(taken, person.id, code, { signature })).body).toMatchObject({
      code: 'SIGNING_CLOSED',
    });
    expect(await signing.sign(thief.client, ids[0] ?? 0, thief.password)).toBe('SIGNING_CLOSED');
  });

  test('[SIG-05] who has left things in the account gains nothing when its person proves who they are', async () => {
    const { person, ids } = await signing.victim();
    await setEmail(person.id, evil(person.id));
    const sub = `left-${person.id}`;
    provider.people.set(sub, { sub, email: evil(person.id), email_verified: true });
    const browser = new ProviderBrowser();
    const linked = server.client();
    await throughProvider(linked, browser, sub);
    await setEmail(person.id, person.email);
    const thief = await signing.takeOver(admin, person.id, person.email);
    const phone = await enrol(server.services, thief.client, thief.password);
    await thief.client.patch('/api/users/profile', { email: evil(person.id) });
    const pending = await mailedTokenOf(server.services, db, evil(person.id), 'people.confirmEmail');
    // The person proves it, by a link to the own mailbox.
    await server.client().post('/api/auth/forgot-password', { email: person.email });
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(person.email, 'only ada knows this');
    // No session, no authenticator, no sign-in at the provider and no waiting email of the other is left.
    expect((await thief.client.get('/api/auth/user')).status).toBe(401);
    expect((await linked.get('/api/auth/user')).status).toBe(401);
    expect(await throughProvider(server.client(), browser, sub)).not.toBe('/');
    expect((await server.client().post('/api/auth/confirm-email', { token: pending })).status).toBe(422);
    const ada = await signIn(server.client(), { email: person.email, password: 'only ada knows this' });
    expect((await ada.get('/api/auth/two-factor')).body).toMatchObject({ enabled: false });
    expect(await phone.code()).toHaveLength(6);
    expect(await signing.sign(ada, ids[0] ?? 0, 'only ada knows this')).toBe('signed');
    // And the next issued password closes it again.
    const again = await signing.takeOver(admin, person.id, person.email);
    expect(await signing.sign(again.client, ids[1] ?? 0, again.password)).toBe('SIGNING_CLOSED');
  });
});

describe('the person', () => {
  test('[SIG-05] whose name waits for approval signs under the name that counts', async () => {
    const { person, client, ids } = await signing.victim({ firstName: 'Ada', lastName: 'Winterbottom' });
    await client.patch('/api/users/profile', { firstName: 'Eve', lastName: 'Other' });
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('signed');
    await client.patch('/api/users/profile', { firstName: 'Ada', lastName: 'Winterbottom' });
    const { rows } = await db.admin.query('select printed_name from signatures where signer_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ printed_name: 'Ada Winterbottom' }]);
  });

  test('[SIG-05] proves it by a link to the mailbox as it was before', async () => {
    const { person, client, ids } = await signing.victim();
    await setEmail(person.id, `new-${person.email}`);
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('SIGNING_CLOSED');
    expect((await client.post('/api/auth/signing/link')).status).toBe(200);
    await signing.chooseByLink(person.email, 'only ada knows this', 'accounts.signingLink');
    const again = await signIn(server.client(), {
      email: `new-${person.email}`,
      password: 'only ada knows this',
    });
    expect(await signing.sign(again, ids[0] ?? 0, 'only ada knows this')).toBe('signed');
    expect((await again.post<{ code: string }>('/api/auth/signing/link')).body.code).toBe('CONFLICT');
  });

  test('[SIG-05] [AUTH-09] proves it by the authenticator of before, with its code', async () => {
    const { person, client, ids } = await signing.victim();
    const phone = await enrol(server.services, client, own);
    await setEmail(person.id, `new-${person.email}`);
    expect(await signing.sign(client, ids[0] ?? 0, own)).toBe('SIGNATURE_REFUSED');
    expect(await signing.sign(client, ids[0] ?? 0, own, { code: await phone.code() })).toBe('signed');
    expect(await signing.sign(client, ids[1] ?? 0, own)).toBe('signed');
    expect(await signaturesOf(person.id)).toEqual(['password_totp', 'password']);
    // The new address is still the administrator's word: a password chosen there closes signing again.
    await admin.post('/api/users/reset-password', { userId: person.id });
    await signing.chooseByLink(`new-${person.email}`, 'chosen by somebody else');
    const { rows } = await db.admin.query(
      'select cause, caused_by from signing_closures where user_id = $1 and opened_at is null',
      [person.id],
    );
    expect(rows).toEqual([{ cause: 'link_elsewhere', caused_by: mallory.id }]);
  });

  test('[SIG-05] [AUTH-03] proves it at the provider of before; a password from meanwhile is gone', async () => {
    const { person, ids } = await signing.victim();
    const sub = `true-${person.id}`;
    provider.people.set(sub, { sub, email: person.email, email_verified: true });
    const browser = new ProviderBrowser();
    const client = server.client();
    await throughProvider(client, browser, sub);
    const thief = await signing.takeOver(admin, person.id, person.email);
    const back = server.client();
    await throughProvider(back, browser, sub);
    const intent = newIntent();
    await throughProvider(back, browser, sub, `/api/login/confirm?intent=${intent}`);
    expect(await signing.sign(back, ids[0] ?? 0, '', { confirmation: intent, password: undefined })).toBe(
      'signed',
    );
    expect((await thief.client.get('/api/auth/user')).status).toBe(401);
    const entry = { email: person.email, password: thief.password };
    expect((await server.client().post('/api/auth/login', entry)).status).toBe(401);
  });

  test('[SIG-05] is confirmed by a second person, who signs for it with the code of the own session', async () => {
    const { person, ids } = await signing.victim();
    const other = await bystander();
    const issued = await admin.post<{ newPassword: string }>(`/api/users/${person.id}/generate-password`);
    const password = issued.body.newPassword;
    const client = await signIn(server.client(), { email: person.email, password });
    const mine = 'only ada knows this';
    await client.post('/api/change-password', { currentPassword: password, newPassword: mine });
    // A session that did not choose the password: somebody else may have told it.
    const elsewhere = await signIn(server.client(), { email: person.email, password: mine });
    const phone = await enrol(server.services, client, mine);
    expect((await requestCode(elsewhere)).body).toMatchObject({ code: 'TEMPORARY_PASSWORD' });
    const { code = '' } = (await requestCode(client)).body;
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const wrong = await confirm(other, person.id, 'AAAA-AAAA');
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'shownCode']);
    const twisted = await confirm(other, person.id, code, {
      signature: { password: own, meaning: 'I have verified nothing' },
    });
    expect([twisted.status, twisted.body.code]).toEqual([422, 'SIGNATURE_REFUSED']);
    expect((await confirm(other, person.id, code.toLowerCase())).status).toBe(200);
    expect((await confirm(other, person.id, code)).body.code).toBe('CONFLICT');
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    // The authenticator came after the password that the person chose: it is the person's, and stays.
    const factors = { code: await phone.code() };
    expect(await signing.sign(client, ids[0] ?? 0, mine, factors)).toBe('signed');
    const seen = await other.get<{ open: boolean; closures: object[] }>(`/api/users/${person.id}/signing`);
    expect(seen.body).toMatchObject({
      open: true,
      closures: [
        { cause: 'credential_issued', opening: 'second_person', reason: 'Recognized on a video call' },
      ],
    });
  });

  test('[SIG-05] whose password changes after the request needs another one', async () => {
    const { person } = await signing.victim();
    const other = await bystander();
    const thief = await signing.takeOver(admin, person.id, person.email);
    const { code = '' } = (await requestCode(thief.client)).body;
    await thief.client.post('/api/change-password', {
      currentPassword: thief.password,
      newPassword: 'and now another one',
    });
    expect((await confirm(other, person.id, code)).status).toBe(422);
  });
});

describe('a new person', () => {
  const create = async (email: string) =>
    admin.post<{ assignedPassword: string; user: { id: string } }>('/api/users', {
      email,
      firstName: 'Nina',
      lastName: 'New',
      organizationId: world.organization.id,
    });

  test('[SIG-05] [REM-01] who accepts the invitation in the own mailbox signs', async () => {
    const email = 'nina.invited@world.example';
    const { id } = (await create(email)).body.user;
    await signing.chooseByLink(email, own, 'reminders.invitation');
    const client = await signIn(server.client(), { email, password: own });
    await client.post('/api/auth/signature-agreement', { accepted: true });
    const [first = 0] = await signing.trainings(id, client);
    expect(await signing.sign(client, first, own)).toBe('signed');
  });

  test('[SIG-05] who came with the temporary password signs once the mailbox has answered', async () => {
    const email = 'nina.told@world.example';
    const { user, assignedPassword } = (await create(email)).body;
    const client = await signIn(server.client(), { email, password: assignedPassword });
    const mine = 'nina alone knows this';
    await client.post('/api/change-password', { currentPassword: assignedPassword, newPassword: mine });
    await client.post('/api/auth/signature-agreement', { accepted: true });
    const [first = 0] = await signing.trainings(user.id, client);
    expect(await signing.sign(client, first, mine)).toBe('SIGNING_CLOSED');
    await client.post('/api/auth/signing/link');
    await signing.chooseByLink(email, 'nina alone knows that', 'accounts.signingLink');
    const again = await signIn(server.client(), { email, password: 'nina alone knows that' });
    expect(await signing.sign(again, first, 'nina alone knows that')).toBe('signed');
  });
});
