import { sql, type CompiledQuery, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/**
 * Yields the rows of a query in batches, by a cursor. The time limit of a statement does not apply, because it would include
 * the reading by slow readers (RPT-02). A reader that stops early releases the connection.
 */
export async function* streamRows<Row>(
  db: Kysely<DB>,
  make: (db: Kysely<DB>) => CompiledQuery<Row>,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  // In a transaction its owner sets the time limit.
  if (db.isTransaction) return yield* batches(db, make, batchSize);
  const reading = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`set local statement_timeout = 0`.execute(reading);
    yield* batches(reading, make, batchSize);
  } finally {
    // Nothing was written; a lost connection needs no rollback either.
    await reading.rollback().execute();
  }
}

async function* batches<Row>(
  db: Kysely<DB>,
  make: (db: Kysely<DB>) => CompiledQuery<Row>,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  const plain = db.withoutPlugins();
  for await (const { rows } of plain.getExecutor().stream<Row>(make(plain), batchSize)) yield rows;
}
