import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assigningLimits } from '#shared/domain/assignments/bulk.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { carryOutRun } from './carry-out-run.ts';

const secret = randomBytes(48).toString('base64');
const folder = temporaryFolder();
const { inOneCall } = assigningLimits;

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
});
afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

/** One call more than enough people, in the department of the world. */
async function manyPeople(organizationId: number, departmentId: number): Promise<readonly string[]> {
  const { rows } = await asFixture(server.services, (tx) =>
    sql<{ id: string }>`
      insert into users (id, email, first_name, last_name, organization_id, department_id, onboarding_completed)
      select 'many-' || n, 'many-' || n || '@world.example', 'First', 'Last ' || n, ${organizationId}, ${departmentId}, true
      from generate_series(1, ${inOneCall + 300}) n returning id`.execute(tx.db),
  );
  return rows.map(({ id }) => id);
}

test('[PERF-03] [MTX-05] F2: 10,000 people in one call; for more, kill -9 in the background leaves whole commands, and another process finishes', async () => {
  const world = await createTrainingWorld(server, 0);
  const people = await manyPeople(world.organization.id, world.department.id);
  const [first = 0, second = 0] = await createTextModules(server.services, 2);
  const given = (moduleId: number) =>
    countRows(server.services, sql`select 1 from training_assignments where module_id = ${moduleId}`);
  const atOnce = {
    matrixId: await createMatrix(world, [first]),
    specificUserIds: people.slice(0, inOneCall),
  };
  const shown = await world.admin.post<{ effectHash: string }>('/api/training-matrix/assign', {
    ...atOnce,
    preview: true,
  });
  const { effectHash } = shown.body;
  const done = await world.admin.post('/api/training-matrix/assign', { ...atOnce, effectHash });
  expect(done.body).toMatchObject({ assignments: inOneCall, people: inOneCall, run: null });
  expect(await given(first)).toBe(inOneCall);

  const { body } = await world.admin.post<{ run: { id: number } | null }>('/api/training-matrix/assign', {
    matrixId: await createMatrix(world, [second], { matrixName: 'For all of them' }),
    allMatched: true,
  });
  const id = body.run?.id ?? 0;
  const victim = await startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });
  await expect.poll(() => given(second), { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
  victim.kill('SIGKILL');
  await victim.ended;
  const left = await given(second);
  expect(left).toBeLessThan(people.length);
  await carryOutRun(server.services, id);
  expect(await given(second)).toBe(people.length);
  const [run] = (await world.admin.get<object[]>('/api/assigning-runs')).body;
  expect(run).toMatchObject({
    state: 'done',
    peopleTotal: people.length,
    peopleDone: people.length,
    assignments: people.length,
    peopleLeftOut: 0,
  });
  // What the killed process had begun and not committed is nowhere, and all that was committed is in the trail.
  const report = await verifyAll(server.services);
  expect(report.findings).toEqual([]);
}, 240_000);
