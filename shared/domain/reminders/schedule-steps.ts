import type { PlainReason } from '#shared/reasons/reasons.ts';
import { expiryAudiences, expiryKinds, type ExpiryAudience, type ExpiryKind } from './expiry.ts';
import { reminderAudiences, reminderKinds, type ReminderAudience, type ReminderKind } from './schedule.ts';

/** The kinds of the schedule, in the order of the screen: trainings first, then documents that expire (NOT-04). */
export const scheduleKinds = [...reminderKinds, ...expiryKinds] as const;

/** One of {@link scheduleKinds}. */
export type ScheduleKind = ReminderKind | ExpiryKind;

/** The possible recipients of a step, the closest first (NOT-04). */
export const scheduleAudiences = ['person', 'manager', 'hr', 'admins'] as const;

/** One of {@link scheduleAudiences}. */
export type ScheduleAudience = ReminderAudience | ExpiryAudience;

/** A step of the schedule as an administrator writes it (NOT-04). */
export interface ScheduleStep {
  readonly kind: ScheduleKind;
  /** Whole days, as `reminder_rules` counts them: of documents negative ones are after their day. */
  readonly days: number;
  readonly audience: ScheduleAudience;
}

/** The limits of a schedule: steps in all, and days of one step (NOT-04). */
export const scheduleLimits = { steps: 100, days: 365 } as const;

/** Returns whether a kind concerns documents that expire, whose steps may be before their date and after it (NOT-04). */
export const isExpiryKind = (kind: ScheduleKind): kind is ExpiryKind =>
  (expiryKinds as readonly ScheduleKind[]).includes(kind);

/**
 * Returns the possible recipients of a kind (NOT-04): a manager for trainings only, HR for documents only; a registration has no
 * owner.
 */
export function audiencesOf(kind: ScheduleKind): readonly ScheduleAudience[] {
  if (!isExpiryKind(kind)) return reminderAudiences;
  return kind === 'registration'
    ? expiryAudiences.filter((audience) => audience !== 'person')
    : expiryAudiences;
}

/** The fault of a step, and its field. */
interface WrongStep {
  /** The place of the step. */
  readonly at: number;
  readonly field: 'days' | 'audience';
  readonly reason: PlainReason;
}

/**
 * Returns the errors of a schedule (NOT-04): a recipient that its kind does not have, the same step twice, a negative number of
 * days for a training, and an overdue step on the due date.
 */
export function wrongSteps(steps: readonly ScheduleStep[]): readonly WrongStep[] {
  const known = new Set<string>();
  return steps.flatMap(({ kind, days, audience }, at): readonly WrongStep[] => {
    if (!audiencesOf(kind).includes(audience)) {
      return [{ at, field: 'audience', reason: 'step_nobody' }];
    }
    const key = `${kind} ${String(days)} ${audience}`;
    if (known.has(key)) return [{ at, field: 'days', reason: 'step_twice' }];
    known.add(key);
    if (days < 0 && !isExpiryKind(kind)) return [{ at, field: 'days', reason: 'step_no_days' }];
    return kind === 'overdue' && days < 1 ? [{ at, field: 'days', reason: 'step_too_early' }] : [];
  });
}
