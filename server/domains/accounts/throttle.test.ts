import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { holdThrottles } from '#tests/harness/throttles.ts';
import { createUser } from '#tests/harness/world.ts';
import { attemptKeys, countAttempt, type AttemptVerdict } from './throttle.ts';

let db: TestDatabase;
/** Two servers of one installation: the same secret, the same database. */
let servers: readonly [TestServer, TestServer];
let apps: readonly FastifyInstance[];

beforeAll(async () => {
  db = await createTestDatabase();
  const first = await startTestServer({ db });
  const { secretKey } = first.services.config;
  servers = [first, await startTestServer({ db, config: { secretKey } })];
  apps = await Promise.all(servers.map(({ services }) => createApp(services)));
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  for (const app of apps) await app.close();
  for (const server of servers) await server.close();
  await db.drop();
});

let turn = 0;

/** One attempt from an address, on the two servers in turn. */
async function attempt(email: string, password: string, from: string) {
  turn += 1;
  const answer = await apps[turn % 2]?.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: from,
  });
  if (!answer) throw new Error('no server');
  const { requestId: _, ...body } = answer.json<Record<string, unknown>>();
  return {
    status: answer.statusCode,
    body: JSON.stringify(body),
    retryAfter: Number(answer.headers['retry-after']),
  };
}

/** What the throttle alone says of an attempt, on the two servers in turn: without the work of comparing. */
async function count(email: string, from: string): Promise<AttemptVerdict['blocked']> {
  turn += 1;
  const { config, db: pool } = (servers[turn % 2] ?? servers[0]).services;
  return (await countAttempt(pool, attemptKeys(config, email, from))).blocked;
}

/** How many attempts on a person were compared with the password at all. */
async function verified(userId: string): Promise<{ compared: number; refused: number }> {
  const { rows } = await db.admin.query<{ compared: number; refused: number }>(
    `select count(*) filter (where payload::jsonb -> 'facts' ->> 'cause' = 'wrong password')::int as compared, count(*)::int as refused
     from audit.events where action = 'account.signInFailed' and object_id = $1`,
    [userId],
  );
  return rows[0] ?? { compared: -1, refused: -1 };
}

