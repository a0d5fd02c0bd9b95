import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  scheduleAudiences,
  scheduleKinds,
  scheduleLimits,
  wrongSteps,
} from '#shared/domain/reminders/schedule-steps.ts';

const operations = { permission: 'operations.manage' } as const;

const step = z
  .strictObject({
    kind: z.enum(scheduleKinds),
    /**
     * Trainings: before the due date, after it, or since the renewal was opened, by the kind. Documents: before their day;
     * negative: after it.
     */
    days: z
      .int(because('step_no_days'))
      .min(-scheduleLimits.days, because('step_days_range', { maximum: scheduleLimits.days }))
      .max(scheduleLimits.days, because('step_days_range', { maximum: scheduleLimits.days })),
    audience: z.enum(scheduleAudiences),
    isActive: z.boolean(),
  })
  .meta({ id: 'ReminderStep' });

/** The whole new schedule, of trainings and of documents that expire (NOT-04): steps that are missing in it are removed. */
export const scheduleForm = z
  .strictObject({
    /** The hour at which reminders are sent each day, by the clock of each organization. */
    sendAt: z.string(because('time_needed')).regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('time_needed')),
    steps: z
      .array(step)
      .max(scheduleLimits.steps, because('too_many_steps', { maximum: scheduleLimits.steps }))
      .superRefine((steps, ctx) => {
        for (const { at, field, reason } of wrongSteps(steps)) {
          ctx.addIssue({ code: 'custom', path: [at, field], message: because(reason) });
        }
      }),
  })
  .meta({ id: 'ScheduleForm' });

const schedule = z
  .object({
    sendAt: z.string(),
    /** Counts the changes; to be sent back as `If-Match`. */
    revision: z.number(),
    steps: z.array(z.object(step.shape).meta({ id: 'ReminderStep' })),
  })
  .meta({ id: 'ReminderSchedule' });

/** The schedule of reminders (NOT-04 'schedule as data'). */
export const reminderScheduleContract = {
  get: defineEndpoint({
    id: 'reminderSchedule.get',
    method: 'GET',
    path: '/api/reminders/schedule',
    summary: 'The steps of the schedule and the hour at which they are told (NOT-04)',
    access: operations,
    audit: { none: 'settings of the installation' },
    data: { shows: ['reminderSchedule'] },
    response: schedule,
  }),
  preview: defineEndpoint({
    id: 'reminderSchedule.preview',
    method: 'POST',
    path: '/api/reminders/schedule/preview',
    summary: 'What another schedule would tell at once; nothing is written (NOT-04)',
    access: operations,
    audit: { none: 'only says what a change would do' },
    data: { none: 'only says what a change would do' },
    body: scheduleForm,
    response: z
      .object({
        /** The number of people who get an email with the next run. */
        people: z.number(),
        /** The number of trainings in these emails. */
        trainings: z.number(),
        /** The number of documents, agreements and registrations. */
        documents: z.number(),
      })
      .meta({ id: 'ScheduleEffect' }),
  }),
  change: defineEndpoint({
    id: 'reminderSchedule.change',
    method: 'PUT',
    path: '/api/reminders/schedule',
    summary: 'Replaces the schedule; If-Match of an older one answers 409 with both (NOT-04)',
    access: operations,
    audit: { command: 'reminders.scheduleChanged' },
    data: { changes: ['reminderSchedule'] },
    body: scheduleForm,
    revision: 'compared',
    response: schedule,
  }),
};
