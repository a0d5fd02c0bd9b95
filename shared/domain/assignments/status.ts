import type { CalendarDate } from '../calendar/calendar.ts';
import { compareDates } from '../calendar/calendar.ts';

/** The statuses that are stored (SPEC §4, LRN-06); overdue is never among them. */
export const storedStatuses = ['not_started', 'in_progress', 'completed', 'voided'] as const;

/** A stored assignment status (SPEC §4, LRN-06). */
export type StoredStatus = (typeof storedStatuses)[number];

/** The statuses that people see (SPEC §4, LRN-01): the stored ones, overdue and expired. */
export const effectiveStatuses = [
  'not_started',
  'in_progress',
  'completed',
  'overdue',
  'expired',
  'voided',
] as const;

/** The statuses of assignments that are not voided, as reports and exports list them (RPT-01). */
export const listedStatuses = ['not_started', 'in_progress', 'completed', 'overdue', 'expired'] as const;

/** An assignment status as people see it (SPEC §4). */
export type EffectiveStatus = (typeof effectiveStatuses)[number];

/** The status of an assignment that is not voided. */
export type ListedStatus = (typeof listedStatuses)[number];

/** The facts of an assignment that the status rules need (SPEC §3): by the stored status, or by the shown one. */
export interface AssignmentState<Status extends EffectiveStatus = StoredStatus> {
  readonly status: Status;
  readonly dueDate: CalendarDate | null;
}

/** The facts of one cycle of a module that the status rule needs (LRN-01, MTX-08). */
interface CycleState extends AssignmentState {
  /** The last valid day of a completion, null if it never expires. */
  readonly nextRenewalDate: CalendarDate | null;
  /** Another completion of the module is valid longer, so that this one is history ({@link isSuperseded}). */
  readonly followed: boolean;
}

/** Returns whether an assignment is still to be done, overdue or not (CMP-03). */
export function isOpen(status: EffectiveStatus): boolean {
  return status === 'not_started' || status === 'in_progress' || status === 'overdue';
}

/** Returns whether an assignment was completed, whether or not the completion is still valid (LRN-01). */
export function isDone(status: EffectiveStatus): boolean {
  return status === 'completed' || status === 'expired';
}

/** Returns whether an open assignment is overdue: from the day after its due date (LRN-01). */
export function isLate(row: AssignmentState<EffectiveStatus>, today: CalendarDate): boolean {
  return isOpen(row.status) && row.dueDate !== null && compareDates(row.dueDate, today) < 0;
}

/**
 * Returns the status as of today in the organization's time zone (LRN-01). Open assignments are overdue from the day after the
 * due date. A completion is expired from the day after its last valid day until a newer one of the module is recorded.
 */
export function effectiveStatus(row: CycleState, today: CalendarDate): EffectiveStatus {
  if (isLate(row, today)) return 'overdue';
  const over = row.nextRenewalDate !== null && compareDates(row.nextRenewalDate, today) < 0;
  return row.status === 'completed' && over && !row.followed ? 'expired' : row.status;
}

/** The data that decides which completion of a module is valid for a person (MTX-08). */
export interface ModuleCycle {
  readonly moduleId: number;
  readonly cycle: number;
  readonly status: StoredStatus;
  readonly nextRenewalDate: CalendarDate | null;
}

/** Returns whether another completion of the module among a person's rows is valid longer, or as long and newer (LRN-01). */
export function isSuperseded(row: ModuleCycle, rows: readonly ModuleCycle[]): boolean {
  return rows.some((other) => {
    if (other.moduleId !== row.moduleId || other.status !== 'completed' || other === row) return false;
    if (other.nextRenewalDate === row.nextRenewalDate) return other.cycle > row.cycle;
    if (other.nextRenewalDate === null || row.nextRenewalDate === null) return other.nextRenewalDate === null;
    return compareDates(other.nextRenewalDate, row.nextRenewalDate) > 0;
  });
}

/** One legal step of the status machine (LRN-07). */
export interface StatusStep {
  readonly from: StoredStatus;
  readonly to: StoredStatus;
  /** The person who takes the step: the assigned person, or an administrator for that person (SIG-02). */
  readonly by: 'owner' | 'admin';
  /** Whether it is refused without a reason (LRN-06). */
  readonly needsReason: boolean;
}

/** Every legal step (SPEC §4, LRN-06, LRN-07); all others are refused with 409. */
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

/** The outcome of a requested step: a change, no change because it was made before, or a refusal (LRN-07). */
export type StepOutcome =
  | { readonly kind: 'apply'; readonly needsReason: boolean }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'illegal' };

/**
 * Checks a requested step: a second click is a repetition, so that two tabs create one completion (LRN-07); the way back is
 * illegal.
 */
export function judgeStep(from: StoredStatus, to: EffectiveStatus, by: StatusStep['by']): StepOutcome {
  const reachable = statusSteps.filter((step) => step.to === to && step.by === by);
  if (from === to) return reachable.length > 0 ? { kind: 'repeat' } : { kind: 'illegal' };
  const step = reachable.find((candidate) => candidate.from === from);
  return step ? { kind: 'apply', needsReason: step.needsReason } : { kind: 'illegal' };
}
