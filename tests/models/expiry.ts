/** Which reminders of documents go to whom on a day (NOT-04), as a model in memory that the statements of the server are compared with. */
import {
  addDays,
  addDaysClamped,
  compareDates,
  type CalendarDate,
} from '#shared/domain/calendar/calendar.ts';
import { isAwayOn, type AbsenceDays } from '#shared/domain/people/absences.ts';
import { expiryAudiences, type ExpiryAudience, type ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import { CATCH_UP_DAYS } from '#shared/domain/reminders/schedule.ts';

/** A row of the schedule for documents (NOT-04). */
export interface ExpiryRule {
  readonly id: number;
  readonly kind: ExpiryKind;
  /** Whole days before the day; negative: after it. */
  readonly days: number;
  readonly audience: ExpiryAudience;
}

/** A document that expires, with its possible recipients. */
export interface ExpiringThing {
  readonly kind: ExpiryKind;
  readonly id: number;
  /** Its last day, the day by which notice is decided or it is to be read, or that of the review. */
  readonly day: CalendarDate;
  /** Owner, reader or party with an account; null where there is none. */
  readonly personId: string | null;
  /** hr of its organization. */
  readonly hrIds: readonly string[];
}

/** A step of the schedule: one thing, one rule, one day. */
export interface ExpiryStep {
  readonly kind: ExpiryKind;
  readonly id: number;
  readonly ruleId: number;
  readonly audience: ExpiryAudience;
  readonly day: CalendarDate;
  /** The day on which it was to go; it goes later only after an outage. */
  readonly stepDay: CalendarDate;
}

/** Everything that the plan of a day follows from. */
export interface ExpiryWorld {
  readonly rules: readonly ExpiryRule[];
  readonly things: readonly ExpiringThing[];
  readonly admins: readonly string[];
  readonly told: readonly Omit<ExpiryStep, 'ruleId'>[];
  /** The absences of each person. */
  readonly absences?: ReadonlyMap<string, readonly AbsenceDays[]>;
}

/** A step with its recipients. */
export interface PlannedExpiry extends ExpiryStep {
  readonly recipients: readonly string[];
}

/**
 * The steps of a day for documents that expire (NOT-04): for each document and audience the latest step whose day has come and is not
 * long past, unless it or a later one was sent for the same date. A renewed CV has another date and starts again. If an
 * organization has no HR, administrators are notified instead. A step for the person that falls into an absence waits for the return.
 * `today` starts at the hour of sending.
 */
export function planExpiry(world: ExpiryWorld, today: CalendarDate): readonly PlannedExpiry[] {
  const told = new Map<string, CalendarDate>();
  for (const step of world.told) {
    const known = told.get(keyOf(step));
    if (known === undefined || compareDates(step.stepDay, known) > 0) told.set(keyOf(step), step.stepDay);
  }
  return world.things.flatMap((thing) =>
    expiryAudiences.flatMap((audience) => {
      const away = audience === 'person' ? (world.absences?.get(thing.personId ?? '') ?? []) : [];
      const step = latestStep(world.rules, thing, { audience, away }, today);
      if (step === null) return [];
      const last = told.get(keyOf(step));
      if (last !== undefined && compareDates(last, step.stepDay) >= 0) return [];
      const recipients = recipientsOf(thing, audience, world.admins);
      return recipients.length === 0 ? [] : [{ ...step, recipients }];
    }),
  );
}

const keyOf = ({ kind, id, audience, day }: Omit<ExpiryStep, 'ruleId' | 'stepDay'>) =>
  `${kind} ${String(id)} ${audience} ${day}`;

/** The day itself, or the first day after it on which the person is not away; null while the return is not known (USR-10). */
function dayPresent(day: CalendarDate, away: readonly AbsenceDays[]): CalendarDate | null {
  const absence = away.find((one) => isAwayOn(one, day));
  if (!absence) return day;
  return absence.lastDay === null ? null : dayPresent(addDays(absence.lastDay, 1), away);
}

function latestStep(
  rules: readonly ExpiryRule[],
  { kind, id, day }: ExpiringThing,
  { audience, away }: { readonly audience: ExpiryAudience; readonly away: readonly AbsenceDays[] },
  today: CalendarDate,
): ExpiryStep | null {
  if (dayPresent(today, away) !== today) return null;
  const steps = rules
    .filter((rule) => rule.kind === kind && rule.audience === audience)
    .flatMap((rule) => {
      const stepDay = dayPresent(addDaysClamped(day, -rule.days), away);
      return stepDay === null ? [] : [{ kind, id, ruleId: rule.id, audience, day, stepDay, days: rule.days }];
    })
    .filter(
      ({ stepDay }) =>
        compareDates(stepDay, today) <= 0 && compareDates(stepDay, addDays(today, -CATCH_UP_DAYS)) >= 0,
    )
    .toSorted((a, b) => compareDates(b.stepDay, a.stepDay) || a.days - b.days || b.ruleId - a.ruleId);
  const [step] = steps;
  if (!step) return null;
  const { days: _, ...latest } = step;
  return latest;
}

function recipientsOf(
  { personId, hrIds }: ExpiringThing,
  audience: ExpiryAudience,
  admins: readonly string[],
): readonly string[] {
  if (audience === 'person') return personId === null ? [] : [personId];
  return audience === 'hr' && hrIds.length > 0 ? hrIds : admins;
}
