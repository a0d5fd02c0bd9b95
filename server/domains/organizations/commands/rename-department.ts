import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireFreeDepartmentName } from '#server/domains/organizations/organizations.store.ts';

/** A department locked for the rest of the command. */
export interface StoredDepartment {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number;
  readonly revision: number;
}

/** Renames a department (ORG-03); `check` may refuse once the row is locked. NOT_FOUND, DUPLICATE at `name`. */
export async function renameDepartment(
  tx: CommandTransaction,
  id: number,
  name: string,
  check: (stored: StoredDepartment) => void | Promise<void>,
): Promise<void> {
  const stored = await tx.db
    .selectFrom('departments')
    .select(['id', 'name', 'organizationId', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new AppError('NOT_FOUND');
  await check(stored);
  if (stored.name === name) return;
  await requireFreeDepartmentName(tx, stored.organizationId, name, id);
  await tx.db.updateTable('departments').set({ name }).where('id', '=', id).execute();
}
