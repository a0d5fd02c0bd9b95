import { trailKeys } from '#tests/harness/trail-world.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#server/db/database.ts';
import {
  assertApplicationRole,
  assertSchemaIsCurrent,
  migrateToLatest,
  SchemaError,
} from '#server/db/migrate.ts';
import { migrations, migrationsFolder } from '#server/db/migrations/index.ts';
import { verifyDatabase } from '#server/domains/audit/index.ts';
import { withConnection } from '#tests/harness/with-connection.ts';
import { describeSchema } from '#tests/harness/describe-schema.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { inject } from 'vitest';

const open: TestDatabase[] = [];
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  open.push(database);
  return database;
}
afterEach(async () => {
  for (const database of open.splice(0)) await database.drop();
});

let template: TestDatabase;
beforeAll(async () => {
  template = await createTestDatabase();
});
afterAll(() => template.drop());

/** How migrations run is the same for few; the whole of them takes seconds each time. */
const few = Object.fromEntries(Object.entries(migrations).slice(0, 12));

const appRole = (): { name: string } => ({ name: inject('database').appRole });

test('[OPS-05] a fresh database and one that was migrated step by step are the same', async () => {
  const fresh = await emptyDatabase();
  await migrateToLatest(fresh.adminUrl, appRole());
  const stepwise = await emptyDatabase();
  const names = Object.keys(migrations);
  const released = fs
    .readFileSync(path.join(migrationsFolder, 'released.sha256'), 'utf8')
    .trim()
    .split('\n').length;
  // Databases of the release stop at its last migration. Of the others the newest run one by one, as they are added.
  const stops = names
    .map((_, index) => index + 1)
    .filter(
      (count) => count === released || count > names.length - 8 || (count > released && count % 10 === 0),
    );
  for (const [index, count] of stops.entries()) {
    const known = Object.fromEntries(Object.entries(migrations).slice(0, count));
    expect(await migrateToLatest(stepwise.adminUrl, appRole(), { migrations: known })).toEqual(
      names.slice(stops[index - 1] ?? 0, count),
    );
  }
  const schema = await describeSchema(fresh.admin);
  expect(await describeSchema(stepwise.admin)).toEqual(schema);
  expect(await describeSchema(template.admin)).toEqual(schema);
  expect(schema.length).toBeGreaterThan(500);
});

test('[OPS-05] migrating again changes nothing', async () => {
  const before = await describeSchema(template.admin);
  expect(await migrateToLatest(template.adminUrl, appRole())).toEqual([]);
  expect(await describeSchema(template.admin)).toEqual(before);
});

test('[OPS-05] several that migrate at once: each migration runs once', async () => {
  const database = await emptyDatabase();
  const results = await Promise.all(
    [1, 2, 3].map(() => migrateToLatest(database.adminUrl, appRole(), { migrations: few })),
  );
  expect(results.flat().toSorted()).toEqual(Object.keys(few).toSorted());
});

test('[OPS-05] an older version refuses a newer schema, to serve as well as to migrate (F17)', async () => {
  const database = await createTestDatabase();
  open.push(database);
  await database.admin.query(
    `insert into migrations.kysely_migration values ('9999-from-the-future', '2030-01-01')`,
  );
  const expected = { kind: 'newer', message: expect.stringContaining('9999-from-the-future') };
  await expect(assertSchemaIsCurrent(database.db)).rejects.toMatchObject(expected);
  await expect(migrateToLatest(database.adminUrl, appRole())).rejects.toMatchObject(expected);
});

test('[OPS-05] a schema that was not migrated is not served', async () => {
  const database = await emptyDatabase();
  await expect(assertSchemaIsCurrent(database.db)).rejects.toMatchObject({
    kind: 'older',
    message: expect.stringContaining('migrate'),
  });
  await migrateToLatest(database.adminUrl, appRole(), {
    migrations: { '0001-tables': migrations['0001-tables'] ?? fail() },
  });
  await expect(assertSchemaIsCurrent(database.db)).rejects.toMatchObject({
    kind: 'older',
    message: expect.stringContaining('0002'),
  });
});

function fail(): never {
  throw new Error('no such migration');
}

test('[OPS-05] a migration that fails leaves nothing behind, and the next run goes through (F17)', async () => {
  const database = await emptyDatabase();
  const broken = {
    ...few,
    '0900-broken': {
      up: async (db: Kysely<never>) => {
        await sql`create table half_done (id integer)`.execute(db);
        await sql`select 1 / 0`.execute(db);
      },
    },
  };
  await expect(migrateToLatest(database.adminUrl, appRole(), { migrations: broken })).rejects.toMatchObject({
    code: '22012',
  });
  const { rows } = await database.admin.query<{ half: string | null; users: string | null }>(
    `select to_regclass('half_done') as half, to_regclass('users') as users`,
  );
  expect(rows).toEqual([{ half: null, users: null }]);
  await migrateToLatest(database.adminUrl, appRole());
  await assertSchemaIsCurrent(database.db);
});

