import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { everAssignedSql } from '#server/domains/modules/versions.store.ts';
import { holdPlaces } from '#server/domains/people/index.ts';

/** The effect of retiring modules on their open assignments. */
type OpenAssignments = 'keep' | 'void';

/**
 * Deletes a module that was never assigned, with its entries in matrices; retires any other, whose assignments stay or
 * are voided by who subscribes to the event (MOD-13). Throws NOT_FOUND.
 */
export async function removeModule(
  tx: CommandTransaction,
  id: number,
  openAssignments: OpenAssignments,
): Promise<'deleted' | 'retired'> {
  const { deleted } = await removeModules(tx, [id], openAssignments);
  return deleted.length > 0 ? 'deleted' : 'retired';
}

/** Deletes or retires modules, each as {@link removeModule} does; `check` may refuse once they are locked. Throws NOT_FOUND. */
export async function removeModules(
  tx: CommandTransaction,
  ids: readonly number[],
  openAssignments: OpenAssignments,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly deleted: readonly number[]; readonly retired: readonly number[] }> {
  // To void all of them, no new assignments may be created in the meantime.
  if (openAssignments === 'void') await holdPlaces(tx);
  const wanted = [...new Set(ids)];
  const { rows: modules } = await sql<{ id: number; title: string }>`
    select id, title from training_modules where id = any(${wanted}::int[]) order by id for no key update
  `.execute(tx.db);
  if (modules.length < wanted.length) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  const deleted = await neverAssigned(tx, wanted);
  await check();
  const retired = wanted.filter((id) => !deleted.includes(id));
  const titleOf = new Map(modules.map(({ id, title }) => [id, title]));
  if (deleted.length > 0) {
    await tx.db.deleteFrom('trainingMatrix').where('moduleId', 'in', deleted).execute();
    await tx.db.deleteFrom('trainingModules').where('id', 'in', deleted).execute();
  }
  if (retired.length > 0) {
    await tx.db
      .updateTable('trainingModules')
      .set({ isActive: false, retiredAt: sql<Date>`app_now()` })
      .where('id', 'in', retired)
      .where('retiredAt', 'is', null)
      .execute();
  }
  for (const moduleId of retired)
    tx.emit({ type: 'module.retired', moduleId, title: titleOf.get(moduleId) ?? '', openAssignments });
  return { deleted, retired };
}

/** Returns the locked modules that were never assigned to anybody. Nobody can be assigned them until the command ends. */
async function neverAssigned(tx: CommandTransaction, ids: readonly number[]): Promise<readonly number[]> {
  const look = async (among: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      select m.id from training_modules m where m.id = any(${[...among]}::int[]) and not ${everAssignedSql(sql`m.id`)} order by m.id
    `.execute(tx.db);
    return rows.map(({ id }) => id);
  };
  const candidates = await look(ids);
  if (candidates.length === 0) return [];
  // Waits for the person who is about to assign one of them, and then looks again.
  await sql`select 1 from training_modules where id = any(${candidates}::int[]) order by id for update`.execute(
    tx.db,
  );
  return look(candidates);
}
