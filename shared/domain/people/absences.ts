import type { CalendarDate } from '../calendar/calendar.ts';
import { addDays, compareDates } from '../calendar/calendar.ts';

/** The kinds of absence (USR-10). Only people who may record absences see them, and the person. */
export const absenceKinds = ['leave', 'parental', 'sick'] as const;
/** One of {@link absenceKinds}. */
export type AbsenceKind = (typeof absenceKinds)[number];

/** The state of an absence today: it is planned, the person is away, it is over, or it was voided (USR-10). */
export const absenceStates = ['planned', 'away', 'over', 'voided'] as const;
/** One of {@link absenceStates}. */
export type AbsenceState = (typeof absenceStates)[number];

/** Limits of the entered values: days after the return, length of a note, days from today in both directions, length in days. */
export const absenceLimits = { returnDays: 90, note: 500, fromToday: 3650, length: 3650 } as const;

/** Days after the return of a new organization. */
export const DEFAULT_RETURN_DAYS = 14;

/** The days of an absence, in the calendar of the organization; both days are days away. */
export interface AbsenceDays {
  readonly firstDay: CalendarDate;
  /** Null: the return is not known yet. */
  readonly lastDay: CalendarDate | null;
}

/** Returns whether a day is a day of an absence (USR-10). */
export function isAwayOn({ firstDay, lastDay }: AbsenceDays, day: CalendarDate): boolean {
  return compareDates(firstDay, day) <= 0 && (lastDay === null || compareDates(day, lastDay) <= 0);
}

/** Returns the state of an absence that was not voided, on a day (USR-10). */
export function absenceState(absence: AbsenceDays, today: CalendarDate): Exclude<AbsenceState, 'voided'> {
  if (compareDates(today, absence.firstDay) < 0) return 'planned';
  return isAwayOn(absence, today) ? 'away' : 'over';
}

/** Returns whether two absences have a day in common (USR-10). */
export function overlap(a: AbsenceDays, b: AbsenceDays): boolean {
  return isAwayOn(a, b.firstDay) || isAwayOn(b, a.firstDay);
}

/**
 * Returns the last day of an absence that includes this day, over absences that follow each other; null if it is not known,
 * or the person is not away.
 */
export function awayUntil(day: CalendarDate, absences: readonly AbsenceDays[]): CalendarDate | null {
  let until: CalendarDate | null = null;
  let next = day;
  for (;;) {
    const found = absences.find((absence) => isAwayOn(absence, next));
    if (!found) return until;
    if (found.lastDay === null) return null;
    until = found.lastDay;
    next = addDays(until, 1);
  }
}