/** A process that migrates and stops in the middle of its last migration until it is killed. */
const halting = (url: string): string => `
  import { migrateToLatest } from '#server/db/migrate.ts';
  import { migrations } from '#server/db/migrations/index.ts';
  import { sql } from 'kysely';
  const halt = { up: async (db) => {
    await sql\`create table half_done (id integer)\`.execute(db);
    console.log('in the middle');
    await new Promise((resolve) => setTimeout(resolve, 60000));
  } };
  await migrateToLatest(${JSON.stringify(url)}, ${JSON.stringify(appRole())}, {
    migrations: { ...Object.fromEntries(Object.entries(migrations).slice(0, ${String(Object.keys(few).length)})), '0900-halt': halt },
  });`;

test('[OPS-05] kill -9 in the middle of a migration: nothing of it remains, and the next run goes through (F17)', async () => {
  const database = await emptyDatabase();
  const file = path.join(import.meta.dirname, `.halting-${process.pid}.ts`);
  fs.writeFileSync(file, halting(database.adminUrl));
  try {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'in the middle') break;
    child.kill('SIGKILL');
    await once(child, 'exit');
  } finally {
    fs.rmSync(file);
  }
  const done = await migrateToLatest(database.adminUrl, appRole());
  expect(done).toEqual(Object.keys(migrations));
  const { rows } = await database.admin.query(`select to_regclass('half_done') as half`);
  expect(rows).toEqual([{ half: null }]);
});

test('[AUD-02] serve refuses a role that could change the trail', async () => {
  await expect(assertApplicationRole(template.db)).resolves.toBeUndefined();
  const superuser = createDatabase(template.adminUrl, { max: 1 });
  try {
    const refusal = assertApplicationRole(superuser.db);
    await expect(refusal).rejects.toBeInstanceOf(SchemaError);
    await expect(refusal).rejects.toMatchObject({
      kind: 'unsafe-role',
      message: expect.stringContaining('superuser'),
    });
  } finally {
    await superuser.close();
  }
  await template.admin.query(`grant update on signatures to ${appRole().name}`);
  try {
    await expect(assertApplicationRole(template.db)).rejects.toMatchObject({
      message: expect.stringContaining('signatures'),
    });
  } finally {
    await template.admin.query(`revoke update on signatures from ${appRole().name}`);
  }
});

test('[AUD-04] an administrator without superuser rights can migrate (a hosted database)', async () => {
  const database = await emptyDatabase();
  const name = `${inject('database').prefix}_owner`;
  await database.admin.query(`create role ${name} login createrole password 'owner-password'`);
  try {
    await database.admin.query(`grant ${appRole().name} to ${name} with admin option`);
    await database.admin.query(
      `do $$ begin if not exists (select 1 from pg_roles where rolname = 'traintrail_audit') then create role traintrail_audit nologin; end if; end $$`,
    );
    await database.admin.query(`grant traintrail_audit to ${name} with admin option`);
    await database.admin.query(`alter database ${database.name} owner to ${name}`);
    await database.admin.query(`alter schema public owner to ${name}`);
    const url = withConnection(database.adminUrl, { user: name, password: 'owner-password' });
    await migrateToLatest(url, appRole());
    await expect(assertSchemaIsCurrent(database.db)).resolves.toBeUndefined();
    await expect(assertApplicationRole(database.db)).resolves.toBeUndefined();
    await sql`select audit.record_access('test.read', null, null, '{}')`.execute(database.db);
    // AUD-04: whoever owns the schema, verify finds in it what the product makes, and says what this owner may not make.
    const report = await verifyDatabase({ db: database.db, dataDir: os.tmpdir(), keys: trailKeys });
    expect(report.findings).toEqual([]);
    expect(report.notices.map((notice) => notice.kind)).toContain('ddl_not_recorded');
  } finally {
    await database.admin.query(`drop owned by ${name} cascade`);
    await database.admin.query(`reassign owned by ${name} to current_user`);
    await database.admin.query(`alter database ${database.name} owner to current_user`);
    await database.admin.query(`drop role ${name}`);
  }
});

test('the pool outlives a cut of every connection', async () => {
  const lost: Error[] = [];
  const database = createDatabase(template.url, { max: 3, onError: (error) => lost.push(error) });
  const killer = new pg.Client({ connectionString: template.adminUrl });
  await killer.connect();
  try {
    const ask = (): Promise<unknown> => sql`select 1`.execute(database.db);
    await Promise.all([ask(), ask(), ask()]);
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'traintrail' and datname = current_database()`,
    );
    await expect.poll(() => database.pool.totalCount).toBe(0);
    await ask();
    expect(lost.length).toBeGreaterThan(0);
  } finally {
    await killer.end();
    await database.close();
  }
});

test('the database ends what runs too long and what holds a transaction and does nothing', async () => {
  const database = createDatabase(template.url, {
    max: 1,
    statementTimeout: 100,
    idleInTransactionTimeout: 100,
    onError: () => undefined,
  });
  try {
    await expect(sql`select pg_sleep(5)`.execute(database.db)).rejects.toMatchObject({ code: '57014' });
    const idle = database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await expect
        .poll(
          async () =>
            (
              await template.admin.query(
                `select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
              )
            ).rows.length,
        )
        .toBe(0);
      await sql`select 1`.execute(tx);
    });
    await expect(idle).rejects.toThrow(/terminat|connection/i);
  } finally {
    await database.close();
  }
});
