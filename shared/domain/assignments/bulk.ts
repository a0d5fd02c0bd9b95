import type { CalendarDate } from '../calendar/calendar.ts';
import { addDaysClamped, compareDates } from '../calendar/calendar.ts';
import type { StoredStatus } from './status.ts';
import { isOpen } from './status.ts';

/** The limits of one command on many people or assignments (MGR-02, USR-07). */
export const bulkLimits = {
  people: 1000,
  modules: 20,
  assignments: 1000,
  moved: 10_000,
  days: 3650,
} as const;

/**
 * The limits of assigning (PERF-03). One command assigns to up to `inOneCall` people at once, and to more people in the
 * background.
 */
export const assigningLimits = { inOneCall: 10_000, people: 100_000 } as const;

/** The reasons why a person does not get a module that is assigned to many (MTX-05). */
export const assignRefusals = ['inactive', 'other_organization', 'open', 'completed', 'expired'] as const;
/** One of {@link assignRefusals}. */
export type AssignRefusal = (typeof assignRefusals)[number];

/** The reasons why a person gets none, or not all, of the trainings assigned in the background (PERF-03). */
export const leftOutReasons = [
  ...assignRefusals,
  'nothing_needed',
  /** Erased, or out of the reach of the requester, since the request. */
  'out_of_reach',
  /** The matrix matched the person at the time of the request, but no longer does. */
  'not_matched',
] as const;
/** One of {@link leftOutReasons}. */
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The facts that decide whether a person gets a module. */
export interface AssignFacts {
  readonly isActive: boolean;
  /** The module is everybody's, or of the person's organization. */
  readonly inOrganization: boolean;
  readonly hasOpen: boolean;
  readonly hasCompleted: boolean;
  /** None of the completions is still valid (LRN-01). */
  readonly hasExpired: boolean;
}

/**
 * Returns why a person does not get a module, or null: an open one stays, a completed one is assigned again only as
 * retraining (MTX-05).
 */
export function assignRefusal(facts: AssignFacts, retrain: boolean): AssignRefusal | null {
  if (!facts.isActive) return 'inactive';
  if (!facts.inOrganization) return 'other_organization';
  if (facts.hasOpen) return 'open';
  if (!facts.hasCompleted || retrain) return null;
  return facts.hasExpired ? 'expired' : 'completed';
}

/** A change of the due dates of many assignments: to one date, or by a number of days (LRN-06). */
export type DueDateMove = { readonly dueDate: CalendarDate } | { readonly addDays: number };

/** The reasons why the due date of an assignment stays unchanged. */
export const moveRefusals = ['not_open', 'no_due_date', 'same'] as const;
/** One of {@link moveRefusals}. */
export type MoveRefusal = (typeof moveRefusals)[number];

/** Returns the new due date of an assignment, or why it keeps its date (LRN-06). */
export function movedDueDate(
  { status, dueDate }: { readonly status: StoredStatus; readonly dueDate: CalendarDate | null },
  move: DueDateMove,
): { readonly dueDate: CalendarDate } | { readonly refusal: MoveRefusal } {
  if (!isOpen(status)) return { refusal: 'not_open' };
  if ('dueDate' in move) return move.dueDate === dueDate ? { refusal: 'same' } : { dueDate: move.dueDate };
  if (dueDate === null) return { refusal: 'no_due_date' };
  const moved = addDaysClamped(dueDate, move.addDays);
  return compareDates(moved, dueDate) === 0 ? { refusal: 'same' } : { dueDate: moved };
}
