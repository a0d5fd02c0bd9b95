import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/db/database.ts';
import type { DB } from '#server/db/db.d.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';

let place: TestDatabase;
let database: Database;
let plugin: Kysely<DB>;

beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url);
  plugin = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
});

afterAll(async () => {
  await database.close();
  await place.drop();
});

const built = (db: Kysely<DB>) =>
  db
    .with('named', (cte) =>
      cte
        .selectFrom('users as u')
        .select(['u.id', 'u.firstName', sql<string>`${sql.ref('u.lastName')}`.as('lastName')]),
    )
    .selectFrom('named')
    .innerJoin('trainingAssignments as a', 'a.userId', 'named.id')
    .select((eb) => [
      'named.firstName as givenName',
      eb
        .exists(
          db
            .selectFrom('userGrants as g')
            .select('g.userId')
            .where('g.userId', '=', sql.ref<string>('a.userId')),
        )
        .as('isGranted'),
    ])
    .where('a.dueDate', '>', '2026-01-01')
    .orderBy('named.lastName');

test('[PERF-01] statements are the same as those of the plugin of Kysely', () => {
  expect(built(database.db).compile().sql).toBe(built(plugin).compile().sql);
  const plain = sql`select ${sql.ref('someTable.someColumn')} as "asWritten"`;
  expect(plain.compile(database.db).sql).toBe(plain.compile(plugin).sql);
});

test('[PERF-01] a database without plugins changes no name', () => {
  const statement = sql`select ${sql.ref('someTable.someColumn')}`;
  expect(statement.compile(database.db).sql).toBe('select "some_table"."some_column"');
  expect(statement.compile(database.db.withoutPlugins()).sql).toBe('select "someTable"."someColumn"');
});

test.each([
  ['columns of one word', `select 1 as one, 'x' as two`],
  ['no row', 'select 1 as first_one where false'],
  [
    'values of every kind',
    `select n as row_number, null as no_value, array[n, 2] as some_numbers, '{"inner_name": [{"deep_name": 1}]}'::json as nested_value,
      now()::date as this_day, n as "quotedName", _n as _first, n as two__lines from (select n, n as _n from generate_series(1, 3) n) s`,
  ],
])('[PERF-01] rows are the same as those of the plugin of Kysely: %s', async (_, text) => {
  const of = async (db: Kysely<DB>) => (await sql.raw(text).execute(db)).rows;
  const [own, theirs] = [await of(database.db), await of(plugin)];
  expect(own).toEqual(theirs);
  expect(JSON.stringify(own)).toBe(JSON.stringify(theirs));
});
