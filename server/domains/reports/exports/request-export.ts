import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { ExportKind } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { ExportFilters } from './requested.ts';
import { findExport } from './exports.store.ts';
import type { ExportJob } from './resume-lost.ts';
import type { FileFormat } from './write-table.ts';

/** How many exports of one person may be pending or running. */
export const mostOpen = 5;

/** The stored fields of a request until it is carried out. */
export interface NewExport {
  readonly dataSet: ExportKind;
  readonly format: FileFormat;
  readonly columns: readonly ExportColumn[];
  readonly filters: ExportFilters;
  readonly requestedBy: string;
  readonly language: string;
  readonly timeZone: string;
  /** For a binder: the people who were chosen. */
  readonly people?: readonly string[];
  /** For a run of a saved export: that export, the reach for which it was saved, and when its schedule was due. */
  readonly saved?: {
    readonly id: number;
    readonly name: string;
    readonly reach: Reach;
    readonly scheduledFor?: Date;
  };
}

/**
 * Requests an export in the background, which `job` writes, and returns its id (RPT-03). CONFLICT if too many are pending
 * already.
 */
export async function requestExport(
  tx: CommandTransaction,
  job: ExportJob,
  asked: NewExport,
): Promise<number> {
  const { dataSet, format, columns, filters, requestedBy, language, timeZone, people, saved } = asked;
  await tx.db.selectFrom('users').select('id').where('id', '=', requestedBy).forUpdate().execute();
  const open = await tx.db
    .selectFrom('exports')
    .select('id')
    .where('requestedBy', '=', requestedBy)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  if (open.length >= mostOpen) {
    throw new AppError('CONFLICT', {
      reason: 'export_five_open',
    });
  }
  const { id } = await tx.db
    .insertInto('exports')
    .values({
      kind: dataSet,
      format,
      columns: [...columns],
      filters: JSON.stringify(filters),
      requestedBy,
      language,
      timeZone,
      ...(people && { people: [...people] }),
      ...(saved && {
        savedExportId: saved.id,
        name: saved.name,
        // It may be pending for hours: the job that writes it compares the access of that time.
        reach: JSON.stringify(saved.reach),
        scheduledFor: saved.scheduledFor ?? null,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.services.jobs.enqueue(tx.db, job, [{ exportId: id }]);
  return id;
}

/**
 * Stops an export that is pending or running (RPT-03); the process that writes it detects this with its next batch.
 * ILLEGAL_STEP if it has ended.
 */
export async function cancelExport(tx: CommandTransaction, id: number): Promise<void> {
  const found = await findExport(tx.db, id, true);
  if (!found) throw new AppError('NOT_FOUND');
  if (found.state !== 'waiting' && found.state !== 'running') {
    throw new AppError('ILLEGAL_STEP', { reason: 'export_ended' });
  }
  await tx.db.updateTable('exports').set({ state: 'cancelled' }).where('id', '=', id).execute();
}
