import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockInspection } from '../inspections.store.ts';

/**
 * Closes an inspection and revokes its grants, so that the next call of its inspectors is refused (INS-01). ILLEGAL_STEP if it is
 * closed.
 */
export async function closeInspection(tx: CommandTransaction, id: number, reason: string): Promise<void> {
  await lockInspection(tx, id);
  await sql`
    update inspections set closed_by = ${tx.actorId}, closed_at = app_now(), closing_reason = ${reason} where id = ${id}`.execute(
    tx.db,
  );
  await sql`
    update user_grants set revoked_at = app_now(), revoked_by = ${tx.actorId} where inspection_id = ${id} and revoked_at is null`.execute(
    tx.db,
  );
}
