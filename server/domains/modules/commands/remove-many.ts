import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import type { DB } from '#server/db/db.d.ts';
import { removeModules } from '#server/domains/modules/commands/remove-module.ts';
import { everAssignedSql } from '#server/domains/modules/versions.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

type Removed = ResponseInput<typeof moduleLibraryContract.removeMany>;

const nothing: Removed['effect'] = {
  deleted: 0,
  retired: 0,
  openAssignments: 0,
  openPeople: 0,
  completions: 0,
  matrices: 0,
};

/** The modules that are deleted or retired, and the effect that the preview showed. */
interface Removal {
  readonly moduleIds: readonly number[];
  readonly openAssignments: 'keep' | 'void';
  readonly effectHash?: string | undefined;
}

/**
 * Deletes or retires modules in one step (MOD-13). NOT_FOUND; EFFECT_CHANGED if the effect is no longer the one that was shown.
 */
export async function removeMany(
  tx: CommandTransaction,
  { moduleIds, openAssignments, effectHash }: Removal,
): Promise<Omit<Removed, 'preview'>> {
  const found = { effect: nothing, effectHash: '' };
  await removeModules(tx, moduleIds, openAssignments, async () => {
    found.effect = await effectOf(tx.db, moduleIds);
    found.effectHash = createHash('sha256')
      .update(JSON.stringify([openAssignments, found.effect]))
      .digest('hex');
    if (effectHash !== undefined && effectHash !== found.effectHash)
      throw new AppError('EFFECT_CHANGED', { extra: { ...found } });
  });
  return found;
}

async function effectOf(db: Kysely<DB>, moduleIds: readonly number[]): Promise<Removed['effect']> {
  const { rows } = await sql<Removed['effect']>`
    with chosen as materialized (
      select m.id, ${everAssignedSql(sql`m.id`)} as assigned from training_modules m where m.id = any(${[...moduleIds]}::int[])
    ), open as (
      select a.user_id from training_assignments a join chosen c on c.id = a.module_id
      where a.status in ('not_started', 'in_progress')
    )
    select (count(*) filter (where not assigned))::int as deleted, (count(*) filter (where assigned))::int as retired,
      (select count(*)::int from open) as open_assignments, (select count(distinct user_id)::int from open) as open_people,
      (select count(*)::int from training_records r join chosen c on c.id = r.module_id) as completions,
      (select count(distinct e.matrix_id)::int from training_matrix e join chosen c on c.id = e.module_id and not c.assigned)
        as matrices
    from chosen`.execute(db);
  const [effect] = rows;
  if (!effect) throw new Error('an effect without figures');
  return effect;
}
