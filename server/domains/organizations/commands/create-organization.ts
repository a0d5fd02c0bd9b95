import type { z } from 'zod';
import type { organizationForm } from '#shared/contract/organizations.ts';
import { slugOf } from '#shared/domain/organizations/slug.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  chooseSlug,
  insertOrganization,
  requireTimeZone,
} from '#server/domains/organizations/organizations.store.ts';

/** Creates an organization and returns its id (ORG-01, ORG-04). DUPLICATE at `slug`, VALIDATION_FAILED at `timeZone`. */
export async function createOrganization(
  tx: CommandTransaction,
  form: z.output<typeof organizationForm>,
): Promise<number> {
  await requireTimeZone(tx, form.timeZone);
  const slug = await chooseSlug(tx, form.slug ?? slugOf(form.name), form.slug !== undefined);
  return insertOrganization(tx, { ...form, slug });
}
