import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';
import { createMetrics } from './metrics.ts';

const token = 'a-token-of-24-characters';
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { metricsToken: token } });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const ask = (authorization?: string): Promise<Response> =>
  fetch(new URL('/api/metrics', server.url), authorization ? { headers: { authorization } } : {});

test('[OPS-04] metrics answer whoever shows the token, with every figure that an operator is woken for', async () => {
  const user = await createUser(server.services, { role: 'admin' });
  const client = await signIn(server.client(), user);
  await client.get(`/api/users/${user.id}`);
  const answer = await ask(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  const values = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
  for (const name of [
    'traintrail_audit_seal_lag_seconds',
    'traintrail_mails{state="waiting"}',
    'traintrail_mail_oldest_waiting_seconds',
    'traintrail_jobs{state="failed"}',
    'traintrail_processes',
    'traintrail_database_pool{state="limit"}',
    'traintrail_database_pool{state="total"}',
    'traintrail_database_pool{state="idle"}',
    'traintrail_database_pool{state="waiting"}',
    'traintrail_damaged_files',
    'process_resident_memory_bytes',
  ]) {
    expect([name, values.get(name)]).toEqual([name, expect.any(Number)]);
  }
  expect(values.get('traintrail_sessions')).toBe(1);
  expect(
    values.get(
      'traintrail_http_request_duration_seconds_count{route="/api/auth/login",method="POST",status="200"}',
    ),
  ).toBe(1);
  // Labels are patterns: neither an id nor an address of a person.
  expect(text).not.toContain(user.id);
  expect(text).not.toContain(user.email);
});

test('[OPS-04] without the token, with another one, and where none is set, there are no metrics', async () => {
  for (const wrong of [undefined, token, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`])
    expect((await ask(wrong)).status).toBe(404);
  const plain = await startTestServer({ db: database });
  try {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(new URL('/api/metrics', plain.url), { headers })).status).toBe(404);
  } finally {
    await plain.close();
  }
});

test('[OPS-04] a figure that cannot be read takes nothing from the others', async () => {
  const failures: string[] = [];
  const metrics = createMetrics(
    [
      { name: 'broken', help: 'fails', read: () => Promise.reject(new Error('no')) },
      { name: 'whole', help: 'works', read: async () => [{ value: 7 }] },
    ],
    (_error, name) => failures.push(name),
  );
  expect(await metrics.text()).toContain('traintrail_whole 7');
  expect(failures).toEqual(['broken']);
});
