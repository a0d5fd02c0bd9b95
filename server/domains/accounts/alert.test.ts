import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

interface Bell {
  readonly notifications: readonly { readonly type: string; readonly message: string }[];
}

let db: TestDatabase;
/** Two servers of one installation: attempts count together wherever they arrive. */
let servers: readonly [TestServer, TestServer];
let boss: FixtureUser;
let deputy: FixtureUser;

beforeAll(async () => {
  db = await createTestDatabase();
  const first = await startTestServer({ db });
  const { secretKey } = first.services.config;
  servers = [first, await startTestServer({ db, config: { secretKey } })];
  boss = await createUser(first.services, { role: 'admin' });
  deputy = await createUser(first.services, { role: 'admin', settings: { language: 'de' } });
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  for (const server of servers) await server.close();
  await db.drop();
});

/** So many wrong passwords right after each other, on the servers in turn. */
async function guess(email: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const client = (servers[turn % 2] ?? servers[0]).client();
    expect((await client.post('/api/auth/login', { email, password: 'wrong' })).status).toBe(401);
  }
}

/** What an administrator hears of a person under the bell. */
async function heard(reader: FixtureUser, name: string): Promise<readonly string[]> {
  const client = await signIn(servers[0].client(), reader);
  const { body } = await client.get<Bell>('/api/notifications');
  return body.notifications
    .filter(({ type, message }) => type === 'sign_in_failures' && message.includes(name))
    .map(({ message }) => message);
}

async function mailsAbout(userId: string) {
  const { rows } = await db.admin.query<{ to: string; language: string; payload: object }>(
    `select to_address as to, language, payload from mail_outbox
     where cause = $1 and template = 'accounts.refusalsAlert' order by id`,
    [`account.refusalsTold users ${userId}`],
  );
  return rows;
}

test('[AUTH-11] [NOT-01] [NOT-02] ten failed sign-ins on an account are told to the administrators once, and all stand in the trail', async () => {
  const person = await createUser(servers[0].services, { firstName: 'Gesa', lastName: 'Guessed' });
  await guess(person.email, 9);
  expect(await heard(boss, 'Gesa Guessed')).toEqual([]);
  await guess(person.email, 4);
  expect(await heard(boss, 'Gesa Guessed')).toEqual([
    '10 attempts on the account of Gesa Guessed failed within an hour. Ask whether it was a mistake.',
  ]);
  expect(await heard(deputy, 'Gesa Guessed')).toHaveLength(1);
  const payload = { person: `Gesa Guessed (${person.email})`, failures: 10 };
  const mails = await mailsAbout(person.id);
  expect(mails).toHaveLength(2);
  expect(mails).toEqual(
    expect.arrayContaining([
      { to: boss.email, language: 'en', payload },
      { to: deputy.email, language: 'de', payload },
    ]),
  );
  const { rows } = await db.admin.query<{ refused: number }>(
    `select count(*)::int as refused from audit.events where action = 'account.signInFailed' and subject_id = $1`,
    [person.id],
  );
  expect(rows[0]?.refused).toBe(13);
});

test('[AUTH-11] [NOT-01] who goes on is told of again after an hour, who mistypes now and then is not told of at all', async () => {
  const person = await createUser(servers[0].services, { firstName: 'Hugo', lastName: 'Hourly' });
  await guess(person.email, 5);
  await db.moveClock({ hours: 2 });
  await guess(person.email, 9);
  expect(await heard(boss, 'Hugo Hourly')).toEqual([]);
  await guess(person.email, 1);
  expect(await heard(boss, 'Hugo Hourly')).toHaveLength(1);
  await db.moveClock({ hours: 4 });
  await guess(person.email, 10);
  expect(await heard(boss, 'Hugo Hourly')).toHaveLength(2);
});

test('[AUTH-11] attempts on an account that is not there are told to nobody', async () => {
  const before = await db.admin.query(`select 1 from mail_outbox`);
  await guess('nobody-of-that-name@alert.example', 12);
  expect((await db.admin.query(`select 1 from mail_outbox`)).rowCount).toBe(before.rowCount);
});
