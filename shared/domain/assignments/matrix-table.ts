import type { CalendarDate } from '../calendar/calendar.ts';
import { daysBetween } from '../calendar/calendar.ts';
import { DUE_SOON_DAYS } from './due.ts';
import type { AssignmentState, EffectiveStatus } from './status.ts';
import { isLate } from './status.ts';

/** The filter values of the training matrix table (SPEC §2.6, §9, LRN-01). */
export const matrixFilters = [
  'all',
  'completed',
  'in_progress',
  'not_started',
  'overdue',
  'expired',
] as const;

/** A filter value of the training matrix table (SPEC §2.6). */
export type MatrixFilter = (typeof matrixFilters)[number];

/** Returns whether a filter matches a row, by the status that people see; no filter matches voided rows (LRN-01, LRN-06). */
export function matchesFilter(status: EffectiveStatus, filter: MatrixFilter): boolean {
  if (status === 'voided') return false;
  return filter === 'all' || status === filter;
}

/** The one button of a row (SPEC §2.6). */
export type RowAction = 'start' | 'continue' | 'sign' | 'certificate' | 'none';

/** The facts of an assignment that the row action needs (SPEC §2.6). */
export interface RowActionFacts {
  readonly status: EffectiveStatus;
  /** Whether the person has started; decides between Start and Continue once the row is overdue. */
  readonly started: boolean;
  /** Whether only the person's signature is missing (LRN-01). */
  readonly readyToSign: boolean;
  readonly certificateUrl: string | null;
}

/**
 * Returns Start, Continue, Sign, Certificate if there is one, or no action (SPEC §2.6, LRN-01, LRN-02); overdue ones can
 * still be completed.
 */
export function rowAction(row: RowActionFacts): RowAction {
  switch (row.status) {
    case 'not_started':
      return 'start';
    case 'in_progress':
      return row.readyToSign ? 'sign' : 'continue';
    case 'overdue':
      if (row.readyToSign) return 'sign';
      return row.started ? 'continue' : 'start';
    case 'completed':
    case 'expired':
      return row.certificateUrl === null || row.certificateUrl.trim() === '' ? 'none' : 'certificate';
    case 'voided':
      return 'none';
  }
}

/** The due groups of My Assignments in their order, what needs action first (LRN-01, LRN-03). */
export const dueGroups = ['overdue', 'expired', 'this_week', 'later', 'done'] as const;

/** A due group of My Assignments (LRN-03). */
export type DueGroup = (typeof dueGroups)[number];

/**
 * Returns the group of a row: expired completions are never done, 'this week' is today and the next 7 days, as the due texts
 * count; voided rows have none (LRN-01, LRN-03).
 */
export function dueGroup(row: AssignmentState<EffectiveStatus>, today: CalendarDate): DueGroup | null {
  if (row.status === 'voided') return null;
  if (row.status === 'expired') return 'expired';
  if (row.status === 'completed') return 'done';
  if (isLate(row, today)) return 'overdue';
  return row.dueDate !== null && daysBetween(today, row.dueDate) <= DUE_SOON_DAYS ? 'this_week' : 'later';
}
