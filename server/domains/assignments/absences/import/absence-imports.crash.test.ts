import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { checkedAbsences, confirmAbsences, readAbsences } from '#tests/harness/absence-import.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { createUsers } from '#tests/harness/world.ts';
import { carryOutAbsences } from './carry-out-absences.ts';

/** Two absences of each: as many as a company of 5,000 people has in a few months. */
const people = 5000;
const modules = 2;
const secret = randomBytes(48).toString('base64');
const folder = temporaryFolder();

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let emails: readonly string[];
let today: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
  world = await createTrainingWorld(server, 0);
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  const made: string[] = [];
  for (let from = 0; from < people; from += 1000) {
    const some = Array.from({ length: 1000 }, () => place);
    made.push(...(await createUsers(server.services, some)).map(({ email }) => email));
  }
  emails = made;
  await createMatrix(world, await createTextModules(server.services, modules), { assignNow: true });
  const { rows } = await sql<{ today: string }>`select today_in('America/New_York')::text as today`.execute(
    db.db,
  );
  today = rows[0]?.today ?? '';
}, 240_000);
afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

/** One absence of each person. */
const absencesFrom = (first: number, last: number, of = people) =>
  emails.slice(0, of).map((email) => `${email},${addDays(today, first)},${addDays(today, last)},leave`);
const fileOf = (...lines: readonly string[]) => ['email,from,to,kind', ...lines].join('\n');
const recorded = () => countRows(server.services, sql`select from absences where ended_at is null`);

test('[USR-10] [PERF-03] ten thousand absences take less than a minute, with the due dates that move, the check included', async () => {
  const start = performance.now();
  // The trainings are due in 30 days, in the second absence.
  const file = fileOf(...absencesFrom(-20, -10), ...absencesFrom(25, 35));
  const checked = await checkedAbsences(server.services, world.admin, file);
  const middle = performance.now();
  expect(checked.figures).toMatchObject({ bad: 0, recorded: 2 * people, people, moved: people * modules });
  expect((await confirmAbsences(world.admin, checked)).status).toBe(200);
  await carryOutAbsences(server.services, checked.id);
  const end = performance.now();
  console.info(`check ${String((middle - start) / 1000)} s, import ${String((end - middle) / 1000)} s`);
  expect(await readAbsences(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await recorded()).toBe(2 * people);
  expect(end - start).toBeLessThan(60_000);
}, 300_000);

test('[USR-10] kill -9 in the middle of an import leaves nothing of it, and another process records all of it', async () => {
  const killed = 1000;
  const before = await recorded();
  const checked = await checkedAbsences(
    server.services,
    world.admin,
    fileOf(...absencesFrom(50, 60, killed)),
  );
  await confirmAbsences(world.admin, checked);
  const victim = await startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });
  const holds = () =>
    countRows(
      server.services,
      sql`select 1 from pg_locks where locktype = 'advisory' and granted
        and objid = (hashtext('absences.import')::bigint & 4294967295)::oid`,
    );
  await expect.poll(holds, { timeout: 60_000, interval: 5 }).toBe(1);
  victim.kill('SIGKILL');
  await victim.ended;
  expect(await recorded()).toBe(before);
  expect(await readAbsences(world.admin, checked.id)).toMatchObject({ state: 'importing' });
  await carryOutAbsences(server.services, checked.id);
  expect(await readAbsences(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await recorded()).toBe(before + killed);
  expect((await verifyAll(server.services)).findings).toEqual([]);
}, 300_000);
