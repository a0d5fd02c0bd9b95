import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { type AgreementTarget, lockFor } from '../agreements.store.ts';

/** Returns an agreement to draft while nobody has signed it, also one that the party declined (HR-03). */
export async function withdrawAgreement(tx: CommandTransaction, target: AgreementTarget): Promise<void> {
  await lockFor(tx, target, 'withdraw');
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'draft', sentAt: null, declinedAt: null, declinedReason: null })
    .where('id', '=', target.id)
    .execute();
}
