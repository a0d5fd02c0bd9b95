/** Which reminders of trainings go to whom on a day (NOT-04), as a model in memory that the statements of the server are compared with. */
import {
  addDays,
  addDaysClamped,
  compareDates,
  type CalendarDate,
} from '#shared/domain/calendar/calendar.ts';
import {
  CATCH_UP_DAYS,
  reminderAudiences,
  type ReminderAudience,
  type ReminderKind,
} from '#shared/domain/reminders/schedule.ts';

/** A row of the schedule (NOT-04). */
export interface ReminderRule {
  readonly id: number;
  readonly kind: ReminderKind;
  /** Whole days from 0. */
  readonly days: number;
  readonly audience: ReminderAudience;
}

/** An open training with a due date, in calendar dates of its organization. */
export interface RemindedTraining {
  readonly assignmentId: number;
  readonly userId: string;
  readonly managerId: string | null;
  readonly dueDate: CalendarDate;
  readonly assignedOn: CalendarDate;
  readonly isRenewal: boolean;
  /** When the person got the email that it is newly required, `waiting` until that goes, null where none does (NOT-06). */
  readonly newsOn?: CalendarDate | null;
}

/** A step of the schedule: one training, one rule, one due date. */
export interface ReminderStep {
  readonly assignmentId: number;
  readonly ruleId: number;
  readonly kind: ReminderKind;
  readonly audience: ReminderAudience;
  readonly dueDate: CalendarDate;
  /** The day on which it was to go; it goes later only after an outage. */
  readonly stepDay: CalendarDate;
}

/** The steps that were already sent for a training, for one due date and audience. */
export type ToldStep = Pick<ReminderStep, 'assignmentId' | 'audience' | 'dueDate' | 'stepDay'>;

/** Everything that the plan of a day follows from. */
export interface ReminderWorld {
  readonly rules: readonly ReminderRule[];
  readonly trainings: readonly RemindedTraining[];
  /** Administrators, who get what a rule sends to 'admins'. */
  readonly admins: readonly string[];
  readonly told: readonly ToldStep[];
}

/** One message: everything that one person gets on one day. */
export interface PlannedMessage {
  readonly recipientId: string;
  readonly steps: readonly ReminderStep[];
}

/**
 * The day of a step of the schedule (NOT-04); null if it has none: nobody is reminded of a training before
 * its assignment, and the step of a renewal is only for renewals. Weekends count like other days, because due dates fall on them too.
 */
export function stepDayOf(rule: ReminderRule, training: RemindedTraining): CalendarDate | null {
  const { dueDate, assignedOn, isRenewal } = training;
  if (rule.kind === 'renewal') return isRenewal ? addDaysClamped(assignedOn, rule.days) : null;
  const day = addDaysClamped(dueDate, rule.kind === 'due' ? -rule.days : rule.days);
  return compareDates(day, assignedOn) < 0 ? null : day;
}

/**
 * The step of a training for an audience on a day: the latest whose day has come and is not long past, so that
 * after an outage one message shows the current state instead of every missed step (NOT-04). Null if there is none.
 */
export function stepOn(
  rules: readonly ReminderRule[],
  training: RemindedTraining,
  audience: ReminderAudience,
  day: CalendarDate,
): ReminderStep | null {
  let latest: ReminderStep | null = null;
  for (const rule of rules) {
    if (rule.audience !== audience) continue;
    const stepDay = stepDayOf(rule, training);
    if (stepDay === null || compareDates(stepDay, day) > 0) continue;
    if (compareDates(stepDay, addDays(day, -CATCH_UP_DAYS)) < 0) continue;
    const order = latest === null ? 1 : compareDates(stepDay, latest.stepDay) || rule.id - latest.ruleId;
    if (order <= 0) continue;
    const { assignmentId, dueDate } = training;
    latest = { assignmentId, ruleId: rule.id, kind: rule.kind, audience, dueDate, stepDay };
  }
  return latest;
}

/** Whether the email about newly required trainings says what a step would say: it names the due date too (NOT-06). */
function isInNews({ newsOn = null }: RemindedTraining, stepDay: CalendarDate): boolean {
  return newsOn === 'waiting' || (newsOn !== null && compareDates(stepDay, newsOn) <= 0);
}

const keyOf = ({ assignmentId, audience, dueDate }: ToldStep) =>
  `${String(assignmentId)} ${audience} ${dueDate}`;

/**
 * The messages of a day (NOT-04): each person gets one with all steps of the day. No step is sent twice for the same
 * due date, and no earlier step after a later one. `day` is the organization's, from the hour of sending.
 */
export function planMessages(world: ReminderWorld, day: CalendarDate): readonly PlannedMessage[] {
  const told = new Map<string, CalendarDate>();
  for (const step of world.told) {
    const known = told.get(keyOf(step));
    if (known === undefined || compareDates(step.stepDay, known) > 0) told.set(keyOf(step), step.stepDay);
  }
  const messages = new Map<string, ReminderStep[]>();
  for (const training of world.trainings) {
    for (const audience of reminderAudiences) {
      const step = stepOn(world.rules, training, audience, day);
      if (step === null || (audience === 'person' && isInNews(training, step.stepDay))) continue;
      const last = told.get(keyOf(step));
      if (last !== undefined && compareDates(last, step.stepDay) >= 0) continue;
      for (const recipientId of recipientsOf(training, audience, world.admins)) {
        const steps = messages.get(recipientId);
        if (steps) steps.push(step);
        else messages.set(recipientId, [step]);
      }
    }
  }
  return [...messages].map(([recipientId, steps]) => ({ recipientId, steps }));
}

function recipientsOf(
  { userId, managerId }: RemindedTraining,
  audience: ReminderAudience,
  admins: readonly string[],
): readonly string[] {
  if (audience === 'person') return [userId];
  if (audience === 'admins') return admins;
  return managerId === null ? [] : [managerId];
}
