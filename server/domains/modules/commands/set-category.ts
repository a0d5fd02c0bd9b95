import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { categoryIdOf } from '#server/domains/modules/modules.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Sets the category of modules, or removes it (MOD-02), and returns how many changed. NOT_FOUND, VALIDATION_FAILED for an unknown
 * name.
 */
export async function setCategory(
  tx: CommandTransaction,
  moduleIds: readonly number[],
  name: string | null,
): Promise<number> {
  const categoryId = await categoryIdOf(tx, name);
  const wanted = [...new Set(moduleIds)];
  const { rows } = await sql<{ id: number }>`
    select id from training_modules where id = any(${wanted}::int[]) order by id for no key update
  `.execute(tx.db);
  if (rows.length < wanted.length) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  const { numUpdatedRows } = await tx.db
    .updateTable('trainingModules')
    .set({ categoryId })
    .where('id', 'in', wanted)
    .where(sql<boolean>`category_id is distinct from ${categoryId}::int`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
