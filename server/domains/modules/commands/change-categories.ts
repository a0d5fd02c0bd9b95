import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { categoryColor } from '#shared/domain/modules/category-color.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';

/** A created category. */
export interface CreatedCategory {
  readonly id: number;
  readonly name: string;
  readonly colorIndex: number;
  readonly position: number;
  readonly moduleCount: number;
}

/** Creates a training category after the others, in the next color (MOD-02). Throws DUPLICATE. */
export async function createCategory(tx: CommandTransaction, name: string): Promise<CreatedCategory> {
  await requireFreeName(tx, name, null);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from module_categories`.execute(tx.db);
  const position = (rows[0]?.last ?? 0) + 1;
  const made = await tx.db
    .insertInto('moduleCategories')
    .values({ name, position, colorIndex: categoryColor(position - 1) })
    .returning(['id', 'name', 'colorIndex', 'position'])
    .executeTakeFirstOrThrow();
  return { ...made, moduleCount: 0 };
}

/** Locks the names of categories, and refuses one that another category has in any letter case. */
async function requireFreeName(tx: CommandTransaction, name: string, own: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('module_categories'))`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`
    select id from module_categories where ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)} and id is distinct from ${own}::int`.execute(
    tx.db,
  );
  if (rows.length === 0) return;
  const reason = 'category_exists';
  throw new AppError('DUPLICATE', { errors: [{ path: 'categoryName', reason }] });
}

/** Renames a training category; its modules, color and place stay (MOD-02). Throws NOT_FOUND, DUPLICATE. */
export async function renameCategory(
  tx: CommandTransaction,
  from: string,
  to: string,
): Promise<CreatedCategory> {
  const { rows } = await sql<{ id: number }>`
    select id from module_categories where ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${from}::text`)} for update`.execute(
    tx.db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError('NOT_FOUND');
  await requireFreeName(tx, to, id);
  const renamed = await tx.db
    .updateTable('moduleCategories')
    .set({ name: to })
    .where('id', '=', id)
    .returning(['id', 'name', 'colorIndex', 'position'])
    .executeTakeFirstOrThrow();
  const { count } = await tx.db
    .selectFrom('trainingModules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('categoryId', '=', id)
    .where('contentType', '<>', 'placeholder')
    .executeTakeFirstOrThrow();
  return { ...renamed, moduleCount: Number(count) };
}

/** Deletes a training category by its name; its modules stay without one (MOD-02). Returns how many. Throws NOT_FOUND. */
export async function removeCategory(tx: CommandTransaction, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from module_categories where ${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)} for update`.execute(
    tx.db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError('NOT_FOUND');
  const detached = await tx.db
    .updateTable('trainingModules')
    .set({ categoryId: null })
    .where('categoryId', '=', id)
    .executeTakeFirst();
  await tx.db.deleteFrom('moduleCategories').where('id', '=', id).execute();
  return Number(detached.numUpdatedRows);
}
