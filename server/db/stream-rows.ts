import { sql, type CompiledQuery, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/**
 * The rows of a query in batches, by a cursor. The limit of a statement would count its whole reading, slow readers and
 * all: it does not apply to it (RPT-02). Who leaves earlier lets go of the connection.
 */
export async function* streamRows<Row>(
  db: Kysely<DB>,
  make: (db: Kysely<DB>) => CompiledQuery<Row>,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  // In a transaction its owner says how long it may last.
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
    // Nothing was written; a connection that is lost has nothing to give back either.
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
