import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { readyToSign } from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { hashOfStored, storedPassword } from './own-password.ts';
import { provePasswords } from './prove-passwords.ts';

let db: TestDatabase;
let server: TestServer;
let attacker: FixtureUser;
let victim: FixtureUser;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  [attacker, victim] = [await createUser(server.services), await createUser(server.services)];
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const storedOf = async ({ id }: FixtureUser): Promise<string> => {
  const { rows } = await db.admin.query<{ stored: string }>(
    'select password_hash as stored from users where id = $1',
    [id],
  );
  return rows[0]?.stored ?? '';
};

const put = ({ id }: FixtureUser, stored: string) =>
  tamper(db.admin, `update users set password_hash = '${stored}' where id = '${id}'`);

const login = (password: string) =>
  server.client().post('/api/auth/login', { email: victim.email, password });

test('[AUD-04] a password that somebody puts into the database lets nobody in, not even for a moment', async () => {
  const own = await storedOf(victim);
  const known = await hash('the attacker knows it');
  const forged = [
    known,
    storedPassword({ secretKey: randomBytes(48) }, victim.id, known),
    storedPassword(server.services.config, attacker.id, known),
    `${known}#${own.split('#')[1] ?? ''}`,
  ];
  const session = await readyToSign(server, victim);
  for (const stored of forged) {
    await put(victim, stored);
    expect(await login('the attacker knows it')).toMatchObject({ status: 401 });
    const again = await session.post('/api/change-password', {
      currentPassword: 'the attacker knows it',
      newPassword: 'another one of the attacker',
    });
    expect(again.status).not.toBe(200);
  }
  await put(victim, own);
  await db.admin.query('delete from sign_in_throttles');
  await signIn(server.client(), victim);
});

test('[AUD-04] passwords of before are proven once, and only those that the trail knows; later nothing is', async () => {
  const old = await createUser(server.services);
  const plain = hashOfStored(await storedOf(old));
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query(`select audit.begin_command('test.write', null, null, '{}')`);
    await client.query(`update users set password_hash = $1 where id = $2`, [plain, old.id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const swapped = await createUser(server.services);
  await put(swapped, plain);
  await provePasswords(server.services);
  await signIn(server.client(), old);
  const { email, password } = swapped;
  expect(await server.client().post('/api/auth/login', { email, password })).toMatchObject({ status: 401 });
  await put(old, plain);
  await provePasswords(server.services);
  const again = await server.client().post('/api/auth/login', { email: old.email, password: old.password });
  expect(again).toMatchObject({ status: 401 });
  const { findings } = await verifyAll(server.services);
  const about = findings.filter(({ detail }) => detail.startsWith('password_hash is not one that'));
  expect(about.map(({ object }) => object).toSorted()).toEqual(
    [old, swapped].map(({ id }) => `users ${id}`).toSorted(),
  );
});
