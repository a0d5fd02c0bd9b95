import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Who is where decides what matrices require, and a transaction sees no place that another one has not committed. So commands that move
 * people, or assign by where they are, hold the places together, and commands that decide for everybody at a place hold them
 * alone (MTX-06, USR-05). Always the first lock of a command: then nobody waits in a circle. A rehearsal changes nothing that
 * could be missed, and its hash is compared when the change is made: it waits for nobody and keeps nobody waiting.
 */
async function lockPlaces(tx: CommandTransaction, lock: RawBuilder<unknown>): Promise<void> {
  if (!tx.isRehearsal) await sql`select ${lock}`.execute(tx.db);
}

/** Waits for changes of matrices and keeps the next ones waiting, beside other commands on single people (USR-05). */
export async function sharePlaces(tx: CommandTransaction): Promise<void> {
  await lockPlaces(tx, sql`pg_advisory_xact_lock_shared(hashtext('users.places'))`);
}

/** Nobody moves until the command has ended: what follows sees everybody at the place where they are (MTX-06). */
export async function holdPlaces(tx: CommandTransaction): Promise<void> {
  await lockPlaces(tx, sql`pg_advisory_xact_lock(hashtext('users.places'))`);
}
