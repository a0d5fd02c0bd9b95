import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { addVersion } from '../documents.store.ts';
import { lock, lockDocument } from '../registrations.store.ts';

/** Uploads a new version of a document of a registration in use (HR-01); the former ones stay. */
export async function uploadRegistrationVersion(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  documentId: number,
  file: AcceptedFile,
  note: string | undefined,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true });
  if (await lockDocument(tx, id, documentId))
    throw new AppError('ILLEGAL_STEP', { reason: 'document_archived' });
  await addVersion(tx, documentId, file, { note });
}
