import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#server/db/db.d.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { queryPrepared, namedStatement } from './named-statement.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const doubled = namedStatement<{ twiceTheValue: number }>(
  'test.doubled',
  'select $1::int * 2 as twice_the_value',
);

test('[PERF-01] a named statement is prepared once by each connection', async () => {
  await database.db.transaction().execute(async (tx) => {
    const answers: number[] = [];
    for (const value of [1, 2, 3])
      answers.push((await tx.executeQuery(doubled(value))).rows[0]?.twiceTheValue ?? 0);
    expect(answers).toEqual([2, 4, 6]);
    const { rows } = await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements where name = 'test.doubled'`.execute(
      tx,
    );
    expect(rows).toEqual([{ calls: 3 }]);
  });
});

test('[PERF-01] a statement put together of parts is prepared once for each text, whatever its values', async () => {
  await database.db.transaction().execute(async (tx) => {
    const ask = async (value: number, factor: 2 | 3) => {
      const by = sql.raw(String(factor));
      const [row] = await queryPrepared<{ timesThat: number }, DB>(
        tx,
        'test.multiplied',
        sql`select ${value}::int * ${by} as times_that`,
      );
      return row?.timesThat;
    };
    expect([await ask(1, 2), await ask(2, 2), await ask(3, 3)]).toEqual([2, 4, 9]);
    const { rows } = await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
      where name like 'test.multiplied.%' order by calls`.execute(tx);
    expect(rows).toEqual([{ calls: 1 }, { calls: 2 }]);
  });
});

test('[PERF-01] other statements, cursors and errors go as before', async () => {
  const rows: number[] = [];
  for await (const { n } of database.db
    .selectFrom(sql<{ n: number }>`generate_series(1, 5)`.as<'n'>(sql`t(n)`))
    .select(sql<number>`n`.as('n'))
    .stream(2)) {
    rows.push(n);
  }
  expect(rows).toEqual([1, 2, 3, 4, 5]);
  await expect(database.db.executeQuery(doubled('no number'))).rejects.toMatchObject({ code: '22P02' });
  expect((await database.db.executeQuery(doubled(4))).rows).toEqual([{ twiceTheValue: 8 }]);
});
