import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lock, lockDocument } from '../registrations.store.ts';

/** Renames a document of a registration in use, archives or restores it (HR-01). */
export async function changeRegistrationDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  documentId: number,
  { title, isArchived }: { readonly title?: string | undefined; readonly isArchived?: boolean | undefined },
): Promise<void> {
  await lock(tx, reach, id, { inUse: true });
  await lockDocument(tx, id, documentId);
  await tx.db
    .updateTable('hrDocuments')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(isArchived === undefined ? {} : { archivedAt: isArchived ? sql<Date>`app_now()` : null }),
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', documentId)
    .execute();
}
