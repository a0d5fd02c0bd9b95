import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture } from '#tests/harness/world.ts';
import { createTrainingWorld } from '#tests/harness/training-world.ts';
import { withProgress } from './watch-export.ts';
import { writeExport } from './write-export.ts';

interface View {
  readonly id: number;
  readonly state: string;
  readonly rowsTotal: number | null;
}

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  ({ admin } = await createTrainingWorld(server, 1));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const ask = async (): Promise<number> => {
  const body = { dataSet: 'assignments', format: 'csv', columns: ['email'], filters: {} };
  return (await admin.post<View>('/api/exports', body)).body.id;
};
const viewOf = async (id: number): Promise<View | undefined> =>
  (await admin.get<View[]>('/api/exports')).body.find((one) => one.id === id);

test('[RPT-03] cancelling ends the writing at once, in the middle of a query too', async () => {
  const id = await ask();
  const client = await database.admin.connect();
  // The query of the export waits here until somebody ends it.
  await client.query('begin; lock table training_assignments in access exclusive mode');
  try {
    const writing = writeExport(server.services, id).then(() => 'ended');
    await expect.poll(async () => (await viewOf(id))?.state, { timeout: 20_000 }).toBe('running');
    const waits = `select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    // Not by the locking connection: within its transaction it would read the same again and again.
    const waiting = async () => (await database.admin.query<{ count: number }>(waits)).rows[0]?.count;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    expect((await admin.post(`/api/exports/${String(id)}/cancel`, {})).status).toBe(200);
    expect(await Promise.race([writing, pause(5000).then(() => 'still written')])).toBe('ended');
    expect(await waiting()).toBe(0);
    expect((await viewOf(id))?.state).toBe('cancelled');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('[RPT-03] an export that nobody cancels says how many rows it has and is kept', async () => {
  const id = await ask();
  await writeExport(server.services, id);
  expect(await viewOf(id)).toMatchObject({ state: 'ready', rowsTotal: 0 });
});

test('[RPT-03] [INS-04] an export may take as long as it makes progress, and fails when it stays where it is', async () => {
  const running = async (): Promise<number> => {
    const id = await ask();
    await asFixture(server.services, (tx) =>
      sql`update exports set state = 'running' where id = ${id}`.execute(tx.db),
    );
    return id;
  };
  const still = 1000;
  const moving = withProgress(
    server.services,
    await running(),
    async (progress) => {
      for (const begun = performance.now(); performance.now() - begun < 2 * still; progress.done += 1)
        await pause(10);
      return 'written';
    },
    still,
  );
  const stuck = withProgress(
    server.services,
    await running(),
    () => new Promise<never>(() => undefined),
    still,
  );
  await expect(stuck).rejects.toThrow('none more for 1000 ms');
  await expect(moving).resolves.toBe('written');
});
