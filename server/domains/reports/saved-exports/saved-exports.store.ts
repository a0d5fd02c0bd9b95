import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { readerZone, settingsWithDefaults, type Language } from '#shared/domain/people/settings.ts';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import type { ExportFrequency, SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import type { DB } from '#server/db/db.d.ts';
import { runningGrantSql } from '#server/platform/access/running-grant.ts';
import { utc } from '../exports/narrowing.ts';
import type { ExportFilters } from '../exports/requested.ts';

/** A saved export as its owner sees it (RPT-03). */
export type SavedExportView = ResponseInput<typeof contract.create>;

/** A schedule as administrators see it. */
export type OwnedSchedule = ResponseInput<typeof contract.schedules>[number];

/** The definition of an export. */
export interface ExportDefinition {
  readonly dataSet: DataSetName;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly filters: ExportFilters;
}

/** A saved export as its runs need it. */
export interface StoredSavedExport extends ExportDefinition {
  readonly id: number;
  readonly ownerId: string;
  readonly name: string;
  readonly reach: Reach;
  readonly frequency: ExportFrequency | null;
  readonly weekday: number | null;
  readonly monthDay: number | null;
  readonly time: string | null;
  readonly timeZone: string | null;
  readonly nextRunAt: Date | null;
  readonly pause: SchedulePause | null;
}

/** Reads one saved export; undefined if there is none. */
export async function findSavedExport(
  db: Kysely<DB>,
  id: number,
  lock = false,
): Promise<StoredSavedExport | undefined> {
  const { rows } = await sql<StoredSavedExport>`
    select id, owner_id, name, kind as data_set, format, columns, filters, reach, frequency, weekday, month_day, time_of_day as time,
      time_zone, next_run_at, pause
    from saved_exports where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Locks a saved export of a person. NOT_FOUND for another person's export. */
export async function lockOwn(db: Kysely<DB>, ownerId: string, id: number): Promise<StoredSavedExport> {
  const found = await findSavedExport(db, id, true);
  if (found?.ownerId !== ownerId) throw new AppError('NOT_FOUND');
  return found;
}

const scheduleJson = sql`case when s.frequency is not null then json_build_object(
  'frequency', s.frequency, 'weekday', s.weekday, 'monthDay', s.month_day, 'time', s.time_of_day, 'timeZone', s.time_zone,
  'nextRunAt', ${utc('s.next_run_at')}, 'pause', s.pause) end as schedule`;

/** Saved exports as their owner sees them: one by its id, or a page by name. */
export async function savedExportViews(
  db: Kysely<DB>,
  of: { readonly id: number } | { readonly ownerId: string; readonly limit: number; readonly offset: number },
): Promise<readonly SavedExportView[]> {
  const { rows } = await sql<SavedExportView>`
    select s.id, s.name, s.kind as data_set, s.format, s.columns, s.filters, s.created_at, ${scheduleJson},
      (select e.created_at from exports e where e.saved_export_id = s.id order by e.id desc limit 1) as last_run_at
    from saved_exports s
    where ${'id' in of ? sql`s.id = ${of.id}` : sql`s.owner_id = ${of.ownerId}`}
    order by lower(s.name), s.id
    ${'id' in of ? sql`` : sql`limit ${of.limit} offset ${of.offset}`}`.execute(db);
  return rows;
}

/** Returns how many saved exports a person has, and how many of them have a schedule. */
export async function countSaved(
  db: Kysely<DB>,
  ownerId: string,
): Promise<{ readonly saved: number; readonly scheduled: number }> {
  const { rows } = await sql<{ saved: number; scheduled: number }>`
    select count(*)::int as saved, count(frequency)::int as scheduled from saved_exports where owner_id = ${ownerId}`.execute(
    db,
  );
  return rows[0] ?? { saved: 0, scheduled: 0 };
}

/**
 * The day of a run of a saved export in the zone of its reader, and that of the previous run, which was not cancelled and did not
 * fail. The day of a scheduled run is that of its schedule, also if it is late.
 */
export async function daysOfRun(
  db: Kysely<DB>,
  id: number,
  timeZone: string,
  scheduledFor: Date | null = null,
): Promise<{ readonly today: string; readonly previous: string | null }> {
  const { rows } = await sql<{ today: string; previous: string | null }>`
    select (coalesce(${scheduledFor}::timestamptz, app_now()) at time zone ${timeZone})::date::text as today, (
      select (coalesce(e.scheduled_for, e.created_at) at time zone e.time_zone)::date::text from exports e
      where e.saved_export_id = ${id} and e.state not in ('failed', 'cancelled') order by e.id desc limit 1) as previous`.execute(
    db,
  );
  const [days] = rows;
  if (!days) throw new Error('no day');
  return days;
}

/** The schedules of everybody, newest first, and how many there are. */
export async function listSchedules(
  db: Kysely<DB>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly OwnedSchedule[]; readonly total: number }> {
  const { rows } = await sql<OwnedSchedule>`
    select s.id, s.name, s.kind as data_set, s.format, s.filters, ${scheduleJson},
      json_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name))) as owner,
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization
    from saved_exports s join users u on u.id = s.owner_id left join organizations o on o.id = u.organization_id
    where s.frequency is not null order by s.id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from saved_exports where frequency is not null`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The recipient of the emails about a person's exports, with language and time zone. */
export interface ExportReader {
  readonly email: string;
  readonly language: Language;
  readonly timeZone: string;
}

/** Returns the person's current language and time zone. */
export async function readerOf(db: Kysely<DB>, userId: string): Promise<ExportReader> {
  const { rows } = await sql<{
    readonly email: string;
    readonly settings: Readonly<Record<string, unknown>> | null;
    readonly organizationZone: string | null;
    readonly grantZones: readonly string[];
  }>`
    select u.email, u.settings, o.time_zone as organization_zone,
      array(select go.time_zone from user_grants g join organizations go on go.id = g.organization_id
        where g.user_id = u.id and ${sql.raw(runningGrantSql)}) as grant_zones
    from users u left join organizations o on o.id = u.organization_id where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  const { language, timezone } = settingsWithDefaults(row.settings);
  return { email: row.email, language, timeZone: readerZone(timezone, row.organizationZone, row.grantZones) };
}
