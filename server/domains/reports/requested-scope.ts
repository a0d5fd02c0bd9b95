import { AppError } from '#shared/contract/errors.ts';
import { compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import type { ReportScope } from './report-scope.ts';

/** The filters of a report as a call sends them. */
export type ReportFilter = Omit<ReportScope, 'reach'> & { readonly team?: boolean | undefined };

/** What a call asks for within the caller's reach (RPT-01, RPT-04). VALIDATION_FAILED for a day that has not begun. */
export function requestedScope(ctx: RequestContext, { team, ...filter }: ReportFilter): ReportScope {
  return {
    ...filter,
    asOf: dayAsked(ctx, filter.asOf),
    reach: team === true ? teamAsked(ctx.reach, ctx.actor.id) : ctx.reach,
  };
}

/** Nobody but the caller's own reports (MGR-03). VALIDATION_FAILED for who can have none: an inspector looks at organizations. */
export function teamAsked(reach: Reach, personId: string): Reach {
  const team = teamWithin(reach, personId);
  if (team !== noReach) return team;
  const reason = 'team_needed';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'team', reason }] });
}

/** Nobody but a person's own reports (MGR-03), where the person's reach has them. */
export function teamWithin(reach: Reach, personId: string): Reach {
  return reach.all || reach.reportsOf === personId ? { ...noReach, reportsOf: personId } : noReach;
}

/** The day as of which a report is asked; undefined: now. VALIDATION_FAILED for one that has not begun. */
export function dayAsked(ctx: RequestContext, asOf: CalendarDate | undefined): CalendarDate | undefined {
  if (asOf === undefined) return undefined;
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

/** The calendar date of an instant in a zone. */
export function calendarDay(instant: Date, timeZone: string): CalendarDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
}
