import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sideToSign } from '../agreements.queries.ts';
import { lockFor, refusals, type AgreementTarget } from '../agreements.store.ts';

/** Declines an agreement for the other party, with a reason (HR-03). ILLEGAL_STEP if that party has signed or is not asked to. */
export async function declineAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  userId: string,
  reason: string,
): Promise<void> {
  const row = await lockFor(tx, target, 'decline', {});
  if (sideToSign(target.reach, userId, row) !== 'party')
    throw new AppError('ILLEGAL_STEP', { reason: refusals.not_allowed });
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'declined', declinedAt: sql<Date>`app_now()`, declinedReason: reason })
    .where('id', '=', target.id)
    .execute();
  tx.emit({ type: 'agreement.declined', agreementId: target.id });
}
