import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/**
 * Waits until nobody else writes figures, and holds the lock until the end of the transaction (CMP-03). Later statements read a
 * snapshot with everything that the others wrote.
 */
export async function lockFigures(tx: Transaction<DB>): Promise<void> {
  // A year of a large organization takes longer than any call may.
  await sql`set local statement_timeout = '30min'`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext('figures.fold'))`.execute(tx);
}