describe('guessing one account from one address', () => {
  test('[AUTH-11] [OPS-03] on two servers is slowed in common, and the right password gets the same answer', async () => {
    const person = await createUser(servers[0].services);
    const answers = [];
    for (let guess = 0; guess < 15; guess += 1)
      answers.push(await attempt(person.email, `guess ${guess}`, '127.0.0.10'));
    await holdThrottles(db.admin);
    const right = await attempt(person.email, person.password, '127.0.0.10');
    expect(new Set([...answers, right].map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(right.status).toBe(401);
    const { compared, refused } = await verified(person.id);
    expect(compared).toBeLessThanOrEqual(10);
    expect(refused).toBe(16);
    await db.moveClock({ minutes: 1 });
    expect((await attempt(person.email, person.password, '127.0.0.10')).status).toBe(200);
    // Whoever comes in starts anew.
    expect((await attempt(person.email, 'a slip', '127.0.0.10')).status).toBe(401);
    expect((await attempt(person.email, person.password, '127.0.0.10')).status).toBe(200);
  });

  test('[AUTH-11] all at once gets no further', async () => {
    const person = await createUser(servers[0].services);
    await Promise.all(
      Array.from({ length: 25 }, (_, n) => attempt(person.email, `guess ${n}`, '127.0.0.11')),
    );
    expect((await verified(person.id)).compared).toBeLessThanOrEqual(8);
  });

  test('[AUTH-11] waits longer after each failure', async () => {
    const person = await createUser(servers[0].services);
    const waits: number[] = [];
    let minutes = 0;
    for (let failure = 0; failure < 9; failure += 1) {
      await db.moveClock({ minutes });
      expect((await attempt(person.email, 'wrong', '127.0.0.12')).status).toBe(401);
      const { pair } = attemptKeys(servers[0].services.config, person.email, '127.0.0.12');
      const { rows } = await db.admin.query<{ seconds: number | null }>(
        `select extract(epoch from blocked_until - last_failed_at)::int as seconds from sign_in_throttles where key = $1`,
        [pair],
      );
      waits.push(rows[0]?.seconds ?? 0);
      minutes += 1;
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16]);
  });

  test('[AUTH-11] locks nobody out who comes from elsewhere (A11-07)', async () => {
    const person = await createUser(servers[0].services);
    const verdicts = [];
    for (let guess = 0; guess < 100; guess += 1) verdicts.push(await count(person.email, '127.0.0.13'));
    expect(verdicts.filter((verdict) => verdict === null).length).toBeLessThanOrEqual(8);
    expect((await attempt(person.email, person.password, '127.0.0.14')).status).toBe(200);
  });
});

test('[AUTH-11] [OPS-03] guessing one account from many addresses: far fewer than 100 of 200 guesses are compared', async () => {
  const person = await createUser(servers[0].services);
  const verdicts = [];
  for (let start = 0; start < 200; start += 20) {
    const turns = Array.from({ length: 20 }, (_, n) =>
      count(person.email, `127.0.1.${((start + n) % 100) + 1}`),
    );
    verdicts.push(...(await Promise.all(turns)));
  }
  expect(verdicts.filter((verdict) => verdict === null).length).toBeLessThan(60);
  // Now it is the account that is slowed, for everybody and with the answer of a wrong password; but not for long.
  await holdThrottles(db.admin);
  const right = await attempt(person.email, person.password, '127.0.0.15');
  expect(right.status).toBe(401);
  await db.moveClock({ minutes: 2 });
  expect((await attempt(person.email, person.password, '127.0.0.15')).status).toBe(200);
});

test('[AUTH-09] [AUTH-11] [OPS-03] codes of the second factor guessed from many addresses: the account is slowed for long (T21)', async () => {
  const person = await createUser(servers[0].services);
  const verdicts: AttemptVerdict['blocked'][] = [];
  for (let start = 0; start < 200; start += 20) {
    const turns = Array.from({ length: 20 }, async (_, n) => {
      const { config, db: pool } = (servers[n % 2] ?? servers[0]).services;
      const keys = attemptKeys(config, person.email, `127.0.2.${((start + n) % 100) + 1}`, 'code');
      return (await countAttempt(pool, keys, 'code')).blocked;
    });
    verdicts.push(...(await Promise.all(turns)));
  }
  expect(verdicts.filter((verdict) => verdict === null).length).toBeLessThan(30);
  // The password is counted apart: who only knows the email keeps nobody out.
  expect((await attempt(person.email, person.password, '127.0.0.16')).status).toBe(200);
});

test('[AUTH-11] one address that goes through many accounts has to wait; others do not', async () => {
  const verdicts = [];
  for (let start = 0; start < 120; start += 20) {
    const turns = Array.from({ length: 20 }, (_, n) =>
      count(`sprayed-${start + n}@world.example`, '127.0.0.20'),
    );
    verdicts.push(...(await Promise.all(turns)));
  }
  expect(verdicts.filter((verdict) => verdict === null).length).toBeLessThanOrEqual(102);
  const person = await createUser(servers[0].services);
  await holdThrottles(db.admin);
  const waiting = await attempt(person.email, person.password, '127.0.0.20');
  expect(waiting.status).toBe(429);
  expect(waiting.retryAfter).toBeGreaterThanOrEqual(1);
  expect((await attempt(person.email, person.password, '127.0.0.21')).status).toBe(200);
  await db.moveClock({ minutes: 2 });
  expect((await attempt(person.email, person.password, '127.0.0.20')).status).toBe(200);
});

test('[AUTH-11] many people of one site who sign in at once do not hold each other up', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(servers[0].services)));
  const answers = await Promise.all(
    people.map(({ email, password }) => attempt(email, password, '127.0.0.30')),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  const { address } = attemptKeys(servers[0].services.config, '', '127.0.0.30');
  const { rows } = await db.admin.query('select failures from sign_in_throttles where key = $1', [address]);
  expect(rows).toEqual([{ failures: 0 }]);
});

test('[AUTH-11] the table names no email and no address, and takes a /64 of IPv6 as one', async () => {
  const { config } = servers[0].services;
  const person = await createUser(servers[0].services);
  await attempt(person.email, 'wrong', '127.0.0.40');
  const { rows } = await db.admin.query<{ text: string }>('select t::text as text from sign_in_throttles t');
  expect(rows.map(({ text }) => text).join()).not.toMatch(/127\.0\.0|world\.example/);
  const address = (ip: string) => attemptKeys(config, 'a@b.example', ip).address;
  expect(address('2001:db8:1:2::1')).toBe(address('2001:0db8:0001:0002:ffff::'));
  expect(address('2001:db8:1:2::1')).not.toBe(address('2001:db8:1:3::1'));
  expect(address('::ffff:192.0.2.7')).toBe(address('192.0.2.7'));
  expect(attemptKeys(config, 'A@B.example', '192.0.2.7')).toEqual(
    attemptKeys(config, 'a@b.example', '192.0.2.7'),
  );
});
