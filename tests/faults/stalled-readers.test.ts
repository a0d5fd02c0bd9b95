import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { createUser, createUsers, signIn } from '#tests/harness/world.ts';

/** A tenth and less of what the product has, so that nobody waits a minute for the tests. */
const readers = { stalledAfter: 3000, turnWithin: 1500 };
/** More than the pool has connections. */
const stalled = 24;
const csv = '/api/reports/completion/export?format=csv';
/** Of 36,000 lines with long titles: much more than the sockets of both sides take. */
const title = 'A training with a long title '.repeat(7).trim();

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
const open = new Set<ClientRequest>();

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { readers } });
  const { services } = server;
  await createUsers(
    services,
    Array.from({ length: 600 }, (_, index) => ({ lastName: `Reader ${String(index)}`, password: null })),
  );
  const modules = await createTextModules(services, 60, { title });
  const client = await database.admin.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into training_assignments (user_id, module_id, module_version_id)
     select u.id, m.id, m.current_version_id from users u cross join training_modules m where m.id = any($1)`,
    [modules],
  );
  await client.query('reset session_replication_role');
  client.release();
  admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
});
afterEach(() => {
  for (const request of open) request.destroy();
  open.clear();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Asks on a connection of its own, and reads nothing of the answer but its head. */
async function begin(path: string): Promise<IncomingMessage> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = get(server.url + path, { agent: false, headers: { cookie } });
  open.add(request);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

/** Connections whose statement has more rows than anybody has fetched. */
async function held(): Promise<number> {
  const { rows } = await database.admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'traintrail' and state = 'active' and wait_event = 'ClientRead'`,
  );
  return rows[0]?.count ?? 0;
}

/** Reads the rest of an answer; throws where it breaks off. */
async function bytesOf(answer: IncomingMessage, pause = 0): Promise<number> {
  let bytes = 0;
  let next = 2_000_000;
  for await (const piece of answer) {
    bytes += (piece as Buffer).length;
    if (bytes < next) continue;
    next += 2_000_000;
    await delay(pause);
  }
  return bytes;
}

test('[RPT-02] [PERF-01] readers who stop reading take four connections and not for ever: others are answered, and the turns come back (F20)', async () => {
  const answers = await Promise.all(Array.from({ length: stalled }, () => begin(csv)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { statusCode, headers } of refused)
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  const taken = await held();
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(4);
  expect((await admin.get('/api/organizations')).status).toBe(200);
  await until('the connections come back', async () => (await held()) === 0, { timeout: 30_000 });
  const read = await begin(csv);
  expect(read.statusCode).toBe(200);
  expect(await bytesOf(read)).toBeGreaterThan(36_000 * title.length);
  // Their connections were ended in the middle of the file.
  const [first] = answers.filter(({ statusCode }) => statusCode === 200);
  await expect(bytesOf(first as IncomingMessage)).rejects.toThrow('aborted');
});

test('[RPT-02] who reads slowly, pauses a file or waits for events is not let go (F20)', async () => {
  const bytes = Buffer.alloc(9_000_000, 'A line of a long training text.\n');
  const { files } = await moduleWith(admin, [['long.txt', bytes]]);
  const [paused, events, slow] = await Promise.all([
    begin(files[0]?.url ?? ''),
    begin('/api/notifications/stream'),
    begin(csv),
  ]);
  expect([paused.statusCode, events.statusCode, slow.statusCode]).toEqual([200, 200, 200]);
  // Some seconds of pauses, none as long as the patience.
  expect(await bytesOf(slow, readers.stalledAfter / 3)).toBeGreaterThan(36_000 * title.length);
  await delay(2 * readers.stalledAfter);
  expect(await bytesOf(paused)).toBe(bytes.length);
  expect(events.readableAborted).toBe(false);
  expect(events.socket.closed).toBe(false);
});
