import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { type AgreementTarget, lockFor } from '../agreements.store.ts';
import { agreementMail } from '../hr.mails.ts';

/** Sends a draft out for signature; a party with an account gets an email (HR-03). */
export async function sendAgreement(tx: CommandTransaction, target: AgreementTarget): Promise<void> {
  const { id } = target;
  const { partyUserId, title } = await lockFor(tx, target, 'send');
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'out_for_signature', sentAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
  if (partyUserId === null) return;
  const party = await tx.db
    .selectFrom('users')
    .select(['email', 'settings', 'isActive'])
    .where('id', '=', partyUserId)
    .executeTakeFirstOrThrow();
  if (!party.isActive) {
    throw new AppError('ILLEGAL_STEP', {
      reason: 'party_cannot_sign',
    });
  }
  await queueMail(tx, {
    template: agreementMail,
    to: party.email,
    userId: partyUserId,
    language: settingsWithDefaults(party.settings as Readonly<Record<string, unknown>>).language,
    payload: { title },
    cause: `agreement.sent hr_agreements ${String(id)}`,
  });
}
