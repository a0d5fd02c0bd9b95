import type { PeopleImported, UserChanged, UserErased } from '#server/domains/people/index.ts';
import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';

/**
 * Subscriber of `user.erased` (GDP-02). Versions of the CV that the person never signed are not records, so they are deleted with
 * their files. Signed versions stay with their signatures until their retention ends, as listed in `kept` of the erasure.
 */
export async function removeUnsignedCv(tx: CommandTransaction, { userId }: UserErased): Promise<void> {
  await tx.db
    .updateTable('hrDocuments')
    .set((eb) => ({ currentVersionId: eb.ref('signedVersionId') }))
    .where('personId', '=', userId)
    .whereRef('currentVersionId', 'is distinct from', 'signedVersionId')
    .execute();
  const { rows } = await sql<{ fileId: number }>`
    delete from hr_document_versions v using hr_documents d
    where d.id = v.document_id and d.person_id = ${userId} and v.signed_at is null
    returning v.file_id
  `.execute(tx.db);
  for (const fileId of new Set(rows.map((row) => row.fileId))) await releaseFile(tx, fileId);
}

/**
 * Subscriber of `user.changed`, which includes deactivation, and of `user.erased` (HR-02). Requests for the CV of a person who
 * has left end. A person who moved gets a new request from the current organization.
 */
export async function withdrawCvRequests(
  tx: CommandTransaction,
  event: UserChanged | UserErased,
): Promise<void> {
  const { userId } = event;
  const moved = event.type === 'user.changed' && event.before.organizationId !== event.after.organizationId;
  await sql`
    update hr_cv_requests r set withdrawn_at = app_now() from users u
    where r.user_id = ${userId} and r.fulfilled_at is null and r.withdrawn_at is null and u.id = r.user_id
      and (${moved} or not u.is_active or u.erased_at is not null)
  `.execute(tx.db);
}

/**
 * Subscriber of `user.changed`, also for a deactivation, and of `user.erased` (HR-04): withdraws the open acknowledgements of a person who
 * has left or has moved to another organization. Given acknowledgements stay.
 */
export async function withdrawAcknowledgements(
  tx: CommandTransaction,
  { userId }: UserChanged | UserErased,
): Promise<void> {
  await sql`
    update hr_acknowledgements k set withdrawn_at = app_now()
    from hr_document_versions v, hr_documents d, users u
    where k.user_id = ${userId} and k.acknowledged_at is null and k.withdrawn_at is null
      and v.id = k.version_id and d.id = v.document_id and u.id = k.user_id
      and (not u.is_active or u.erased_at is not null or u.organization_id is distinct from d.organization_id)
  `.execute(tx.db);
}

/**
 * Subscriber of `people.imported` (USR-06): does the work of the two above for everybody whom a file activated, deactivated
 * or moved to another organization.
 */
export async function withdrawOfImported(
  tx: CommandTransaction,
  { switched, elsewhere }: PeopleImported,
): Promise<void> {
  const userIds = [...switched, ...elsewhere];
  if (userIds.length === 0) return;
  await sql`
    update hr_cv_requests r set withdrawn_at = app_now() from users u
    where r.user_id = any(${userIds}::text[]) and r.fulfilled_at is null and r.withdrawn_at is null and u.id = r.user_id
      and (r.user_id = any(${[...elsewhere]}::text[]) or not u.is_active)`.execute(tx.db);
  await sql`
    update hr_acknowledgements k set withdrawn_at = app_now()
    from hr_document_versions v, hr_documents d, users u
    where k.user_id = any(${userIds}::text[]) and k.acknowledged_at is null and k.withdrawn_at is null
      and v.id = k.version_id and d.id = v.document_id and u.id = k.user_id
      and (not u.is_active or u.organization_id is distinct from d.organization_id)`.execute(tx.db);
}
