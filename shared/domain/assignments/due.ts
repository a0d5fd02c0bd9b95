import type { CalendarDate } from '../calendar/calendar.ts';
import { addDays, daysBetween } from '../calendar/calendar.ts';
import type { AssignmentState } from './status.ts';
import { isOpen } from './status.ts';

/** Days to due of a matrix entry without its own (SPEC §9). */
export const DEFAULT_DAYS_TO_DUE = 30;

/** Up to this many days ahead the due text counts days, beyond it shows the date (SPEC §9). */
export const DUE_SOON_DAYS = 7;

/** Returns the due date of an assignment made on a day of the organization's calendar (MTX-05); `daysToDue` is a whole number from 0. */
export function dueDateFor(assignmentDay: CalendarDate, daysToDue: number): CalendarDate {
  if (!Number.isInteger(daysToDue) || daysToDue < 0) throw new RangeError(`not days to due: ${daysToDue}`);
  return addDays(assignmentDay, daysToDue);
}

/** The due text in rows and details (SPEC §9, LRN-01); days count from 1. */
export type DueText =
  | { readonly kind: 'days_left'; readonly days: number }
  | { readonly kind: 'due_today' }
  | { readonly kind: 'days_overdue'; readonly days: number }
  | { readonly kind: 'date'; readonly date: CalendarDate }
  | { readonly kind: 'none_due' };

/** 'N days left', 'Due today', 'N days overdue', the date beyond 7 days, or 'None due' (SPEC §9, LRN-01). */
export function dueText(dueDate: CalendarDate | null, today: CalendarDate): DueText {
  if (dueDate === null) return { kind: 'none_due' };
  const days = daysBetween(today, dueDate);
  if (days < 0) return { kind: 'days_overdue', days: -days };
  if (days === 0) return { kind: 'due_today' };
  return days <= DUE_SOON_DAYS ? { kind: 'days_left', days } : { kind: 'date', date: dueDate };
}

/** Returns the due text of a row: a completed or voided row shows the plain date, because it can no longer be late (LRN-01). */
export function assignmentDueText(row: AssignmentState, today: CalendarDate): DueText {
  if (isOpen(row.status)) return dueText(row.dueDate, today);
  return row.dueDate === null ? { kind: 'none_due' } : { kind: 'date', date: row.dueDate };
}

/** Returns whether an open assignment is due today or within 7 days, for the amber mark (SPEC §9). */
export function isDueSoon(row: AssignmentState, today: CalendarDate): boolean {
  if (!isOpen(row.status) || row.dueDate === null) return false;
  const days = daysBetween(today, row.dueDate);
  return days >= 0 && days <= DUE_SOON_DAYS;
}

/**
 * Returns the number of days to the earliest due date of the open assignments (SPEC §9, LRN-01). It is negative if that date has
 * passed, and null if no open assignment has a due date.
 */
export function daysToEarliestDue(rows: Iterable<AssignmentState>, today: CalendarDate): number | null {
  let earliest: number | null = null;
  for (const row of rows) {
    if (!isOpen(row.status) || row.dueDate === null) continue;
    const days = daysBetween(today, row.dueDate);
    if (earliest === null || days < earliest) earliest = days;
  }
  return earliest;
}

/** The text of the Due Soon card (LRN-01). */
export type DueCard =
  | { readonly kind: 'overdue' }
  | { readonly kind: 'due_today' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'none' };

/**
 * Returns the text of the due card (LRN-01, instead of SPEC §2.6): 'Overdue' below 0 days, 'Due today' at 0, 'N days' above, and
 * 'None' without a due date.
 */
export function dueCard(dueSoon: number | null): DueCard {
  if (dueSoon === null) return { kind: 'none' };
  if (dueSoon < 0) return { kind: 'overdue' };
  return dueSoon === 0 ? { kind: 'due_today' } : { kind: 'days', days: dueSoon };
}
