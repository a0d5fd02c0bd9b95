import { sql, type Kysely } from 'kysely';
import { fullName } from '#shared/domain/people/names.ts';
import { exportDays } from '#shared/domain/reports/data-sets.ts';
import { resolveReach, type Reach } from '#shared/domain/access/permissions.ts';
import { dataSets } from '#shared/domain/reports/data-sets.ts';
import type { ExportProblem } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import { findRequester } from '#server/platform/access/requester.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import type { StoredBytes } from '#server/platform/files/file-store.ts';
import { teamIds } from '#server/platform/access/within-reach.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableFile, TableRow } from '#server/platform/tables/table-file.ts';
import { calendarDay, teamWithin } from '../requested-scope.ts';
import { countRows, exportTable } from './export-table.ts';
import { fileNameOf } from './file-name.ts';
import { findExport, type StoredExport } from './exports.store.ts';
import { Cancelled, noteReader, withProgress, type ExportProgress } from './watch-export.ts';
import { exportTypes, tableStream } from './write-table.ts';

/** More than any export of the product's largest installation; the store refuses when there is no space before. */
const mostBytes = 50 * 1024 ** 3;
/**
 * Writes one export into the file store (RPT-03): within what its requester may see now, from one snapshot, with progress.
 * Safe to run again: what a killed process left is no file yet.
 */
export async function writeExport(services: Services, id: number, stopping?: AbortSignal): Promise<void> {
  const asked = await findExport(services.db, id);
  if (!asked || (asked.state !== 'waiting' && asked.state !== 'running')) return;
  const person = await findRequester(services.db, asked.requestedBy);
  const whole = person && resolveReach(person, dataSets[asked.dataSet].permission);
  if (!person || !whole) return fail(services, asked, 'access_lost');
  const reach = asked.filters.team === true ? teamWithin(whole, person.id) : whole;
  const generatedAt = services.clock.now();
  if (!(await begin(services, asked, reach))) return;
  try {
    const written = await withProgress(services, id, (progress) =>
      inSnapshot(services, async (db) => {
        await noteReader(db, progress);
        const scope = { ...asked.filters, reach };
        progress.total = await countRows(db, asked.dataSet, scope, { view: asked });
        const table = await exportTable(services, db, {
          ...asked,
          scope,
          requestedBy: fullName(person) || person.email,
          generatedAt,
        });
        const batches = counted(table.batches, progress, stopping);
        const stream = tableStream(asked.format, { ...table, batches });
        const stored = await services.files.put(stream, { maxBytes: mostBytes });
        return { stored, rows: progress.done };
      }),
    );
    const day = asked.filters.asOf ?? calendarDay(generatedAt, asked.timeZone);
    await finish(services, asked, written, fileNameOf(asked.dataSet, asked.format, day));
  } catch (error) {
    if (error instanceof Cancelled) return;
    // The next process writes it anew.
    if (stopping?.aborted === true) throw error;
    services.log.error({ err: error, exportId: id }, 'an export failed');
    await fail(services, asked, 'export_stopped');
  }
}

/** Reads from one snapshot, for as long as it takes. */
async function inSnapshot<T>(services: Services, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
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

async function* counted(
  batches: TableFile['batches'],
  progress: ExportProgress,
  stopping: AbortSignal | undefined,
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of batches) {
    stopping?.throwIfAborted();
    if (progress.cancelled) throw new Cancelled();
    yield rows;
    progress.done += rows.length;
  }
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
  { stored, rows }: { readonly stored: StoredBytes; readonly rows: number },
  fileName: string,
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
