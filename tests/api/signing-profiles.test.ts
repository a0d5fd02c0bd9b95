import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { SigningWorld } from '#tests/harness/signing-world.ts';
import { createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { createUser, FIXTURE_PASSWORD, signIn } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

const own = FIXTURE_PASSWORD;
let db: TestDatabase;
/** Two servers of one database: the standard profile without an email server, and the regulated one. */
let standard: TestServer;
let regulated: TestServer;
let world: TrainingWorld;
let signing: SigningWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  standard = await startTestServer({ db });
  regulated = await startTestServer({
    db,
    config: { policy: 'regulated', smtp: { url: 'smtp://127.0.0.1:1' } },
  });
  world = await createTrainingWorld(standard, 0);
  signing = new SigningWorld(standard, db, world);
});

afterAll(async () => {
  await standard.close();
  await regulated.close();
  await db.drop();
});

describe('without an email server, in the standard profile', () => {
  test('[SIG-05] a new person signs with the first password; a later issued one needs a second person', async () => {
    const email = 'nora.new@world.example';
    const { body } = await world.admin.post<{ assignedPassword: string; user: { id: string } }>(
      '/api/users',
      {
        email,
        firstName: 'Nora',
        lastName: 'New',
        organizationId: world.organization.id,
      },
    );
    // The first one was lost before it was used.
    const issued = await world.admin.post<{ newPassword: string }>(
      `/api/users/${body.user.id}/generate-password`,
    );
    const client = await signIn(standard.client(), { email, password: issued.body.newPassword });
    await client.post('/api/change-password', { newPassword: own });
    await client.post('/api/auth/signature-agreement', { accepted: true });
    const [first = 0, second = 0] = await signing.trainings(body.user.id, client);
    expect(await signing.sign(client, first, own)).toBe('signed');
    const thief = await signing.takeOver(world.admin, body.user.id, email);
    expect(await signing.refusal(thief.client, second, thief.password)).toMatchObject({
      code: 'SIGNING_CLOSED',
      ways: ['second_person'],
      mailbox: null,
    });
  });
});

describe('in the regulated profile', () => {
  test('[SIG-05] nobody signs with a new account, an authenticator or a mailbox before a second administrator has confirmed', async () => {
    const boss = await createUser(regulated.services, { role: 'admin' });
    const bea = await createUser(regulated.services, { role: 'admin' });
    const admin = await signIn(regulated.client(), boss);
    const bossPhone = await enrol(regulated.services, admin, own);
    const { person, client, ids } = await signing.victim();
    const phone = await enrol(standard.services, client, own);
    const email = `moved-${person.email}`;
    const noReason = await admin.patch<{ code: string }>(`/api/users/${person.id}`, { email });
    expect([noReason.status, noReason.body.code]).toEqual([422, 'REASON_REQUIRED']);
    const reason = 'The domain of the company changed';
    expect((await admin.patch(`/api/users/${person.id}`, { email, reason })).status).toBe(200);
    const here = regulated.client();
    await here.post('/api/auth/login', { email, password: own });
    expect((await here.post('/api/auth/login/verify', { code: await phone.code() })).status).toBe(200);
    expect(await signing.sign(here, ids[0] ?? 0, own, { code: await phone.code(1) })).toBe('SIGNING_CLOSED');
    expect((await here.post('/api/auth/signing/link')).status).toBe(200);
    const mine = 'only ada knows this one';
    await new SigningWorld(regulated, db, world).chooseByLink(person.email, mine, 'accounts.signingLink');
    const again = regulated.client();
    await again.post('/api/auth/login', { email, password: mine });
    const [recovery] = phone.recoveryCodes;
    expect((await again.post('/api/auth/login/verify', { code: recovery })).status).toBe(200);
    expect(await signing.refusal(again, ids[0] ?? 0, mine)).toMatchObject({
      code: 'SIGNING_CLOSED',
      ways: ['second_person'],
    });
    const { body } = await again.post<{ code: string }>('/api/auth/signing/request');
    const other = await signIn(regulated.client(), bea);
    const beasPhone = await enrol(regulated.services, other, own);
    await other.post('/api/auth/signature-agreement', { accepted: true });
    const confirmation = {
      shownCode: body.code,
      reason: 'Recognized in person',
      signature: {
        password: own,
        code: await beasPhone.code(),
        meaning: statementFor('identity_confirmed').text,
      },
    };
    expect((await other.post(`/api/users/${person.id}/signing/confirm`, confirmation)).status).toBe(200);
    expect(await signing.sign(again, ids[0] ?? 0, mine, { code: await phone.code(1) })).toBe('signed');
    expect(await bossPhone.code()).toHaveLength(6);
    expect((await verifyAll(regulated.services)).findings).toEqual([]);
  });
});
