import { compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { InspectionState } from '#shared/domain/inspections/state.ts';

/** What decides the state of an inspection. */
export interface InspectionDays {
  readonly fromDay: CalendarDate;
  readonly toDay: CalendarDate;
  readonly isClosed: boolean;
}

/**
 * The state of an inspection (INS-01). It is open where the day of at least one of its organizations is within its days: `todays` are their
 * dates now, each in its zone. It ends by itself, when the last day is over in each of them.
 */
export function inspectionState(
  { fromDay, toDay, isClosed }: InspectionDays,
  todays: readonly CalendarDate[],
): InspectionState {
  if (isClosed) return 'closed';
  if (todays.every((today) => compareDates(today, fromDay) < 0)) return 'planned';
  return todays.every((today) => compareDates(today, toDay) > 0) ? 'ended' : 'open';
}
