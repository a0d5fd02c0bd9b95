import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { exportsContract } from '#shared/contract/exports.ts';
import type { GrantKind, Reach, Role } from '#shared/domain/access/permissions.ts';
import type { DataSetName, ExportColumn } from '#shared/domain/reports/data-sets.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import type { DB } from '#server/db/db.d.ts';
import { runningGrantSql } from '#server/platform/access/running-grant.ts';
import type { ExportFilters } from './asked.ts';

/** An export as it is shown (RPT-03). */
export type ExportView = ResponseInput<typeof exportsContract.request>;

/** An export as its writer and its reader need it. */
export interface StoredExport {
  readonly id: number;
  readonly dataSet: DataSetName;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly filters: ExportFilters;
  readonly state: ExportView['state'];
  readonly language: 'en' | 'es' | 'fr' | 'de';
  readonly timeZone: string;
  readonly reach: Reach | null;
  readonly people: readonly string[] | null;
  readonly fileId: number | null;
  readonly fileName: string | null;
  readonly requestedBy: string;
}

/** Reads one export; undefined where there is none. */
export async function findExport(
  db: Kysely<DB>,
  id: number,
  lock = false,
): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`
    select id, kind as data_set, format, columns, filters, state, language, time_zone, reach, people, file_id, file_name,
      requested_by
    from exports where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Exports as they are shown: one by its id, or those of a person, newest first. */
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
      e.file_name, f.size, e.problem, e.created_at, e.finished_at, e.expires_at
    from exports e
    join users u on u.id = e.requested_by
    left join export_progress p on p.export_id = e.id
    left join files f on f.id = e.file_id
    where ${'id' in of ? sql`e.id = ${of.id}` : sql`e.requested_by = ${of.requestedBy}`}
    order by e.created_at desc, e.id desc
    ${'id' in of ? sql`` : sql`limit ${of.limit} offset ${of.offset}`}`.execute(db);
  return rows;
}

/** The person for whom an export is written, with the rights of now; undefined where the account is not in use any more. */
export async function findRequester(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{
    readonly id: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly role: Role;
    readonly organizationId: number | null;
    readonly grants: readonly { readonly kind: GrantKind; readonly organizationId: number }[];
  }>`
    select u.id, u.email, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name, u.role,
      u.organization_id,
      coalesce((select json_agg(json_build_object('kind', g.kind, 'organizationId', g.organization_id))
        from user_grants g
        where g.user_id = u.id and ${sql.raw(runningGrantSql)}), '[]') as grants
    from users u where u.id = ${userId} and u.is_active and u.erased_at is null`.execute(db);
  return rows[0];
}

/** The direct and indirect reports of a manager. */
export async function teamIds(db: Kysely<DB>, managerId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select reports_of(${managerId}) as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes how far an export is, and answers whether it is still wanted. */
export async function noteProgress(
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
