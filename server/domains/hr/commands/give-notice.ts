import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { judgeNotice, type NoticeRefusal } from '#shared/domain/hr/agreements.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { fieldError } from '../receive-document.ts';
import { lockFor, type AgreementTarget } from '../agreements.store.ts';

const noticeRefusals: Readonly<Record<NoticeRefusal, PlainReason>> = {
  not_running: 'notice_not_running',
  past: 'day_before_today',
  before_start: 'notice_before_start',
  after_end: 'notice_after_end',
};

/**
 * Ends a signed agreement by notice, with a reason (HR-03): it stays active until the end of that day. The end that was
 * signed is not changed; a later notice replaces an earlier one.
 */
export async function giveNotice(
  tx: CommandTransaction,
  target: AgreementTarget,
  { reason, lastDay }: { readonly reason: string; readonly lastDay: string },
): Promise<void> {
  const row = await lockFor(tx, target, 'terminate');
  const refusal = judgeNotice(row, lastDay, row.today);
  if (refusal === 'not_running') throw new AppError('ILLEGAL_STEP', { reason: noticeRefusals[refusal] });
  if (refusal) throw fieldError('lastDay', noticeRefusals[refusal]);
  await tx.db
    .updateTable('hrAgreements')
    .set({
      terminatesOn: lastDay,
      noticeGivenAt: sql<Date>`app_now()`,
      noticeGivenBy: tx.actorId,
      noticeReason: reason,
    })
    .where('id', '=', target.id)
    .execute();
}
