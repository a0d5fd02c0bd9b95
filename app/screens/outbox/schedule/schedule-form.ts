import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { UseFormReturnType } from '@mantine/form';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { scheduleForm, type reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import {
  audiencesOf,
  isExpiryKind,
  type ScheduleAudience,
  type ScheduleKind,
} from '#shared/domain/reminders/schedule-steps.ts';
import { validateBy } from '#app/lib/forms.ts';

/** The schedule as stored on the server. */
export type Schedule = ResponseOf<typeof reminderScheduleContract.get>;

/** A step in the form: days may be empty while they are typed. */
export interface StepValues {
  readonly key: string;
  readonly kind: ScheduleKind;
  readonly days: number | string;
  /** For documents: before or after their day. */
  readonly when: 'before' | 'after';
  readonly audience: ScheduleAudience;
  readonly isActive: boolean;
}

/** The values of the form. */
export interface ScheduleValues extends Record<string, unknown> {
  readonly sendAt: string;
  readonly steps: readonly StepValues[];
}

/** The form of {@link ScheduleValues}. */
export type ScheduleForm = UseFormReturnType<ScheduleValues>;

const audienceLabels: Readonly<Record<Exclude<ScheduleAudience, 'person'>, MessageDescriptor>> = {
  manager: msg`The manager`,
  hr: msg`HR of the organization`,
  admins: msg`Administrators`,
};

/** Returns the recipient of a step by its kind: documents of an organization have an owner, agreements another party. */
export function audienceLabel(kind: ScheduleKind, audience: ScheduleAudience): MessageDescriptor {
  if (audience !== 'person') return audienceLabels[audience];
  if (kind === 'agreement' || kind === 'notice') return msg`The other party`;
  return kind === 'review' ? msg`The owner` : msg`The person`;
}

/** Returns the days of a step as the contract counts them: negative after the day of a document; NaN if none were typed. */
export function daysOf({ kind, days, when }: Pick<StepValues, 'kind' | 'days' | 'when'>): number {
  if (days === '') return NaN;
  const typed = Number(days);
  return isExpiryKind(kind) && when === 'after' && typed !== 0 ? -typed : typed;
}

const keyOf = ({ kind, days, audience }: Schedule['steps'][number]) => `${kind} ${String(days)} ${audience}`;

/** Returns the initial values of the form. */
export const valuesOf = ({ sendAt, steps }: Schedule): ScheduleValues => ({
  sendAt,
  steps: steps.map((step) => ({
    ...step,
    days: Math.abs(step.days),
    when: step.days < 0 ? 'after' : 'before',
    key: keyOf(step),
  })),
});

/** Returns the body for the server. Days that are not a number are sent unchanged, so that they are refused at their field. */
export const bodyOf = ({ sendAt, steps }: ScheduleValues) => ({
  sendAt,
  steps: steps.map((step) => ({
    kind: step.kind,
    days: daysOf(step),
    audience: step.audience,
    isActive: step.isActive,
  })),
});

const refusals = validateBy<ReturnType<typeof bodyOf>>(scheduleForm);

/** Returns the errors of the contract at their fields. */
export const scheduleRefusals = (values: ScheduleValues): Record<string, string> => refusals(bodyOf(values));

let added = 0;

/** Returns a further step of a kind, for its first audience, on a day that no other step of that audience has. */
export function newStep(kind: ScheduleKind, steps: readonly StepValues[]): StepValues {
  const [audience = 'admins'] = audiencesOf(kind);
  const taken = new Set(steps.filter((step) => step.kind === kind && step.audience === audience).map(daysOf));
  let days = kind === 'renewal' ? 0 : 1;
  while (taken.has(days)) days += 1;
  added += 1;
  return { key: `new ${String(added)}`, kind, days, when: 'before', audience, isActive: true };
}

/** One change by another administrator: the hour (null), or a step with its earlier and current values. */
export interface ScheduleChange {
  readonly step: Schedule['steps'][number] | null;
  readonly before: string | boolean | null;
  readonly after: string | boolean | null;
}

/** Returns the differences between two schedules; null represents a missing step. */
export function changesBetween(before: Schedule, after: Schedule): readonly ScheduleChange[] {
  const [old, now] = [before, after].map(
    ({ steps }) => new Map(steps.map((step) => [keyOf(step), step] as const)),
  );
  const hour =
    before.sendAt === after.sendAt ? [] : [{ step: null, before: before.sendAt, after: after.sendAt }];
  const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  const steps = [...keys].flatMap((key) => {
    const [was, is] = [old?.get(key), now?.get(key)];
    const step = is ?? was;
    if (!step || was?.isActive === is?.isActive) return [];
    return [{ step, before: was?.isActive ?? null, after: is?.isActive ?? null }];
  });
  return [...hour, ...steps];
}
