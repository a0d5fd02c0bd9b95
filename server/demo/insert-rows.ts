import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Returns ids for new rows, in the order in which the table assigns them. */
export async function nextIds(tx: CommandTransaction, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

/** Inserts rows with their ids in one statement; keys are columns, the same in each row. */
export async function insertRows(
  tx: CommandTransaction,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx.db);
}
