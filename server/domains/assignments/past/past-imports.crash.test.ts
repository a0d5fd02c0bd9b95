import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { checkedPast, confirmPast, readPast } from '#tests/harness/past-import.ts';
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
import { carryOutPast } from './carry-out-past.ts';

/** As many as a company of 1,000 people has of ten modules in a year. */
const people = 1000;
const modules = 10;
const secret = randomBytes(48).toString('base64');
const folder = temporaryFolder();

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let emails: readonly string[];

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
  world = await createTrainingWorld(server, 0);
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  const made = await createUsers(
    server.services,
    Array.from({ length: people }, () => place),
  );
  emails = made.map(({ email }) => email);
}, 240_000);
afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

/** One completion of each module for each person. */
const fileOf = (titles: readonly string[], day: string): string =>
  [
    'email,module,completed_on,source',
    ...emails.flatMap((email) => titles.map((title) => `${email},${title},${day},Binder`)),
  ].join('\n');

const recorded = () =>
  countRows(server.services, sql`select from training_records where kind = 'from_source'`);

/** Modules with codes, and the codes. */
async function codes(prefix: string): Promise<{ readonly ids: number[]; readonly names: string[] }> {
  const ids: number[] = [];
  const names = Array.from({ length: modules }, (_, at) => `${prefix}-${String(at)}`);
  for (const reference of names)
    ids.push(...(await createTextModules(server.services, 1, { reference, title: `About ${reference}` })));
  return { ids, names };
}

test('[USR-09] [PERF-03] ten thousand past completions are recorded in one transaction that tells how far it is', async () => {
  const { ids, names } = await codes('MANY');
  // Half of the trainings are open already.
  await createMatrix(world, ids.slice(0, modules / 2), { assignNow: true });
  const start = performance.now();
  const checked = await checkedPast(server.services, world.admin, fileOf(names, '2024-06-03'));
  const middle = performance.now();
  const half = (people * modules) / 2;
  expect(checked.figures).toMatchObject({ bad: 0, completes: half, recorded: half, people, modules });
  expect((await confirmPast(world.admin, checked)).status).toBe(200);
  const seen = new Set<number>();
  const watching = setInterval(() => {
    void readPast(world.admin, checked.id).then(({ progress }) => progress && seen.add(progress.done));
  }, 200);
  await carryOutPast(server.services, checked.id);
  clearInterval(watching);
  const end = performance.now();
  console.info(`check ${String((middle - start) / 1000)} s, import ${String((end - middle) / 1000)} s`);
  expect(await readPast(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await recorded()).toBe(people * modules);
  expect(seen.size).toBeGreaterThan(1);
  expect(end - start).toBeLessThan(150_000);
}, 300_000);

test('[USR-09] kill -9 in the middle of an import leaves nothing of it, and another process records all of it', async () => {
  const before = await recorded();
  const { names } = await codes('KILLED');
  const checked = await checkedPast(server.services, world.admin, fileOf(names.slice(0, 3), '2024-06-04'));
  await confirmPast(world.admin, checked);
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
        and objid = (hashtext('completions.import')::bigint & 4294967295)::oid`,
    );
  await expect.poll(holds, { timeout: 60_000, interval: 5 }).toBe(1);
  victim.kill('SIGKILL');
  await victim.ended;
  expect(await recorded()).toBe(before);
  expect(await readPast(world.admin, checked.id)).toMatchObject({ state: 'importing' });
  await carryOutPast(server.services, checked.id);
  expect(await readPast(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await recorded()).toBe(before + people * 3);
  expect((await verifyAll(server.services)).findings).toEqual([]);
}, 300_000);
