import { sql } from 'kysely';
import type { SignatureGiven } from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { hrRecipients, mailsToHr, type HrRecipient } from './hr-recipients.ts';
import { agreementSignedMail, cvSignedMail } from './signed.mails.ts';

interface SignedThing {
  readonly kind: 'cv' | 'agreement';
  readonly person: string;
  readonly title: string | null;
  readonly validUntil: string | null;
  readonly complete: boolean;
  readonly recipients: readonly HrRecipient[];
}

/**
 * Subscriber of `signature.given` (NOT-06): people with the grant hr for the organization of a CV or an agreement get an email
 * that it was signed. The signer gets none, and administrators do not replace hr.
 */
export async function notifyHrOfSignature(tx: CommandTransaction, event: SignatureGiven): Promise<void> {
  const { signerId, recordType, recordId, meaningCode } = event;
  if (recordType !== 'hr_document_versions' && recordType !== 'hr_agreements') return;
  const thing =
    recordType === 'hr_agreements'
      ? sql`select 'agreement' as kind, g.organization_id, g.title, null::date as valid_until, g.status = 'active' as complete
          from hr_agreements g where g.id = ${recordId}`
      : sql`select 'cv' as kind, p.organization_id, null as title, v.valid_until, true as complete
          from hr_document_versions v join hr_documents d on d.id = v.document_id and d.kind = 'cv'
          join users p on p.id = d.person_id where v.id = ${recordId}`;
  const { rows } = await sql<SignedThing>`
    select x.kind, x.title, x.valid_until, x.complete,
      coalesce(nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), ''), s.email) as person,
      ${hrRecipients(sql`x.organization_id`, sql`s.id`)} as recipients
    from (${thing}) x join users s on s.id = ${signerId}
  `.execute(tx.db);
  const [signed] = rows;
  if (!signed) return;
  const { person, validUntil, title, complete } = signed;
  const cause = `signature.given ${recordType} ${String(recordId)}`;
  const mails = mailsToHr(signed.recipients, cause, `${meaningCode} ${signerId}`);
  if (signed.kind === 'cv') {
    const payload = { person, validUntil };
    await queueMails(
      tx,
      mails.map((mail) => ({ ...mail, template: cvSignedMail, payload })),
    );
    return;
  }
  const payload = { title: title ?? '', person, complete };
  await queueMails(
    tx,
    mails.map((mail) => ({ ...mail, template: agreementSignedMail, payload })),
  );
}
