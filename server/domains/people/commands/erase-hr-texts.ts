import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import type { KnownTexts } from './erased-texts.ts';

/**
 * Returns the condition on `hr_agreements a` that the person is its other party, with an account or by name or address (HR-03).
 */
export const isPartyOf = (userId: string, { whole }: KnownTexts): RawBuilder<unknown> =>
  sql`(a.party_user_id = ${userId} or a.party_name ~* ${whole}::text or a.party_email ~* ${whole}::text)`;

/** The condition on `hr_agreements a` that it has a signature and is a record. */
export const isSignedAgreement = sql`exists (select 1 from signatures s where s.hr_agreement_id = a.id)`;

/**
 * Removes the person from agreements that nobody has signed (GDP-02): the name becomes the pseudonym, the address and the files
 * are deleted. An agreement that was out for signature or declined becomes a draft again, because no file is left to sign.
 */
export async function eraseUnsignedAgreements(
  tx: CommandTransaction,
  userId: string,
  known: KnownTexts,
  pseudonym: string,
): Promise<void> {
  const ofPerson = isPartyOf(userId, known);
  await sql`select 1 from hr_agreements a where ${ofPerson} order by a.id for update`.execute(tx.db);
  // A separate statement: after a wait for the lock it sees a signature that was given in the meantime.
  const { rows } = await sql<{ id: number }>`
    select a.id from hr_agreements a where ${ofPerson} and not ${isSignedAgreement}`.execute(tx.db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`
    update hr_agreements set party_name = case when party_user_id is null then ${pseudonym}::text end, party_email = null,
      status = case when status in ('out_for_signature', 'declined') then 'draft' else status end,
      sent_at = case when status in ('out_for_signature', 'declined') then null else sent_at end,
      declined_at = null, declined_reason = null
    where id = any(${ids}::int[])
  `.execute(tx.db);
  await sql`
    update hr_documents set current_version_id = null where agreement_id = any(${ids}::int[]) and current_version_id is not null
  `.execute(tx.db);
  const { rows: versions } = await sql<{ fileId: number }>`
    delete from hr_document_versions v using hr_documents d
    where d.id = v.document_id and d.agreement_id = any(${ids}::int[]) returning v.file_id
  `.execute(tx.db);
  for (const fileId of new Set(versions.map((version) => version.fileId))) await releaseFile(tx, fileId);
}

/** Deletes the phone number of a contact whose name or address is the person's (HR-01, GDP-02). */
export async function eraseContactPhones(tx: CommandTransaction, { whole }: KnownTexts): Promise<void> {
  await sql`
    update hr_registrations set contact_phone = null
    where contact_phone is not null and (contact_name ~* ${whole}::text or contact_email ~* ${whole}::text)
  `.execute(tx.db);
}
