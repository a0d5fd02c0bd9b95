import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { judgeNotice, type NoticeRefusal } from '#shared/domain/hr/agreements.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { agreementEvent, agreementFacts as factsOf } from '../hr.events.ts';
import { fieldError } from '../receive-document.ts';
import { lockFor, type AgreementTarget } from './change-agreement.ts';

const noticeRefusals: Readonly<Record<NoticeRefusal, string>> = {
  not_running: 'Only a signed agreement that has not ended can be ended by notice.',
  past: 'Choose today or a later day',
  before_start: 'Choose a day on or after the start date',
  after_end: 'Choose a day before the agreed end date',
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
  if (refusal === 'not_running') throw new AppError('ILLEGAL_STEP', { detail: noticeRefusals[refusal] });
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
  tx.emit(agreementEvent({ ...factsOf(row), type: 'agreement.notice_given', lastDay }));
}
