import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import { resolveReach, type AccessSubject, type Reach } from '#shared/domain/access/permissions.ts';
import {
  dataSets,
  ofGrid,
  exportPermission,
  type DataSet,
  type DataSetName,
  type ExportKind,
} from '#shared/domain/reports/data-sets.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { daysOfPeriod, type ExportPeriod } from '#shared/domain/reports/export-period.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { isGridColumn } from '../grid/grid-table.ts';
import { calendarDay, requestedDay, requestedTeam } from '../requested-scope.ts';
import type { ExportScope } from './data-set.ts';

/** The stored filters of an export. */
export type ExportFilters = Omit<ExportScope, 'reach'> & {
  /** Of a saved export: days that each run settles. */
  readonly period?: ExportPeriod | undefined;
  /** How many people were chosen for a binder; who they are is stored with the export. */
  readonly chosen?: number | undefined;
};

/** Returns the part of an export's data that a person may see; FORBIDDEN if there is none (AUTH-13). */
export function reachOf(subject: AccessSubject, kind: ExportKind): Reach {
  const reach = resolveReach(subject, exportPermission(kind));
  if (!reach) throw new AppError('FORBIDDEN');
  return reach;
}

/**
 * Returns filters with the days of their period, by which the rows are read and which files and the trail name (RPT-03).
 *
 * @param previous the day of the previous run of a saved export
 */
export function settledFilters<Filters extends ExportFilters>(
  { period, ...filters }: Filters,
  day: CalendarDate,
  previous: CalendarDate | null = null,
): Omit<Filters, 'period'> {
  return period === undefined ? filters : { ...filters, ...daysOfPeriod(period, day, previous) };
}

/** The same for a call: today in the zone of the reader. Both a period and days are refused later. */
export const settledNow = <Filters extends ExportFilters>(ctx: RequestContext, filters: Filters) =>
  (filters.from ?? filters.to) === undefined
    ? settledFilters(filters, calendarDay(ctx.services.clock.now(), ctx.actor.readerZone))
    : filters;

/** Returns the request of a call within the caller's reach. VALIDATION_FAILED for a filter or column that the data set does not have. */
export function requestedExportScope(
  ctx: RequestContext,
  dataSet: DataSetName,
  filters: ExportFilters,
  columns: readonly ExportColumn[] = [],
): ExportScope {
  const known: DataSet = dataSets[dataSet];
  const errors: FieldError[] = [];
  for (const [path, value] of Object.entries(filters)) {
    if (value === undefined || value === '' || value === false || (path === 'org' && value === 'all'))
      continue;
    if (!known.filters.some((name) => name === path)) {
      errors.push({ path, reason: 'data_set_no_filter' });
    }
  }
  if (filters.period !== undefined && (filters.from ?? filters.to) !== undefined)
    errors.push({ path: 'period', reason: 'export_period_or_days' });
  const isGrid = filters.grid === true;
  for (const path of ofGrid)
    if (dataSet === 'training' && !isGrid && filters[path] !== undefined)
      errors.push({ path, reason: 'data_set_no_filter' });
  if (isGrid && (filters.moduleId ?? filters.version) !== undefined)
    errors.push({ path: 'moduleId', reason: 'data_set_no_filter' });
  const unfit = columns.filter(
    (column, index) =>
      !known.columns.includes(column) ||
      (isGrid && !isGridColumn(column)) ||
      columns.indexOf(column) !== index,
  );
  if (unfit.length > 0) errors.push({ path: 'columns', reason: 'data_set_no_column' });
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  const reach = reachOf(ctx.actor, dataSet);
  return {
    ...filters,
    asOf: requestedDay(ctx, filters.asOf),
    reach: filters.team === true ? requestedTeam(reach, ctx.actor.id) : reach,
  };
}
