import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { cvValidUntil } from '#shared/domain/hr/cvs.ts';
import { signRecord, type SigningAuthorization } from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { requireSeen } from '../document-sight.ts';
import { addVersion, insertDocument, readValidMonths } from '../documents.store.ts';
import { readSignedRecords } from '../signed-records.ts';

/** Uploads a version of the person's CV (HR-02): it counts once its owner has signed it. */
export async function uploadCv(
  tx: CommandTransaction,
  userId: string,
  file: AcceptedFile,
  note: string | undefined,
): Promise<void> {
  // Two first uploads at once make one document.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx.db);
  const known = await tx.db
    .selectFrom('hrDocuments')
    .select('id')
    .where('personId', '=', userId)
    .executeTakeFirst();
  const documentId = known?.id ?? (await insertDocument(tx, { kind: 'cv', personId: userId }));
  await addVersion(tx, documentId, file, { note });
}

/**
 * Signs and dates the newest version of the person's CV (HR-02). It is valid from the day of the signature in the owner's time
 * zone, for as long as the installation's setting. Errors: NOT_FOUND, CONFLICT if there is a newer version by now, ILLEGAL_STEP
 * if it is signed already, CONTENT_NOT_SEEN if another person uploaded it and the owner has not seen all of it.
 */
export async function signCv(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
  versionId: number,
  meaning: string,
): Promise<void> {
  const userId = authorization.signerId;
  const { rows } = await sql<{
    documentId: number;
    currentVersionId: number;
    signedAt: Date | null;
    uploadedBy: string | null;
    now: Date;
    today: string;
  }>`
    select d.id as document_id, d.current_version_id, v.signed_at, v.uploaded_by, date_trunc('milliseconds', app_now()) as now,
      today_in(${authorization.timeZone}) as today
    from hr_documents d join hr_document_versions v on v.document_id = d.id
    where d.person_id = ${userId} and v.id = ${versionId} for update of d, v
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (stored.currentVersionId !== versionId) {
    throw new AppError('CONFLICT', { reason: 'cv_replaced' });
  }
  if (stored.signedAt !== null) throw new AppError('ILLEGAL_STEP', { reason: 'version_signed' });
  // An uploader knows the file; another person's upload must be read first.
  if (stored.uploadedBy !== userId) await requireSeen(tx.db, versionId, userId);
  const validUntil = cvValidUntil(stored.today, await readValidMonths(tx.db));
  await tx.db
    .updateTable('hrDocumentVersions')
    .set({ signedAt: stored.now, validUntil })
    .where('id', '=', versionId)
    .execute();
  await tx.db
    .updateTable('hrDocuments')
    .set({ signedVersionId: versionId })
    .where('id', '=', stored.documentId)
    .execute();
  await tx.db
    .updateTable('hrCvRequests')
    .set({ fulfilledAt: stored.now })
    .where('userId', '=', userId)
    .where('fulfilledAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute();
  const [record] = await readSignedRecords(tx.db, 'hr_document_versions', [versionId]);
  if (!record) throw new Error('the signed version was not read again');
  await signRecord(tx, authorization, {
    recordType: 'hr_document_versions',
    recordId: versionId,
    recordBytes: record.text,
    contentHash: record.contentHash,
    meaning,
    meaningCode: 'cv_is_mine',
    now: stored.now,
  });
}
