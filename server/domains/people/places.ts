import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Locks the places of people (MTX-06, USR-05). The place of a person decides what matrices require, and a transaction does not
 * see a place that another one has not committed. Commands that move people or assign by place share the lock. Commands that
 * decide for everybody at a place hold it alone. It is always the first lock of a command, which prevents deadlocks. A rehearsal
 * changes nothing, and its hash is compared when the change is made, so it neither waits nor blocks.
 */
async function lockPlaces(tx: CommandTransaction, lock: RawBuilder<unknown>): Promise<void> {
  if (!tx.isRehearsal) await sql`select ${lock}`.execute(tx.db);
}

/** The commands that share the lock already: it lasts to the end of the transaction. */
const sharing = new WeakSet<CommandTransaction>();

/** Waits for changes of matrices and delays the next ones, but not other commands on single people (USR-05). */
export async function sharePlaces(tx: CommandTransaction): Promise<void> {
  if (sharing.has(tx)) return;
  await lockPlaces(tx, sql`pg_advisory_xact_lock_shared(hashtext('users.places'))`);
  sharing.add(tx);
}

/** Prevents moves until the command has ended. Later statements then see everybody at their current place (MTX-06). */
export async function holdPlaces(tx: CommandTransaction): Promise<void> {
  await lockPlaces(tx, sql`pg_advisory_xact_lock(hashtext('users.places'))`);
}
