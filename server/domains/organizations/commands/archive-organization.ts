import { endSessionsOfOrganization } from '#server/domains/accounts/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireAnAdministrator } from '#server/domains/organizations/administrators.ts';
import { setOrganizationActive } from '#server/domains/organizations/organizations.store.ts';

/** Archives an organization (ORG-02): its records stay, its people are signed out and cannot sign in. CONFLICT. */
export async function archiveOrganization(tx: CommandTransaction, organizationId: number): Promise<void> {
  await setOrganizationActive(tx, organizationId, false);
  await requireAnAdministrator(tx, 'isActive');
  await endSessionsOfOrganization(tx.db, organizationId);
  tx.emit({ type: 'organization.archived', organizationId });
}

/** Restores an archived organization; its people sign in again. */
export async function restoreOrganization(tx: CommandTransaction, organizationId: number): Promise<void> {
  await setOrganizationActive(tx, organizationId, true);
}
