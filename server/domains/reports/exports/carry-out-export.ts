import { sql, type Kysely } from 'kysely';
import { fullName } from '#shared/domain/people/names.ts';
import { binder, exportDays, exportPermission, trailBundle } from '#shared/domain/reports/data-sets.ts';
import type { SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import { noReach, resolveReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { ExportProblem } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import { findRequester, type Requester } from '#server/platform/access/requester.ts';
import { teamIds } from '#server/platform/access/within-reach.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import type { StoredBytes } from '#server/platform/files/file-store.ts';
import { registerPapers, type PaperFacts } from '#server/platform/papers/issue-paper.ts';
import type { Services } from '#server/platform/services.ts';
import { concernedOrganization } from '../concerned-organization.ts';
import { teamWithin } from '../requested-scope.ts';
import { informReady, informStopped } from '../saved-exports/inform-owner.ts';
import { pauseSchedule } from '../saved-exports/pause-schedule.ts';
import { whyNot } from '../saved-exports/why-not.ts';
import { findExport, type StoredExport } from './exports.store.ts';
import { Cancelled, withProgress, type ExportProgress } from './watch-export.ts';
import { exportTypes } from './write-table.ts';

/** More than any export of the largest installation. The store refuses the file earlier if there is no space. */
export const mostBytes = 50 * 1024 ** 3;

/** The data from which the file of an export is written. */
export interface ExportToWrite {
  readonly asked: StoredExport;
  readonly person: Requester;
  /** The present reach of its requester. */
  readonly reach: Reach;
  readonly requestedBy: string;
  readonly generatedAt: Date;
  readonly progress: ExportProgress;
  /** Called between two batches: throws if somebody cancelled the export, or this process stops. */
  readonly checkWanted: () => void;
}

/** The requested data is no longer within the reach of the person. */
export class AccessLost extends Error {}

/** The file of an export, stored. */
export interface WrittenExport {
  readonly stored: StoredBytes;
  readonly rows: number;
  readonly fileName: string;
  /** The instant of the file's data, if it is not that of the request. */
  readonly asOf?: Date;
  /** For a binder: its people, the people whose CV is in it, and the papers in it, which are registered too. */
  readonly binder?: {
    readonly people: readonly string[];
    readonly withCvOf: readonly string[];
    readonly papers: readonly (PaperFacts & { readonly sha256: string })[];
  };
}

/**
 * Carries out one export (RPT-03): `write` puts its file into the store, within the present reach of its requester, with
 * progress. Safe to run again: a killed process leaves no file.
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
  if (reach === noReach) return fail(services, asked, 'access_lost');
  const why = await changedSince(services, asked, person);
  if (why !== null) return fail(services, asked, 'access_lost', why);
  const generatedAt = services.clock.now();
  if (!(await begin(services, asked, reach))) return;
  try {
    const written = await withProgress(services, id, (progress) =>
      write({
        asked,
        person,
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
    const organizationId = await concernedOrganization(
      { actor: person, reach, db: services.db },
      asked.filters.org,
    );
    await finish(services, asked, written, { generatedAt, organizationId });
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (error instanceof AccessLost) return fail(services, asked, 'access_lost');
    // The next process writes it again.
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

/**
 * Returns why a run of a saved export would contain more or less than when it was requested (RPT-03); null for any other export.
 */
async function changedSince(
  { db }: Services,
  { name, dataSet, filters, reach }: StoredExport,
  person: Requester,
): Promise<SchedulePause | null> {
  if (name === null || reach === null || dataSet === binder || dataSet === trailBundle) return null;
  return whyNot(db, person, { dataSet, filters, reach });
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
      .set({
        state: 'running',
        reach: JSON.stringify(reach),
        // The people of a binder were chosen in the request.
        ...(asked.dataSet !== binder && { people }),
      })
      .where('id', '=', asked.id)
      .execute();
    return true;
  });
}

async function finish(
  services: Services,
  asked: StoredExport,
  { stored, rows, fileName, asOf: written, binder: inside }: WrittenExport,
  { generatedAt, organizationId }: { readonly generatedAt: Date; readonly organizationId: number | null },
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
        people = ${inside ? [...inside.people] : sql`people`}, with_cv_of = ${inside ? [...inside.withCvOf] : null},
        finished_at = app_now(), expires_at = app_now() + make_interval(days => ${exportDays})
      where id = ${asked.id}`.execute(tx.db);
    const { dataSet: kind, format, timeZone, requestedBy: issuedTo, columns, filters } = asked;
    const asOf = written ?? generatedAt;
    const scope = { ...(columns.length > 0 && { columns }), ...filters };
    await registerPapers(tx, [
      ...(inside?.papers ?? []).map((paper) => ({ ...paper, issuedTo })),
      { sha256: stored.sha256, kind, format, issuedTo, organizationId, asOf, timeZone, scope },
    ]);
    const { name, scheduledFor } = asked;
    if (name !== null && scheduledFor !== null) await informReady(tx, { ...asked, name, scheduledFor });
  });
}

async function fail(
  services: Services,
  asked: StoredExport,
  problem: ExportProblem,
  pause: SchedulePause = 'access_lost',
): Promise<void> {
  await act(services, asked, 'export.failed', async (tx) => {
    const { rows } = await sql`
      update exports set state = 'failed', problem = ${problem}, finished_at = app_now()
      where id = ${asked.id} and state in ('waiting', 'running') returning id`.execute(tx.db);
    const { savedExportId: id, name, requestedBy: ownerId, scheduledFor } = asked;
    if (rows.length === 0 || name === null || scheduledFor === null || id === null) return;
    if (problem !== 'access_lost') await informStopped(tx, { id, ownerId, name }, 'failed');
    else await pauseSchedule(tx, id, pause);
  });
}
