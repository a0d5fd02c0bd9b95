import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * The place of a person decides what matrices require, and a transaction does not see a place that another one has not committed. So
 * commands that move people, or assign by place, share the lock, and commands that decide for everybody at a place hold it alone
 * (MTX-06, USR-05). It is always the first lock of a command, which prevents deadlocks. A rehearsal changes nothing that could be
 * missed, and its hash is compared when the change is made, so it neither waits nor blocks.
 */
async function lockPlaces(tx: CommandTransaction, lock: RawBuilder<unknown>): Promise<void> {
  if (!tx.isRehearsal) await sql`select ${lock}`.execute(tx.db);
}

/** Waits for changes of matrices and delays the next ones, but not other commands on single people (USR-05). */
export async function sharePlaces(tx: CommandTransaction): Promise<void> {
  await lockPlaces(tx, sql`pg_advisory_xact_lock_shared(hashtext('users.places'))`);
}

/** Nobody moves until the command has ended: later statements see everybody at their present place (MTX-06). */
export async function holdPlaces(tx: CommandTransaction): Promise<void> {
  await lockPlaces(tx, sql`pg_advisory_xact_lock(hashtext('users.places'))`);
}
