import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { passkeysContract } from '#shared/contract/passkeys.ts';
import { SoftwareAuthenticator, type PasskeyOptions } from '#tests/harness/authenticator.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { SigningWorld } from '#tests/harness/signing-world.ts';
import { createTrainingWorld, sign } from '#tests/harness/training-world.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const origin = 'http://localhost';
let db: TestDatabase;
let server: TestServer;
let signing: SigningWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { publicUrl: new URL(origin) } });
  signing = new SigningWorld(server, db, await createTrainingWorld(server, 0));
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

type Answer = Problem & { readonly options?: PasskeyOptions };

/** A person with a passkey and two trainings that only have to be signed. */
async function signer() {
  const victim = await signing.victim();
  const authenticator = new SoftwareAuthenticator(origin);
  const { body } = await victim.client.post<Answer>('/api/auth/passkeys/options');
  const response = authenticator.create(body.options ?? { challenge: '' });
  const added = await victim.client.post('/api/auth/passkeys', { name: 'Laptop', response });
  expect(added.status).toBe(200);
  return { ...victim, authenticator };
}

const byPasskey = (client: TestClient, id: number, passkey: unknown, fields: Record<string, unknown> = {}) =>
  sign<Answer>(client, id, { password: '' }, { password: undefined, passkey, ...fields });

async function challengeOf(client: TestClient, id: number): Promise<PasskeyOptions> {
  const asked = await byPasskey(client, id, 'challenge');
  expect(asked).toMatchObject({ status: 409, body: { code: 'PASSKEY_CHALLENGE' } });
  return asked.body.options ?? { challenge: '' };
}

const methodsOf = async (userId: string) =>
  (await db.db.selectFrom('signatures').select('authMethod').where('signerId', '=', userId).execute()).map(
    ({ authMethod }) => authMethod,
  );

test('[AUTH-19] [SIG-01] a passkey signs exactly the record that its challenge was made for, once', async () => {
  const { person, client, ids, authenticator } = await signer();
  const [first = 0, second = 0] = ids;
  const refused = { status: 422, body: { code: 'SIGNATURE_REFUSED' } };
  // The answer for one training is refused for another, and for another statement.
  const answer = authenticator.get(await challengeOf(client, first));
  expect(await byPasskey(client, second, answer)).toMatchObject(refused);
  expect(await byPasskey(client, first, answer, { meaning: 'I have NOT read this' })).toMatchObject(refused);
  expect(await methodsOf(person.id)).toEqual([]);
  expect(await byPasskey(client, first, answer)).toMatchObject({ status: 200 });
  expect(await methodsOf(person.id)).toEqual(['passkey']);
  expect(await byPasskey(client, second, answer)).toMatchObject(refused);
});

test('[AUTH-19] [SIG-03] the first signature of a session needs the passkey where it is the second factor', async () => {
  const { person, client, ids, authenticator } = await signer();
  const [first = 0, second = 0] = ids;
  expect(await sign<Problem>(client, first, person)).toMatchObject({
    status: 422,
    body: { code: 'SIGNATURE_REFUSED', errors: [{ path: 'signature.passkey' }] },
  });
  const answer = authenticator.get(await challengeOf(client, first));
  expect(await byPasskey(client, first, answer)).toMatchObject({ status: 200 });
  expect(await sign(client, second, person)).toMatchObject({ status: 200 });
  expect(await methodsOf(person.id)).toEqual(['passkey', 'password']);
});

test('[AUTH-19] without user verification, and by the passkey of another person, nothing is signed', async () => {
  const { person, client, ids, authenticator } = await signer();
  const thief = await signer();
  const [first = 0] = ids;
  for (const answer of [
    authenticator.get(await challengeOf(client, first), { userVerified: false }),
    authenticator.get(await challengeOf(client, first), { origin: 'https://localhost' }),
    thief.authenticator.get(await challengeOf(client, first)),
  ])
    expect(await byPasskey(client, first, answer)).toMatchObject({
      status: 422,
      body: { code: 'SIGNATURE_REFUSED' },
    });
  expect(await methodsOf(person.id)).toEqual([]);
});

test('[SIG-05] [AUTH-19] a passkey of before proves who one is; one that came since does not, and goes with the proof', async () => {
  const { person, client, ids, authenticator } = await signer();
  const [first = 0] = ids;
  const mallory = await createUser(server.services, { role: 'admin' });
  const admin = await signIn(server.client(), mallory);
  expect(await admin.patch(`/api/users/${person.id}`, { email: `new-${person.email}` })).toMatchObject({
    status: 200,
  });
  const later = new SoftwareAuthenticator(origin);
  const { body } = await client.post<Answer>('/api/auth/passkeys/options');
  const response = later.create(body.options ?? { challenge: '' });
  expect(await client.post('/api/auth/passkeys', { name: 'Phone', response })).toMatchObject({ status: 200 });
  const names = async () => (await client.call(passkeysContract.list)).body.passkeys.map(({ name }) => name);
  expect((await names()).toSorted()).toEqual(['Laptop', 'Phone']);

  expect(await byPasskey(client, first, later.get(await challengeOf(client, first)))).toMatchObject({
    status: 422,
    body: { code: 'SIGNATURE_REFUSED' },
  });
  expect(await methodsOf(person.id)).toEqual([]);
  expect(await byPasskey(client, first, authenticator.get(await challengeOf(client, first)))).toMatchObject({
    status: 200,
  });
  expect(await methodsOf(person.id)).toEqual(['passkey']);
  expect(await names()).toEqual(['Laptop']);
});
