import type { z } from 'zod';
import { organizationFields, type organizationChange } from '#shared/contract/organizations.ts';
import { changedFields } from '#server/platform/command/changed-fields.ts';
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
  await updateOrganization(tx, id, changedFields(stored, change, organizationFields.keyof().options));
  if (change.isActive === false && stored.isActive) await archiveOrganization(tx, id);
  if (change.isActive === true && !stored.isActive) await restoreOrganization(tx, id);
}
