import { AppError } from '#shared/contract/errors.ts';
import { addDays, compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { isInstant, type AsOf } from '#shared/domain/calendar/as-of.ts';
import { startOfDay } from '#shared/domain/calendar/evidence-time.ts';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { isUnchangedSince, committedInstant } from '#server/platform/postgres/committed-instant.ts';
import type { ReportScope } from './report-scope.ts';

/** The filters of a report as a call sends them. */
export type ReportFilter = Omit<ReportScope, 'reach'> & { readonly team?: boolean | undefined };

/** Returns the request of a call within the caller's reach (RPT-01, RPT-04). VALIDATION_FAILED for a day that has not started. */
export function requestedScope(ctx: RequestContext, { team, ...filter }: ReportFilter): ReportScope {
  return {
    ...filter,
    asOf: requestedDay(ctx, filter.asOf),
    reach: team === true ? requestedTeam(ctx.reach, ctx.actor.id) : ctx.reach,
  };
}

/** Only the caller's own reports (MGR-03). VALIDATION_FAILED for people who can have none: an inspector looks at organizations. */
export function requestedTeam(reach: Reach, personId: string): Reach {
  const team = teamWithin(reach, personId);
  if (team !== noReach) return team;
  const reason = 'team_needed';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'team', reason }] });
}

/** Only a person's own reports (MGR-03), where the person's reach has them. */
export function teamWithin(reach: Reach, personId: string): Reach {
  return reach.all || reach.reportsOf === personId ? { ...noReach, reportsOf: personId } : noReach;
}

/** Returns the requested day or instant of a report; undefined: now. VALIDATION_FAILED for a day that has not started. */
export function requestedDay(ctx: RequestContext, asOf: AsOf | undefined): AsOf | undefined {
  if (asOf === undefined || isInstant(asOf)) return asOf;
  const today = calendarDay(ctx.services.clock.now(), ctx.actor.timeZone);
  refuseFuture(asOf, today, 'asOf');
  return asOf === today ? undefined : asOf;
}

/** VALIDATION_FAILED for a day after today, at its field. */
export function refuseFuture(day: CalendarDate, today: CalendarDate, path: string): void {
  if (compareDates(day, today) <= 0) return;
  const reason = 'date_in_future';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path, reason }] });
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date of an instant in a zone. A format per zone is kept: making one takes much longer than using it. */
export function calendarDay(instant: Date, timeZone: string): CalendarDate {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dayFormats.set(timeZone, format);
  return format.format(instant);
}

/**
 * Returns the instant of a file (INS-03): the given one, the last moment of a day in the reader's zone, or now. Everything
 * recorded before it is already committed. Fails as `committedInstant` does.
 */
export async function requestedInstant(
  db: RequestContext['db'],
  asOf: AsOf | undefined,
  timeZone: string,
): Promise<Date> {
  if (asOf !== undefined && !isInstant(asOf))
    return new Date(startOfDay(addDays(asOf, 1), timeZone).getTime() - 1);
  return committedInstant(db, asOf === undefined ? undefined : new Date(asOf));
}

/** Returns the day in the name of a file. */
export const dayOfFile = (asOf: AsOf | undefined, instant: Date, timeZone: string): CalendarDate =>
  asOf === undefined || isInstant(asOf) ? calendarDay(instant, timeZone) : asOf;

/**
 * Returns the scope of a present file, for which the current records are read. If a command has run since its instant, they are
 * read from the history, so that the same request gives the same file later (INS-03). Call it right before the rows are read. The
 * trail always ends at the instant: it already contains this reading.
 */
export async function scopeAt<Scope extends { readonly asOf?: AsOf | undefined }>(
  db: RequestContext['db'],
  scope: Scope,
  instant: Date,
  dataSet?: DataSetName,
): Promise<Scope> {
  if (scope.asOf !== undefined) return scope;
  if (dataSet !== 'audit' && (await isUnchangedSince(db, instant))) return scope;
  return { ...scope, asOf: instant.toISOString() };
}
