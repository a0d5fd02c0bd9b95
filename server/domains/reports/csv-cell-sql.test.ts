import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvCell } from '#shared/domain/reports/csv.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { csvCellSql } from './csv-cell-sql.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test('[RPT-02] a cell that the database writes is the one that the server would write, formulas included', async () => {
  const signs = fc.constantFrom(...'=+-@＝＋－＠\t\r\n",;\'\\ aÄ€'.split(''), '𝕏');
  const texts = fc.oneof(
    fc.array(signs, { maxLength: 6 }).map((list) => list.join('')),
    fc.constant(null),
  );
  const given = fc.sample(texts, { numRuns: 2000, seed: 1 });
  const { rows } = await sql<{ cell: string }>`
    select ${csvCellSql(sql`x.text`)} as cell
    from unnest(${given}::text[]) with ordinality x (text, number) order by x.number`.execute(database.db);
  expect(rows.map(({ cell }) => cell)).toEqual(given.map((text) => csvCell(text)));
});
