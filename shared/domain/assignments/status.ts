import type { CalendarDate } from '../calendar/calendar.ts';
import { compareDates } from '../calendar/calendar.ts';

/** The statuses that are stored (SPEC §4, LRN-06); overdue is never among them. */
export const storedStatuses = ['not_started', 'in_progress', 'completed', 'voided'] as const;

/** A stored assignment status (SPEC §4, LRN-06). */
export type StoredStatus = (typeof storedStatuses)[number];

/** The statuses that people see (SPEC §4): the stored ones and overdue. */
export const effectiveStatuses = ['not_started', 'in_progress', 'completed', 'overdue', 'voided'] as const;

/** An assignment status as people see it (SPEC §4). */
export type EffectiveStatus = (typeof effectiveStatuses)[number];

/** What the status rules must know of an assignment (SPEC §3). */
export interface AssignmentState {
  readonly status: StoredStatus;
  readonly dueDate: CalendarDate | null;
}

/** Says whether an assignment is still to be done, overdue or not (CMP-03). */
export function isOpen(status: EffectiveStatus): boolean {
  return status === 'not_started' || status === 'in_progress' || status === 'overdue';
}

/** The status as of today in the organization's zone: open ones are overdue from the day after the due date (LRN-01). */
export function effectiveStatus(row: AssignmentState, today: CalendarDate): EffectiveStatus {
  const late = isOpen(row.status) && row.dueDate !== null && compareDates(row.dueDate, today) < 0;
  return late ? 'overdue' : row.status;
}

/** One legal step of the status machine (LRN-07). */
export interface StatusStep {
  readonly from: StoredStatus;
  readonly to: StoredStatus;
  /** Who takes it: the assigned person, or an administrator for that person (SIG-02). */
  readonly by: 'owner' | 'admin';
  /** Whether it is refused without a reason (LRN-06). */
  readonly needsReason: boolean;
}

/** Every legal step (SPEC §4, LRN-06, LRN-07); what is not here is refused with 409. */
export const statusSteps: readonly StatusStep[] = [
  { from: 'not_started', to: 'in_progress', by: 'owner', needsReason: false },
  { from: 'in_progress', to: 'completed', by: 'owner', needsReason: false },
  // An administrator records a training that took place before; it may never have been started here.
  { from: 'not_started', to: 'completed', by: 'admin', needsReason: true },
  { from: 'in_progress', to: 'completed', by: 'admin', needsReason: true },
  { from: 'not_started', to: 'voided', by: 'admin', needsReason: false },
  { from: 'in_progress', to: 'voided', by: 'admin', needsReason: false },
  { from: 'completed', to: 'voided', by: 'admin', needsReason: true },
];

/** What a wished step comes to: a change, nothing because it is so already, or a refusal (LRN-07). */
export type StepOutcome =
  | { readonly kind: 'apply'; readonly needsReason: boolean }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'illegal' };

/** Judges a wished step: a second click repeats, so that two tabs make one completion (LRN-07); the way back is illegal. */
export function judgeStep(from: StoredStatus, to: EffectiveStatus, by: StatusStep['by']): StepOutcome {
  const reachable = statusSteps.filter((step) => step.to === to && step.by === by);
  if (from === to) return reachable.length > 0 ? { kind: 'repeat' } : { kind: 'illegal' };
  const step = reachable.find((candidate) => candidate.from === from);
  return step ? { kind: 'apply', needsReason: step.needsReason } : { kind: 'illegal' };
}
