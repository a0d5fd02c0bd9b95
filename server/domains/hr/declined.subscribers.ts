import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { agreementDeclinedMail, type DeclinedAgreement } from './declined.mails.ts';
import type { AgreementDeclined } from './hr.events.ts';
import { hrRecipients, mailsToHr, type HrRecipient } from './hr-recipients.ts';

interface Declined extends DeclinedAgreement {
  readonly declinedAt: string;
  readonly recipients: readonly HrRecipient[];
}

/**
 * Subscriber of `agreement.declined` (NOT-06, HR-03): people with the grant hr for the organization of the agreement get an
 * email that its other party declined to sign, with the reason. The party gets none, and administrators do not replace
 * hr.
 */
export async function notifyHrOfDecline(tx: CommandTransaction, event: AgreementDeclined): Promise<void> {
  const { agreementId } = event;
  const { rows } = await sql<Declined>`
    select g.title, g.declined_reason as reason, g.declined_at::text as declined_at,
      coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email, g.party_name, '') as person,
      ${hrRecipients(sql`g.organization_id`, sql`g.party_user_id`)} as recipients
    from hr_agreements g left join users p on p.id = g.party_user_id where g.id = ${agreementId}
  `.execute(tx.db);
  const [declined] = rows;
  if (!declined) return;
  const { recipients, declinedAt, ...payload } = declined;
  // After it was sent again, an agreement can be declined again.
  const mails = mailsToHr(recipients, `agreement.declined hr_agreements ${String(agreementId)}`, declinedAt);
  await queueMails(
    tx,
    mails.map((mail) => ({ ...mail, template: agreementDeclinedMail, payload })),
  );
}
