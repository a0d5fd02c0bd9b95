import { sql, type Kysely } from 'kysely';
import { fullName } from '#shared/domain/people/names.ts';
import { exportDays, exportPermission } from '#shared/domain/reports/data-sets.ts';
import { resolveReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { ExportProblem } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import { findRequester } from '#server/platform/access/requester.ts';
import { teamIds } from '#server/platform/access/within-reach.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import type { StoredBytes } from '#server/platform/files/file-store.ts';
import type { Services } from '#server/platform/services.ts';
import { teamWithin } from '../requested-scope.ts';
import { findExport, type StoredExport } from './exports.store.ts';
import { Cancelled, withProgress, type ExportProgress } from './watch-export.ts';
import { exportTypes } from './write-table.ts';

/** More than any export of the product's largest installation; the store refuses when there is no space before. */
export const mostBytes = 50 * 1024 ** 3;

/** What the file of an export is written from. */
export interface ExportToWrite {
  readonly asked: StoredExport;
  /** What its requester may see now. */
  readonly reach: Reach;
  readonly requestedBy: string;
  readonly generatedAt: Date;
  readonly progress: ExportProgress;
  /** To be called between two batches: throws when somebody cancelled the export, or this process stops. */
  readonly checkWanted: () => void;
}

/** The file of an export, stored. */
export interface WrittenExport {
  readonly stored: StoredBytes;
  readonly rows: number;
  readonly fileName: string;
}

/**
 * Carries out one export (RPT-03): `write` puts its file into the store, within what its requester may see now, with progress.
 * Safe to run again: what a killed process left is no file yet.
 */
export async function carryOutExport(
  services: Services,
  id: number,
  write: (work: ExportToWrite) => Promise<WrittenExport>,
  stopping?: AbortSignal,
): Promise<void> {
  const asked = await findExport(services.db, id);
  if (!asked || (asked.state !== 'waiting' && asked.state !== 'running')) return;
  const person = await findRequester(services.db, asked.requestedBy);
  const whole = person && resolveReach(person, exportPermission(asked.dataSet));
  if (!person || !whole) return fail(services, asked, 'access_lost');
  const reach = asked.filters.team === true ? teamWithin(whole, person.id) : whole;
  const generatedAt = services.clock.now();
  if (!(await begin(services, asked, reach))) return;
  try {
    const written = await withProgress(services, id, (progress) =>
      write({
        asked,
        reach,
        requestedBy: fullName(person) || person.email,
        generatedAt,
        progress,
        checkWanted: () => {
          stopping?.throwIfAborted();
          if (progress.cancelled) throw new Cancelled();
        },
      }),
    );
    await finish(services, asked, written);
  } catch (error) {
    if (error instanceof Cancelled) return;
    // The next process writes it anew.
    if (stopping?.aborted === true) throw error;
    services.log.error({ err: error, exportId: id }, 'an export failed');
    await fail(services, asked, 'export_stopped');
  }
}

/** Reads from one snapshot, for as long as it takes. */
export async function inSnapshot<T>(services: Services, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      return work(db);
    });
}

const act = <T>(
  services: Services,
  { requestedBy }: StoredExport,
  action: string,
  work: (tx: CommandTransaction) => Promise<T>,
) => runCommand(services, { actorId: null, action, origin: { subjectId: requestedBy } }, work);

async function begin(services: Services, asked: StoredExport, reach: Reach): Promise<boolean> {
  const people =
    reach.all || reach.reportsOf === null ? null : [...(await teamIds(services.db, reach.reportsOf))];
  return act(services, asked, 'export.started', async (tx) => {
    const state = (await findExport(tx.db, asked.id, true))?.state;
    if (state !== 'waiting' && state !== 'running') return false;
    await tx.db
      .updateTable('exports')
      .set({ state: 'running', reach: JSON.stringify(reach), people })
      .where('id', '=', asked.id)
      .execute();
    return true;
  });
}

async function finish(
  services: Services,
  asked: StoredExport,
  { stored, rows, fileName }: WrittenExport,
): Promise<void> {
  await act(services, asked, 'export.finished', async (tx) => {
    if ((await findExport(tx.db, asked.id, true))?.state !== 'running') return;
    const mime = exportTypes[asked.format].split(';')[0] ?? '';
    const fileId = await registerFile(tx, {
      originalName: fileName,
      sha256: stored.sha256,
      size: stored.size,
      type: { mime, extension: asked.format },
    });
    await sql`
      update exports set state = 'ready', progress = 100, file_id = ${fileId}, file_name = ${fileName}, row_count = ${rows},
        finished_at = app_now(), expires_at = app_now() + make_interval(days => ${exportDays})
      where id = ${asked.id}`.execute(tx.db);
  });
}

async function fail(services: Services, asked: StoredExport, problem: ExportProblem): Promise<void> {
  await act(services, asked, 'export.failed', async (tx) => {
    await sql`
      update exports set state = 'failed', problem = ${problem}, finished_at = app_now()
      where id = ${asked.id} and state in ('waiting', 'running')`.execute(tx.db);
  });
}
