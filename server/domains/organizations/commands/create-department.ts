import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { departmentForm } from '#shared/contract/department-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireFreeDepartmentName } from '#server/domains/organizations/organizations.store.ts';

/** Creates a department and returns its id (ORG-03). VALIDATION_FAILED at `organizationId`, DUPLICATE at `name`. */
export async function createDepartment(
  tx: CommandTransaction,
  form: z.output<typeof departmentForm>,
): Promise<number> {
  const organization = await tx.db
    .selectFrom('organizations')
    .select('isActive')
    .where('id', '=', form.organizationId)
    .forShare()
    .executeTakeFirst();
  if (!organization?.isActive) {
    const reason = organization ? 'organization_archived' : 'no_organization';
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'organizationId', reason }] });
  }
  await requireFreeDepartmentName(tx, form.organizationId, form.name);
  const { id } = await tx.db
    .insertInto('departments')
    .values({ name: form.name, organizationId: form.organizationId, description: form.description || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
