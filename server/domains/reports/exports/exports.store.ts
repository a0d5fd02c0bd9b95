import type { Language } from '#shared/domain/people/settings.ts';
import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { exportsContract } from '#shared/contract/exports.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { ExportKind } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  fileColumns,
  toFileToOpen,
  type FileRow,
  type FileToOpen,
} from '#server/platform/files/file-records.ts';
import type { ExportFilters } from './requested.ts';
import type { FileFormat } from './write-table.ts';

/** The display form of an export (RPT-03). */
export type ExportView = ResponseInput<typeof exportsContract.request>;

/** An export as its writer and its reader need it. */
export interface StoredExport {
  readonly id: number;
  readonly dataSet: ExportKind;
  readonly format: FileFormat;
  readonly columns: readonly ExportColumn[];
  readonly filters: ExportFilters;
  readonly state: ExportView['state'];
  readonly language: Language;
  readonly timeZone: string;
  readonly reach: Reach | null;
  readonly people: readonly string[] | null;
  /** People whose CV a binder has. */
  readonly withCvOf: readonly string[] | null;
  readonly fileId: number | null;
  readonly fileName: string | null;
  readonly requestedBy: string;
  readonly createdAt: Date;
  /** For a run of a saved export. */
  readonly savedExportId: number | null;
  readonly name: string | null;
  readonly scheduledFor: Date | null;
}

/** Reads one export; undefined if there is none. */
export async function findExport(
  db: Kysely<DB>,
  id: number,
  lock = false,
): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`
    select id, kind as data_set, format, columns, filters, state, language, time_zone, reach, people, with_cv_of, file_id, file_name,
      requested_by, created_at, saved_export_id, name, scheduled_for
    from exports where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Exports in their display form: one by its id, or those of a person, newest first. */
export async function exportViews(
  db: Kysely<DB>,
  of:
    | { readonly id: number }
    | { readonly requestedBy: string; readonly limit: number; readonly offset: number },
): Promise<readonly ExportView[]> {
  const { rows } = await sql<ExportView>`
    select e.id, e.kind as data_set, e.format, e.columns, e.filters, e.state, e.time_zone,
      json_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name))) as requested_by,
      coalesce(e.row_count, p.rows_done, 0) as rows_done, coalesce(e.row_count, p.rows_total) as rows_total,
      e.file_name, e.name, e.scheduled_for, f.size, e.problem, e.created_at, e.finished_at, e.expires_at
    from exports e
    join users u on u.id = e.requested_by
    left join export_progress p on p.export_id = e.id
    left join files f on f.id = e.file_id
    where ${'id' in of ? sql`e.id = ${of.id}` : sql`e.requested_by = ${of.requestedBy}`}
    order by e.created_at desc, e.id desc
    ${'id' in of ? sql`` : sql`limit ${of.limit} offset ${of.offset}`}`.execute(db);
  return rows;
}

/** Records the progress of an export, and returns whether it is still wanted. */
export async function recordProgress(
  db: Kysely<DB>,
  id: number,
  done: number,
  total: number | null,
): Promise<boolean> {
  await sql`
    insert into export_progress (export_id, rows_done, rows_total) values (${id}, ${done}, ${total})
    on conflict (export_id) do update set rows_done = excluded.rows_done, rows_total = excluded.rows_total,
      updated_at = app_now()`.execute(db);
  return (await findExport(db, id))?.state === 'running';
}

/** Returns how many exports a person has requested (RPT-03). */
export async function countExports(db: Kysely<DB>, requestedBy: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from exports where requested_by = ${requestedBy}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the stored file of an export; undefined if it no longer exists. */
export async function fileOfExport(db: Kysely<DB>, fileId: number): Promise<FileToOpen | undefined> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f left join file_checks c on c.file_id = f.id where f.id = ${fileId}`.execute(
    db,
  );
  return rows[0] && toFileToOpen(rows[0]);
}
