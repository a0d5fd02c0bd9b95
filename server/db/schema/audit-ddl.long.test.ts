import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { inCommand } from '#tests/harness/trail-world.ts';
import { lastMigrationEvent } from '#server/db/catalogue/migration-events.ts';
import { catalogueDigest, ownCatalogue, readCatalogueOf } from '#server/db/catalogue/catalogue.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { inject } from 'vitest';

let database: TestDatabase;
let before: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  before = (await newest()).id;
});

async function newest(): Promise<{ id: number }> {
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) as id from audit.events`.execute(database.db);
  return rows[0] ?? { id: 0 };
}

/** What the trail says of changes of the schema since the test began: tag, objects, and whether a command was open. */
async function changes(): Promise<readonly (readonly [string, readonly string[], boolean])[]> {
  const { rows } = await sql<{ tag: string; objects: string[]; command: boolean }>`
    select payload::jsonb #>> '{facts,tag}' as tag, payload::jsonb #> '{facts,objects}' as objects, command_id is not null as command
    from audit.events where action = 'system.ddl' and id > ${before} order by id`.execute(database.db);
  return rows.map(({ tag, objects, command }) => [tag, objects, command]);
}

test('[AUD-04] a change of the schema by a superuser is an event, with its tag and its objects', async () => {
  const { admin } = database;
  await admin.query('create table extra (id integer primary key)');
  await admin.query('alter table training_records disable trigger audit_insert');
  await admin.query('alter table training_records enable trigger audit_insert');
  await admin.query('grant update on extra to public');
  await admin.query('drop table extra');
  expect(await changes()).toEqual([
    ['CREATE TABLE', ['table public.extra', 'index public.extra_pkey'], false],
    ['ALTER TABLE', ['table public.training_records'], false],
    ['ALTER TABLE', ['table public.training_records'], false],
    ['GRANT', ['TABLE'], false],
    ['DROP TABLE', ['table public.extra'], false],
  ]);
});

test('[AUD-04] it is an event also while the triggers of the session sleep, and inside a command', async () => {
  await database.admin.query(
    `begin; set local session_replication_role = replica; create function quiet() returns integer language sql as 'select 1'; commit`,
  );
  const client = await database.admin.connect();
  try {
    await client.query(
      `begin; select audit.begin_command('test.ddl', null, null, '{}'); drop function quiet(); commit`,
    );
  } finally {
    client.release(true);
  }
  expect(await changes()).toEqual([
    ['CREATE FUNCTION', ['function public.quiet()'], false],
    ['DROP FUNCTION', ['function public.quiet()'], true],
  ]);
});

test('[AUD-04] temporary objects, a moved clock and writes of the product are none', async () => {
  await database.admin.query(
    'begin; create temporary table passing (id serial); create index on passing (id); drop table passing; commit',
  );
  await database.moveClock({ days: 1 });
  await database.moveClock({});
  await inCommand(database.db, (tx) =>
    sql`insert into settings (key, value) values ('ddl', '1')`.execute(tx),
  );
  expect(await changes()).toEqual([]);
});

test('[AUD-04] a migration is one event of its own, with the catalogue that it left', async () => {
  const event = await lastMigrationEvent(database.db);
  const { appRole } = inject('database');
  expect(event).toEqual({
    schema: catalogueDigest(await readCatalogueOf(database.db, appRole)),
    recordsDdl: true,
  });
  expect(event?.schema).toBe(catalogueDigest(ownCatalogue()));
  const older = await createTestDatabase({ empty: true });
  try {
    const names = Object.keys(migrations);
    const missing = names.slice(names.indexOf('0065-guards'));
    const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => !missing.includes(name)));
    await migrateToLatest(older.adminUrl, { name: appRole }, { migrations: former });
    await migrateToLatest(older.adminUrl, { name: appRole });
    const { rows } = await sql<{ action: string; done: string | null }>`
      select action, payload::jsonb #>> '{facts,migrations}' as done from audit.events
      where action = 'system.ddl' or payload::jsonb #> '{facts,migrations}' is not null order by id`.execute(
      older.db,
    );
    expect(rows).toEqual([{ action: 'system.migrate', done: expect.any(String) }]);
    expect(JSON.parse(rows[0]?.done ?? '')).toEqual(missing);
  } finally {
    await older.drop();
  }
});
