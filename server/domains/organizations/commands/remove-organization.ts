import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { archiveOrganization } from '#server/domains/organizations/commands/archive-organization.ts';
import { deleteIfEmpty, lockOrganization } from '#server/domains/organizations/organizations.store.ts';

/** Deletes an organization without references, archives any other, and returns which (ORG-02). */
export async function removeOrganization(
  tx: CommandTransaction,
  id: number,
): Promise<'deleted' | 'archived'> {
  const stored = await lockOrganization(tx, id);
  if (await deleteIfEmpty(tx, id)) {
    return 'deleted';
  }
  if (stored.isActive) await archiveOrganization(tx, id);
  return 'archived';
}
