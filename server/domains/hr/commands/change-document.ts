import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { checkOwner, lockDocument, withdrawOpen } from '../organization-documents.store.ts';

/**
 * Changes title, category or owner of a document, archives or restores it (HR-04). An archived document is no longer effective: open requests
 * to acknowledge it end. `check` may refuse once the row is locked (If-Match).
 */
export async function changeDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  changes: {
    readonly title?: string | undefined;
    readonly category?: DocumentCategory | undefined;
    readonly ownerId?: string | null | undefined;
    readonly isArchived?: boolean | undefined;
  },
  check: (stored: { readonly revision: number }) => Promise<void>,
): Promise<void> {
  const stored = await lockDocument(tx, reach, id);
  await check(stored);
  const { organizationId } = stored;
  const { title, category, ownerId, isArchived } = changes;
  if (ownerId) await checkOwner(tx, organizationId, ownerId);
  await tx.db
    .updateTable('hrDocuments')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(category === undefined ? {} : { category }),
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(isArchived === undefined ? {} : { archivedAt: isArchived ? sql<Date>`app_now()` : null }),
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute();
  if (isArchived === true) await withdrawOpen(tx, stored.currentVersionId);
}
