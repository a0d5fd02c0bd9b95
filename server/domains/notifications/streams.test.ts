import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyPeople } from '#server/platform/notices.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { asFixture, createUser, signIn } from '#tests/harness/world.ts';
import { streamsPerPerson, sweepStreams } from './streams.ts';

let db: TestDatabase;
let first: TestServer;
let second: TestServer;
const secretKey = Buffer.from('the same secret key on two servers, 32 bytes and more');
beforeAll(async () => {
  db = await createTestDatabase();
  first = await startTestServer({ db, config: { secretKey } });
  second = await startTestServer({ db, config: { secretKey } });
});
afterAll(async () => {
  await second.close();
  await first.close();
  await db.drop();
});

interface Reading {
  readonly response: Response;
  /** What has come so far. */
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly stop: () => void;
}

async function listen(client: TestClient): Promise<Reading> {
  const leave = new AbortController();
  const response = await client.fetch('GET', '/api/notifications/stream', undefined, {
    signal: leave.signal,
  });
  let text = '';
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  read().then(
    () => (ended = true),
    () => (ended = true),
  );
  await until('the stream to open', () => response.status !== 200 || text !== '');
  return { response, text: () => text, ended: () => ended, stop: () => leave.abort() };
}

const changes = (reading: Reading) => reading.text().split('event: changed').length - 1;
const tell = (server: TestServer, userIds: readonly string[]) =>
  asFixture(server.services, async (tx) =>
    notifyPeople(tx, {
      notice: 'new_version',
      userIds,
      params: { title: 'Gloves', moduleId: 1, version: 2 },
    }),
  );

test('[NOT-01] [OPS-03] a notification reaches the open pages of its reader on every server, and nobody else', async () => {
  const person = await createUser(first.services, { role: 'manager' });
  const other = await createUser(first.services, { role: 'manager' });
  const here = await listen(await signIn(first.client(), person));
  const there = await listen(await signIn(second.client(), person));
  const foreign = await listen(await signIn(second.client(), other));
  expect(here.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect([changes(here), changes(there), changes(foreign)]).toEqual([1, 1, 1]);
  await tell(first, [person.id]);
  await until('both pages to hear of it', () => changes(here) === 2 && changes(there) === 2);
  // Marks on one page reach the others.
  await (await signIn(second.client(), person)).patch('/api/notifications/mark-all-read');
  await until('both pages to hear of the mark', () => changes(here) === 3 && changes(there) === 3);
  await tell(second, [other.id]);
  await until('the other person to hear', () => changes(foreign) === 2);
  expect(changes(here)).toBe(3);
  for (const reading of [here, there, foreign]) reading.stop();
});

test('[NOT-01] many people at once are told in messages that the database can carry', async () => {
  const inputs = Array.from({ length: 250 }, () => ({ role: 'manager' as const }));
  const people = await Promise.all(inputs.slice(0, 2).map((input) => createUser(first.services, input)));
  const crowd = await asFixture(first.services, (tx) =>
    tx.db
      .insertInto('users')
      .values(
        inputs.map((_, index) => ({
          id: `crowd_${String(index).padStart(58, '0')}`,
          email: `crowd-${String(index)}@stream.example`,
          role: 'manager' as const,
        })),
      )
      .returning('id')
      .execute(),
  );
  const readings = await Promise.all(
    people.map(async (person) => listen(await signIn(second.client(), person))),
  );
  await tell(
    first,
    [...crowd, ...people].map(({ id }) => id),
  );
  await until('both to hear', () => readings.every((reading) => changes(reading) === 2));
  expect(readings.map(changes)).toEqual([2, 2]);
  for (const reading of readings) reading.stop();
});

test('[AUTH-05] [NOT-01] a stream ends with its session, keeps none alive, and holds no database connection', async () => {
  const person = await createUser(first.services, { role: 'manager' });
  const client = await signIn(first.client(), person);
  const reading = await listen(client);
  const remaining = await listen(await signIn(first.client(), person));
  // The servers' own heartbeat may fall into one of them, but not into every one.
  await until('one statement for both streams', async () => {
    const statements = await statementsDuring(() => sweepStreams(first.services));
    return statements.filter(({ text }) => !text.includes('pgboss')).length === 1;
  });
  await until('signs of life', () => reading.text().includes(': alive'));
  await client.get('/api/logout');
  await sweepStreams(first.services);
  await until('the stream to end', reading.ended);
  expect(remaining.ended()).toBe(false);
  await db.moveClock({ minutes: 61 });
  await sweepStreams(first.services);
  await until('the idle one to end', remaining.ended);
  await db.moveClock({});
});

test('[NOT-01] learners get none, and a person no more than enough of them', async () => {
  const learner = await signIn(first.client(), await createUser(first.services));
  expect((await learner.fetch('GET', '/api/notifications/stream')).status).toBe(403);
  const client = await signIn(first.client(), await createUser(first.services, { role: 'manager' }));
  const readings: Reading[] = [];
  for (let number = 0; number < streamsPerPerson; number += 1) readings.push(await listen(client));
  const refused = await client.get('/api/notifications/stream');
  expect(refused.status).toBe(429);
  readings[0]?.stop();
  await until('a place to be free', async () => {
    const again = await listen(client);
    if (again.response.status === 200) readings.push(again);
    return again.response.status === 200;
  });
  for (const reading of readings) reading.stop();
});

test('[NOT-01] [OPS-03] a server that stops ends its streams instead of waiting for them', async () => {
  const third = await startTestServer({ db, config: { secretKey } });
  const reading = await listen(
    await signIn(third.client(), await createUser(first.services, { role: 'admin' })),
  );
  await third.close();
  await until('the stream to end', reading.ended);
  expect(changes(reading)).toBe(1);
});
