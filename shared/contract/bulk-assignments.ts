import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { assigningRun, manyIdsLimit } from '#shared/contract/assigning-runs-schemas.ts';
import { bodyId, calendarDate, reason, userId } from '#shared/contract/common.ts';
import { effectHash, effectTotals as figures, namedPerson } from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  assigningLimits,
  assignRefusals,
  bulkLimits,
  moveRefusals,
} from '#shared/domain/assignments/bulk.ts';

const people = z
  .array(userId, because('users_needed'))
  .min(1, because('users_needed'))
  .max(bulkLimits.people, because('too_many_people_at_once', { maximum: 1000 }));
const modules = z
  .array(bodyId, because('module_needed'))
  .min(1, because('module_needed'))
  .max(bulkLimits.modules, because('too_many_modules_at_once', { maximum: 20 }));

/** Only previews the effect; nothing is written. */
const preview = z.boolean().default(false);

/** A person with a training that the command leaves unchanged. */
const leftOut = namedPerson.omit({ jobTitle: true }).extend({ title: z.string() });

/** The effect of assigning modules to people, before or after the change (MTX-05). */
const assigningEffect = z.object({
  assigned: figures,
  /** Assignments that open another cycle for a person who has completed the module. */
  retrained: figures,
  /** Those of people who are away on the due date: it moves, or the training is paused (USR-10). */
  away: figures,
  /** The number of assignments that are not created. */
  skippedCount: z.number(),
  /** The first of them. */
  skipped: z.array(leftOut.extend({ moduleId: z.number(), reason: z.enum(assignRefusals) })),
});

/** The effect of changing due dates, before or after the change (LRN-06). */
const dueDatesEffect = z.object({
  moved: figures,
  /** The number of these that are overdue with the new date. */
  overdue: z.number(),
  /** The earliest and the latest of the new dates; null when none is moved. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  /** The number that keep their current date. */
  skippedCount: z.number(),
  /** The first of them. */
  skipped: z.array(leftOut.extend({ assignmentId: z.number(), reason: z.enum(moveRefusals) })),
});

/** An effect of assigning with its hash, as a preview and EFFECT_CHANGED answer it. */
export const shownAssigning = z.object({ effectHash, effect: assigningEffect });
/** An effect of changing due dates with its hash. */
export const shownDueDates = z.object({ effectHash, effect: dueDatesEffect });

/** Calls for many people or assignments in one step, with a preview of the effect (MGR-02, USR-07, LRN-06). */
export const bulkAssignmentsContract = {
  assignModules: defineEndpoint({
    id: 'bulkAssignments.assignModules',
    method: 'POST',
    path: '/api/training/assign-modules',
    summary:
      'Assigns modules to people; who has one already or is inactive is left out by name; anybody out of reach refuses the whole call (MTX-05); for more than 10,000 people in the background, where `run` says how far it is',
    access: { permission: 'assignments.assign' },
    audit: { command: 'assignment.assigned' },
    data: { changes: ['assignments', 'assigningRuns'] },
    bodyLimit: manyIdsLimit,
    body: z.strictObject({
      userIds: z
        .array(userId, because('users_needed'))
        .min(1, because('users_needed'))
        .max(assigningLimits.people, because('too_many_people_at_once', { maximum: 100_000 })),
      moduleIds: modules,
      /** Any real calendar date; if missing: 30 days from today in the person's zone. */
      dueDate: calendarDate.nullish(),
      /** Another cycle for those who have completed a module; needs a reason. */
      retrain: z.boolean().default(false),
      reason: reason.optional(),
      preview,
      /** From the preview: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
      effectHash: effectHash.optional(),
    }),
    errors: ['EFFECT_CHANGED', 'NOT_FOUND', 'REASON_REQUIRED'],
    response: shownAssigning
      .extend({ preview: z.boolean(), run: assigningRun.nullable() })
      .meta({ id: 'BulkAssigning' }),
  }),
  changeDueDates: defineEndpoint({
    id: 'bulkAssignments.changeDueDates',
    method: 'POST',
    path: '/api/training-assignments/due-dates',
    summary:
      'Changes due dates to a date or by days, of chosen assignments, of what people have open, or of what is open of modules within reach; anything named out of reach refuses the whole call (LRN-06)',
    access: { permission: 'assignments.reschedule' },
    audit: { command: 'assignment.due_date_changed' },
    data: { changes: ['assignments'] },
    body: z
      .strictObject({
        assignmentIds: z
          .array(bodyId)
          .min(1, because('assignments_needed'))
          .max(bulkLimits.assignments, because('too_many_assignments_at_once', { maximum: 1000 }))
          .optional(),
        userIds: people.optional(),
        /** With people: only these modules. Alone: the open assignments of active people within reach. */
        moduleIds: modules.optional(),
        /** With people or modules: only overdue ones. */
        overdueOnly: z.boolean().default(false),
        dueDate: calendarDate.optional(),
        addDays: z
          .int(because('not_whole_days'))
          .min(-bulkLimits.days, because('days_range', { maximum: 3650 }))
          .max(bulkLimits.days, because('days_range', { maximum: 3650 }))
          .optional(),
        reason: reason.optional(),
        preview,
        effectHash: effectHash.optional(),
      })
      .refine(
        ({ assignmentIds, userIds, moduleIds }) =>
          (assignmentIds === undefined) !== (userIds === undefined && moduleIds === undefined),
        { path: ['assignmentIds'], message: because('choose_what_to_move') },
      )
      .refine(({ dueDate, addDays }) => (dueDate === undefined) !== (addDays === undefined), {
        path: ['dueDate'],
        message: because('date_or_days'),
      })
      .refine(({ preview: shows, reason: why }) => shows || why !== undefined, {
        path: ['reason'],
        message: because('reason_required'),
      }),
    errors: ['EFFECT_CHANGED', 'NOT_FOUND'],
    response: shownDueDates.extend({ preview: z.boolean() }).meta({ id: 'BulkDueDates' }),
  }),
};
