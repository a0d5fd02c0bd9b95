import type { z } from 'zod';
import type { organizationChange } from '#shared/contract/organizations.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  archiveOrganization,
  restoreOrganization,
} from '#server/domains/organizations/commands/archive-organization.ts';
import {
  chooseSlug,
  lockOrganization,
  requireTimeZone,
  updateOrganization,
  type OrganizationValues,
  type StoredOrganization,
} from '#server/domains/organizations/organizations.store.ts';

/** Fields that a caller sent. */
export type OrganizationChange = z.output<typeof organizationChange>;

/**
 * Changes an organization (ORG-01, ORG-04), archives or restores it by `isActive` (ORG-02). `check` may refuse once the
 * row is locked (If-Match).
 */
export async function changeOrganization(
  tx: CommandTransaction,
  id: number,
  change: OrganizationChange,
  check: (stored: StoredOrganization) => void | Promise<void>,
): Promise<void> {
  const stored = await lockOrganization(tx, id);
  await check(stored);
  if (change.timeZone !== undefined) await requireTimeZone(tx, change.timeZone);
  if (change.slug !== undefined && change.slug !== stored.slug) await chooseSlug(tx, change.slug, true, id);
  const values = changedValues(stored, change);
  await updateOrganization(tx, id, values);
  if (change.isActive === false && stored.isActive) await archiveOrganization(tx, id);
  if (change.isActive === true && !stored.isActive) await restoreOrganization(tx, id);
}

function changedValues(stored: StoredOrganization, change: OrganizationChange): Partial<OrganizationValues> {
  const wanted: Partial<OrganizationValues> = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.type === undefined ? {} : { type: change.type }),
    ...(change.description === undefined ? {} : { description: change.description || null }),
    ...(change.slug === undefined ? {} : { slug: change.slug }),
    ...(change.timeZone === undefined ? {} : { timeZone: change.timeZone }),
    ...(change.titlePattern === undefined ? {} : { titlePattern: change.titlePattern || null }),
    ...(change.showOnLanding === undefined ? {} : { showOnLanding: change.showOnLanding }),
    ...(change.inviteNewAccounts === undefined ? {} : { inviteNewAccounts: change.inviteNewAccounts }),
    ...(change.maxSessionTimeout === undefined ? {} : { maxSessionTimeout: change.maxSessionTimeout }),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => stored[key as keyof OrganizationValues] !== value),
  );
}
