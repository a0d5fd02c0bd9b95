import type { z } from 'zod';
import type { organizationForm } from '#shared/contract/organizations.ts';
import { slugOf } from '#shared/domain/organizations/slug.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  chooseSlug,
  insertOrganization,
  requireTimeZone,
} from '#server/domains/organizations/organizations.store.ts';

/** Makes an organization and answers its id (ORG-01, ORG-04). DUPLICATE at `slug`, VALIDATION_FAILED at `timeZone`. */
export async function createOrganization(
  tx: CommandTransaction,
  form: z.output<typeof organizationForm>,
): Promise<number> {
  const timeZone = form.timeZone ?? 'UTC';
  await requireTimeZone(tx, timeZone);
  const organizationId = await insertOrganization(tx, {
    name: form.name,
    type: form.type,
    description: form.description || null,
    slug: await chooseSlug(tx, form.slug ?? slugOf(form.name), form.slug !== undefined),
    timeZone,
    titlePattern: form.titlePattern || null,
    showOnLanding: form.showOnLanding ?? false,
    maxSessionTimeout: form.maxSessionTimeout ?? 480,
    inviteNewAccounts: form.inviteNewAccounts ?? true,
  });
  return organizationId;
}
