import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createUser } from '#tests/harness/world.ts';
import { scheduledExportsJob } from './saved-exports.jobs.ts';

const secretKeyText = randomBytes(48).toString('base64');
const folder = temporaryFolder();
const schedules = 40;

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secretKeyText, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
  folder.remove();
});

test('[RPT-03] [OPS-03] kill -9 while schedules are started: each due run is started once', async () => {
  const owners = await Promise.all(
    Array.from({ length: schedules }, () => createUser(server.services, { role: 'admin' })),
  );
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('savedExports')
      .values(
        owners.map(({ id: ownerId }) => ({
          ownerId,
          name: 'Each morning',
          kind: 'people',
          format: 'csv',
          columns: ['email'],
          filters: JSON.stringify({ org: 'all' }),
          reach: JSON.stringify(wholeReach),
          frequency: 'daily',
          timeOfDay: '07:00',
          timeZone: 'UTC',
          nextRunAt: new Date(Date.now() - 60_000),
        })),
      )
      .execute(),
  );
  const runs = async () => {
    const { rows } = await sql<{ runs: number; started: number }>`
      select count(*)::int as runs, count(distinct saved_export_id)::int as started from exports`.execute(
      db.db,
    );
    return rows[0] ?? { runs: 0, started: 0 };
  };
  const victim = await startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secretKeyText,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });
  await until('some runs to be started', async () => (await runs()).runs >= 3, { timeout: 150_000 });
  victim.kill('SIGKILL');
  await victim.ended;
  const { rows: torn } = await sql`
    select from saved_exports s where (s.next_run_at > app_now()) <> exists (select from exports e where e.saved_export_id = s.id)`.execute(
    db.db,
  );
  expect(torn, 'a run without a next one, or a next one without a run').toHaveLength(0);
  await Promise.all([
    scheduledExportsJob.run(server.services, {}),
    scheduledExportsJob.run(server.services, {}),
  ]);
  expect(await runs()).toEqual({ runs: schedules, started: schedules });
}, 300_000);
