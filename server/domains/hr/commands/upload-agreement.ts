import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { type AgreementTarget, lockFor } from '../agreements.store.ts';
import { addVersion } from '../documents.store.ts';

/** Uploads a version of a draft (HR-03); the sender must have seen it, so the agreement gets a new revision. */
export async function uploadAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  file: AcceptedFile,
  note: string | undefined,
): Promise<void> {
  const { documentId } = await lockFor(tx, target, 'edit');
  await addVersion(tx, documentId, file, { note });
  await tx.db
    .updateTable('hrAgreements')
    .set({ updatedAt: sql<Date>`app_now()` })
    .where('id', '=', target.id)
    .execute();
}
