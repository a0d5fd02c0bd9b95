import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * USR-08: takes an erased person's data out of the trail, in the command that erases; call it after the last change, because
 * changes write what was before into the trail. Answers the id of the redaction's event. The person's `erased_at` must be set.
 */
export async function redactPerson(tx: CommandTransaction, userId: string, reason: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select audit.redact_person(${userId}, ${reason}) as id`.execute(
    tx.db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the trail recorded no redaction');
  return id;
}
