import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { addVersion, insertDocument } from '../documents.store.ts';
import { lock } from '../registrations.store.ts';

/** Adds a document with its first version to a registration in use (HR-01). */
export async function addRegistrationDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  file: AcceptedFile,
  { title, note }: { readonly title: string; readonly note?: string | undefined },
): Promise<void> {
  const { organizationId } = await lock(tx, reach, id, { inUse: true });
  const documentId = await insertDocument(tx, {
    kind: 'registration',
    organizationId,
    registrationId: id,
    title,
  });
  await addVersion(tx, documentId, file, { note });
}
