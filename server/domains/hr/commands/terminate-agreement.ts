import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockFor, type AgreementTarget } from '../agreements.store.ts';

/** Ends an agreement at once with a reason, or discards one that is not active (HR-03). */
export async function terminateAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  reason: string,
): Promise<void> {
  await lockFor(tx, target, 'terminate');
  await tx.db
    .updateTable('hrAgreements')
    .set({
      status: 'terminated',
      terminatedAt: sql<Date>`app_now()`,
      terminatedBy: tx.actorId,
      terminatedReason: reason,
      // Why the party declined stays in the history.
      declinedAt: null,
      declinedReason: null,
    })
    .where('id', '=', target.id)
    .execute();
}
