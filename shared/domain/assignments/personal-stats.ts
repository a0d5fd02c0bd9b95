import type { CalendarDate } from '../calendar/calendar.ts';
import { countAssignments, type ComplianceRow } from '../compliance/figures.ts';
import { daysToEarliestDue } from './due.ts';

/**
 * A person's own figures (SPEC §3 Personal stats, §9; LRN-01). They count each module once, by its current cycle (CMP-03). Voided
 * assignments do not count.
 */
export interface PersonalStats {
  readonly total: number;
  readonly completed: number;
  /** In progress and not overdue: the count of `/manager` and `/employee/{id}`. */
  readonly inProgress: number;
  readonly overdue: number;
  /** `inProgress` as a whole percent of the total, for the user-stats call. */
  readonly inProgressPercent: number;
  /** Days to the earliest due date of the open trainings; null if nothing is due. */
  readonly dueSoon: number | null;
  /** Completed of total as a whole percent; 0 if nothing is assigned. */
  readonly overallProgress: number;
}

/** Part of total as a whole percent, half up, without floating error (SPEC §9); 0 when the total is 0. */
export function roundedPercent(part: number, total: number): number {
  return total === 0 ? 0 : Math.floor((200 * part + total) / (2 * total));
}

/** Returns the figures of §9 over a person's assignments, by the shown status (LRN-01). */
export function personalStats(rows: readonly ComplianceRow[], today: CalendarDate): PersonalStats {
  const counts = countAssignments(rows, today);
  return {
    total: counts.total,
    completed: counts.completed,
    inProgress: counts.inProgress,
    overdue: counts.overdue,
    inProgressPercent: roundedPercent(counts.inProgress, counts.total),
    dueSoon: daysToEarliestDue(rows, today),
    overallProgress: roundedPercent(counts.completed, counts.total),
  };
}
