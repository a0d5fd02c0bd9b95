import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createClient } from '#tests/harness/client.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUsers, signIn } from '#tests/harness/world.ts';

const secret = randomBytes(48).toString('base64');
const people = 500;
const rounds = 8;

let db: TestDatabase;
let server: TestServer;
const folder = temporaryFolder();

beforeAll(async () => {
  db = await createTestDatabase();
  // Servers of one installation share their secret: it keys what is kept of an Idempotency-Key.
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
});

afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

const victim = (): Promise<RunningServer> =>
  startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });

test('[MTX-05] [MTX-06] F2: kill -9 in a bulk assign leaves all or nothing, and the same key finishes it', async () => {
  const world = await createTrainingWorld(server, 1);
  const users = await createUsers(
    server.services,
    Array.from({ length: people }, () => ({ organizationId: world.organization.id })),
  );
  const modules = await createTextModules(server.services, rounds);
  const specificUserIds = users.map((user) => user.id);
  const [first = 0] = await createTextModules(server.services, 1);
  const warm = await createMatrix(world, [first], { matrixName: 'To measure with' });
  const begun = performance.now();
  await world.admin.post('/api/training-matrix/assign', { matrixId: warm, specificUserIds });
  const usual = performance.now() - begun;
  const outcomes: number[] = [];
  let next = victim();
  for (const [round, moduleId] of modules.entries()) {
    const matrixId = await createMatrix(world, [moduleId]);
    const running = await next;
    const client = await signIn(createClient(running.url), world.adminUser);
    const headers = { 'idempotency-key': `bulk-assign-${String(round)}` };
    const body = { matrixId, specificUserIds };
    const given = sql`select 1 from training_assignments where module_id = ${moduleId} and status = 'not_started'`;
    const sent = client.post('/api/training-matrix/assign', body, { headers }).then(
      (answer) => answer.status,
      () => 0,
    );
    // All over the call: before it begins, while it writes, while it commits; the last one after its answer.
    const share = (round * 1.2) / rounds;
    const pause = new Promise((resolve) => setTimeout(resolve, share * usual));
    await (round + 1 < rounds ? pause : sent);
    running.kill('SIGKILL');
    await running.ended;
    const status = await sent;
    if (round + 1 < rounds) next = victim();
    const count = await settled(given);
    outcomes.push(count);
    expect([0, people]).toContain(count);
    if (status === 200) expect(count).toBe(people);
    // The caller tries again, on another server, with the same key.
    const again = await signIn(server.client(), world.adminUser);
    const answer = await again.post<{ assignments: number }>('/api/training-matrix/assign', body, {
      headers,
    });
    expect([answer.status, answer.body.assignments], JSON.stringify(answer.body)).toEqual([200, people]);
    expect(await countRows(server.services, given)).toBe(people);
  }
  // The kills hit different places, or the test would prove nothing.
  expect(new Set(outcomes)).toEqual(new Set([0, people]));
}, 600_000);

/** Counts once the killed server's transactions are over: the database needs a moment to notice. */
async function settled(given: ReturnType<typeof sql>): Promise<number> {
  for (;;) {
    const { rows } = await db.admin.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
    );
    if ((rows[0]?.open ?? 0) === 0) return countRows(server.services, given);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
