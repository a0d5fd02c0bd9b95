import { z } from 'zod';
import { personStats } from '#shared/contract/assignment-schemas.ts';
import { line, pageFields, pathId, sortBy } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { viewSessionAnswer } from '#shared/contract/viewing.ts';
import { dueGroups } from '#shared/domain/assignments/matrix-table.ts';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';

/** The filters of every list of assignments. */
export const anyFilters = {
  status: z.enum(effectiveStatuses).optional(),
  moduleId: pathId.optional(),
  /** `voided` shows those too (LRN-06). */
  include: z.literal('voided').optional(),
};

/** The filters of My Assignments in addition to status and search (LRN-03). */
export const ownFilters = {
  group: z.enum(dueGroups).optional(),
  /** Code of a module family; `all` is none (SPEC §2.7). */
  family: line(100).optional(),
};

/**
 * The orders of a person's own list; `due` is that of My Assignments: open trainings by due date, then completed ones, the
 * latest first.
 */
export const ownSort = sortBy([
  'due',
  'dueDate',
  'assignedDate',
  'completedAt',
  'title',
  'status',
  'progress',
  'id',
]);

/** Figures next to the person's list of assignments (LRN-03). */
export const ownAssignmentsContract = {
  counts: defineEndpoint({
    id: 'assignments.ownCounts',
    method: 'GET',
    path: '/api/assignments/user/counts',
    summary:
      'How many own assignments stand under each value of each filter, the other filters as given (LRN-03)',
    access: { permission: 'training.own' },
    audit: { none: 'own figures' },
    data: { shows: ['assignments'] },
    query: z.strictObject({ q: pageFields.q, status: z.enum(effectiveStatuses).optional(), ...ownFilters }),
    response: z
      .object({
        /** The number of the person's assignments that are not voided, whatever the filters. */
        total: z.number(),
        /** The number that matches all filters. */
        shown: z.number(),
        groups: z.record(z.enum(dueGroups), z.number()),
        statuses: z.object({
          completed: z.number(),
          in_progress: z.number(),
          not_started: z.number(),
          overdue: z.number(),
          expired: z.number(),
        }),
        /** The families to choose from in their order; those of organizations only if the person has such trainings. */
        families: z.array(z.object({ code: z.string(), name: z.string(), count: z.number() })),
      })
      .meta({ id: 'OwnAssignmentCounts' }),
  }),
  openView: defineEndpoint({
    id: 'assignments.openView',
    method: 'POST',
    path: '/api/training-assignments/:id/view-session',
    summary: 'Opens the content of an own assignment for reading; starts it (VIEW-03)',
    access: { permission: 'training.own' },
    audit: { command: 'assignment.content_opened', record: 'training_assignments' },
    data: { changes: ['assignments'] },
    params: z.strictObject({ id: pathId }),
    errors: ['CONTENT_NOT_AVAILABLE'],
    response: viewSessionAnswer,
  }),
  ownStats: defineEndpoint({
    id: 'assignments.ownStats',
    method: 'GET',
    path: '/api/dashboard/user-stats',
    summary: 'Own figures: `inProgress` in percent (LRN-01)',
    access: { permission: 'training.own' },
    audit: { none: 'own figures' },
    data: { shows: ['assignments'] },
    response: personStats,
  }),
};
