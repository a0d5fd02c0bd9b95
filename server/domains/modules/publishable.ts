import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';

/** SQL: the version `v` was published and its day has not been carried out; `c` is the current one of its module, if any. */
export const isScheduledSql: RawBuilder<boolean> = sql<boolean>`(v.status = 'published' and v.number > coalesce(c.number, 0))`;

/**
 * Refuses to publish into a module that is retired (MOD-13) or has a scheduled version (MOD-11). The scheduled version would
 * never take effect, and its promised retraining would be lost. Lock the module first. Throws NOT_FOUND, CONFLICT.
 */
export async function requirePublishable(db: Kysely<DB>, moduleId: number): Promise<void> {
  const { rows } = await sql<{ retired: boolean; waiting: boolean }>`
    select m.retired_at is not null as retired,
      exists (select 1 from module_versions v where v.module_id = m.id and ${isScheduledSql}) as waiting
    from training_modules m left join module_versions c on c.id = m.current_version_id
    where m.id = ${moduleId}
  `.execute(db);
  const [module] = rows;
  if (!module) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  if (module.retired) {
    throw new AppError('CONFLICT', { reason: 'module_retired' });
  }
  if (module.waiting) {
    throw new AppError('CONFLICT', { reason: 'version_scheduled' });
  }
}
