import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestImport } from '#shared/contract/people-imports-schemas.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { checkedPeople, confirmPeople, readImport, uploadPeople } from '#tests/harness/people-import.ts';
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
import { carryOutImport } from './carry-out-import.ts';

const secret = randomBytes(48).toString('base64');
const folder = temporaryFolder();

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
  world = await createTrainingWorld(server, 0);
});
afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

/** A company in random order: everybody but the first reports to somebody of a tenth of the number. */
function company(people: number, domain: string): string {
  const lines = Array.from({ length: people }, (_, at) => {
    const manager = at === 0 ? '' : `p${String(Math.floor(at / 10))}@${domain}`;
    return `E-${domain}-${String(at)},p${String(at)}@${domain},First ${String(at)},Last,${world.department.name},Chef,${manager}`;
  });
  // Always the same order, and none that anybody would choose.
  const mixed = lines.toSorted((a, b) => (a.slice(-12) + a < b.slice(-12) + b ? 1 : -1));
  return `external_id,email,first_name,last_name,department,job_title,manager\n${mixed.join('\n')}\n`;
}

const at = (domain: string) =>
  countRows(server.services, sql`select 1 from users where email like ${`%@${domain}`}`);

// `npm run bench -- imports` measures the minute for 10,000 people.
test('[USR-06] 2,000 people in random order get their managers and the trainings of matrices, and are unchanged the next time', async () => {
  await createMatrix(world, await createTextModules(server.services, 3));
  const file = company(2000, 'many.example');
  const options = { organizationId: world.organization.id };
  const checked = await checkedPeople(server.services, world.admin, file, options);
  expect(checked.figures).toMatchObject({
    bad: 0,
    created: 2000,
    newManagers: 200,
    trainings: { assigned: 6000 },
  });
  const confirmed = await confirmPeople(world.admin, checked);
  expect(confirmed.status).toBe(200);
  await carryOutImport(server.services, checked.id);
  expect(await readImport(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await at('many.example')).toBe(2000);
  const again = await checkedPeople(server.services, world.admin, file, options);
  expect(again.figures).toMatchObject({ unchanged: 2000 });
}, 240_000);

test('[USR-06] a file of more than 50 MB or more than 100,000 rows is refused with its limit', async () => {
  const heavy = Buffer.alloc(largestImport + 1, 'someone@people.example,x\n');
  expect(await uploadPeople(world.admin, heavy)).toMatchObject({
    status: 413,
    body: { code: 'FILE_TOO_LARGE', errors: [{ path: 'file', params: { megabytes: 50 } }] },
  });
  const long = `email,first_name\n${'someone@people.example,x\n'.repeat(100_001)}`;
  expect(await uploadPeople(world.admin, long)).toMatchObject({
    status: 422,
    body: { reason: 'table_too_many_rows', params: { line: 100_002, most: 100_000 } },
  });
  expect(await countRows(server.services, sql`select from people_imports where row_count > 50000`)).toBe(0);
});

test('[USR-06] kill -9 in the middle of an import leaves nothing of it, and another process carries all of it out', async () => {
  const checked = await checkedPeople(server.services, world.admin, company(600, 'killed.example'), {
    organizationId: world.organization.id,
  });
  await confirmPeople(world.admin, checked);
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
        and objid = (hashtext('people.import')::bigint & 4294967295)::oid`,
    );
  await expect.poll(holds, { timeout: 60_000, interval: 5 }).toBe(1);
  victim.kill('SIGKILL');
  await victim.ended;
  expect(await at('killed.example')).toBe(0);
  expect(await readImport(world.admin, checked.id)).toMatchObject({ state: 'importing' });
  await carryOutImport(server.services, checked.id);
  expect(await readImport(world.admin, checked.id)).toMatchObject({ state: 'done' });
  expect(await at('killed.example')).toBe(600);
  const report = await verifyAll(server.services);
  expect(report.findings).toEqual([]);
});
