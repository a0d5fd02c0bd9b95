import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { RetrainingChoice } from '#shared/domain/modules/publishing.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requirePublishable, isScheduledSql } from '#server/domains/modules/publishable.ts';
import {
  findModule,
  lockModule,
  makeCurrent,
  type LockedModule,
} from '#server/domains/modules/versions.store.ts';

/** The publisher's choices (MOD-11). */
export interface Publishing {
  readonly changeNote: string;
  /** Null: at once. */
  readonly effectiveFrom: Date | null;
  readonly retraining: RetrainingChoice;
  readonly dueDays: number;
}

interface LockedVersion {
  readonly id: number;
  readonly number: number;
  readonly status: string;
  readonly effectiveFrom: Date | null;
  readonly retraining: RetrainingChoice;
  /** Published, and its day has not been carried out. */
  readonly waits: boolean;
}

/**
 * Publishes the draft of a module (MOD-11): effective at once, or scheduled for its day with the choice for its people. Throws
 * NOT_FOUND, ILLEGAL_STEP for a version that is not a draft, CONFLICT while another one is scheduled or the module is retired.
 */
export async function publishDraft(
  tx: CommandTransaction,
  moduleId: number,
  versionId: number,
  publishing: Publishing,
): Promise<void> {
  const module = await lockModule(tx, moduleId);
  const version = await lockVersion(tx, module, versionId);
  if (version.status !== 'draft') {
    throw new AppError('ILLEGAL_STEP', { reason: 'version_published' });
  }
  await requirePublishable(tx.db, moduleId);
  const others = await sql<{ last: number }>`
    select coalesce(max(number), 0) as last from module_versions where module_id = ${moduleId} and id <> ${versionId}
  `.execute(tx.db);
  const number = Math.max(version.number, (others.rows[0]?.last ?? 0) + 1);
  await tx.db
    .updateTable('moduleVersions')
    .set({
      status: 'published',
      number,
      changeNote: publishing.changeNote,
      effectiveFrom: publishing.effectiveFrom ?? sql<Date>`app_now()`,
      publishedAt: sql<Date>`app_now()`,
      publishedBy: tx.actorId,
      retraining: publishing.retraining,
      retrainingDays: publishing.retraining === 'none' ? null : publishing.dueDays,
    })
    .where('id', '=', versionId)
    .execute();
  if (publishing.effectiveFrom === null) await enforce(tx, module, { ...version, ...publishing, number });
}

/**
 * Makes a version effective whose day has come (MOD-11). Returns false if that was done already, if the version was withdrawn, or
 * if its module is retired, where it stays scheduled (MOD-13).
 */
export async function makeEffective(
  tx: CommandTransaction,
  moduleId: number,
  versionId: number,
): Promise<boolean> {
  const module = await findModule(tx, moduleId);
  if (!module || module.retiredAt !== null) return false;
  const version = await findVersion(tx, module, versionId);
  if (!version?.waits) return false;
  await enforce(tx, module, version);
  return true;
}

/** Removes a draft, or a version that waits for its day (MOD-11). Throws NOT_FOUND, ILLEGAL_STEP once it was effective. */
export async function removeVersion(
  tx: CommandTransaction,
  moduleId: number,
  versionId: number,
): Promise<void> {
  const module = await lockModule(tx, moduleId);
  const version = await lockVersion(tx, module, versionId);
  if (version.status !== 'draft' && !version.waits) {
    throw new AppError('ILLEGAL_STEP', { reason: 'version_in_history' });
  }
  await tx.db.deleteFrom('moduleVersions').where('id', '=', versionId).execute();
}

async function lockVersion(
  tx: CommandTransaction,
  module: LockedModule,
  versionId: number,
): Promise<LockedVersion> {
  const version = await findVersion(tx, module, versionId);
  if (!version) throw new AppError('NOT_FOUND', { reason: 'version_not_found' });
  return version;
}

async function findVersion(
  tx: CommandTransaction,
  module: LockedModule,
  versionId: number,
): Promise<LockedVersion | undefined> {
  const { rows } = await sql<LockedVersion>`
    select v.id, v.number, v.status, v.effective_from, v.retraining,
      ${isScheduledSql} as waits
    from module_versions v left join module_versions c on c.id = ${module.currentVersionId}::int
    where v.id = ${versionId} and v.module_id = ${module.id}
    for update of v
  `.execute(tx.db);
  return rows[0];
}

async function enforce(
  tx: CommandTransaction,
  module: LockedModule,
  { id, number, retraining }: Pick<LockedVersion, 'id' | 'number' | 'retraining'>,
): Promise<void> {
  await makeCurrent(tx, module.id, id);
  tx.emit({
    type: 'module.published',
    moduleId: module.id,
    versionId: id,
    versionNumber: number,
    previousVersionId: module.currentVersionId,
    retraining,
  });
}
