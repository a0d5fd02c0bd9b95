import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  commaList,
  instant,
  multiline,
  pageFields,
  pathId,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { reminderStatuses } from '#shared/domain/compliance/figures.ts';
import { reminderLimits, reminderTypes, skipReasons } from '#shared/domain/reminders/manual-reminders.ts';

const send = { permission: 'reminders.send' } as const;

/** The largest number of people by whom a list can be filtered, because the address contains their ids. */
export const MAX_NAMED = 100;

/** A person in the reminder dialog (SPEC §3 'Reminder-info user'). */
const reminderInfo = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string(),
    organizationName: z.string().nullable(),
    departmentName: z.string().nullable(),
    status: z.enum(reminderStatuses),
    /** Open assignments that are not overdue. */
    pendingCount: z.number(),
    overdueCount: z.number(),
    /** Modules whose last completion has expired, whether or not a renewal is open. */
    expiredCount: z.number(),
    /** Never signed in, or only with a password that an administrator issued. */
    invitationOpen: z.boolean(),
    /** The last manual reminder. */
    lastReminder: z
      .object({
        type: z.enum(reminderTypes),
        sentAt: instant,
        /** Who sent it. */
        byName: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ReminderInfo' });

const namedPeople = commaList(userId, MAX_NAMED, because('too_many_people', { maximum: 100 }));
const namedModules = commaList(
  pathId,
  bulkLimits.modules,
  because('too_many_modules_at_once', { maximum: 20 }),
);

/** The reminder and its recipients (SPEC §7, REM-01). */
export const reminderForm = z
  .strictObject({
    reminderType: z.enum(reminderTypes, because('reminder_type_needed')),
    userIds: z
      .array(userId)
      .min(1, because('people_needed'))
      .max(reminderLimits.perCall, because('too_many_people_at_once', { maximum: 1000 })),
    /** The modules by which the people were filtered: only these decide which people the type is for. */
    moduleIds: z
      .array(bodyId)
      .min(1)
      .max(bulkLimits.modules, because('too_many_modules_at_once', { maximum: 20 }))
      .optional(),
    customMessage: multiline(reminderLimits.messageLength).trim().optional(),
  })
  .meta({ id: 'ReminderForm' });

/** Reminders that people send manually (SPEC §2.5, §7, REM-01). */
export const remindersContract = {
  info: defineEndpoint({
    id: 'reminders.info',
    method: 'GET',
    path: '/api/users/reminder-info',
    summary: 'Active people in reach with status, open and overdue trainings and the last reminder (REM-01)',
    access: send,
    audit: { none: 'a list of names that the sender works with' },
    data: { shows: ['reminders', 'assignments', 'people'] },
    query: z.strictObject({
      ...pageFields,
      /** Only people for whom this type is meant (SPEC §9). */
      type: z.enum(reminderTypes).optional(),
      status: z.enum(reminderStatuses).optional(),
      /** Only people who have one of these modules open or expired, ids with commas between them; counts, status and type then go by these modules alone. */
      moduleIds: namedModules.optional(),
      /** Only these people, ids with commas between them. */
      userIds: namedPeople.optional(),
    }),
    response: z.array(reminderInfo),
    list: true,
    compressed: true,
  }),
  send: defineEndpoint({
    id: 'reminders.send',
    method: 'POST',
    path: '/api/reminders/send',
    summary: 'Send a reminder to chosen people; anybody out of reach refuses the whole call (REM-01)',
    access: send,
    audit: { command: 'reminder.sent' },
    data: { changes: ['reminders', 'outbox'] },
    body: reminderForm,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    response: z
      .object({
        sent: z.int(),
        /** Who got none, and why. */
        skipped: z.array(z.object({ userId: z.string(), reason: z.enum(skipReasons) })),
      })
      .meta({ id: 'SentReminders' }),
  }),
};
