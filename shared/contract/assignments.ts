import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  assignmentListItem,
  completion,
  learnerAssignment,
  onboardingEffect,
  personStats,
} from '#shared/contract/assignment-schemas.ts';
import {
  bodyId,
  calendarDate,
  pageFields,
  pathId,
  reason,
  requiredLine,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { effectHash } from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { signatureGiven } from '#shared/contract/signatures.ts';
import { anyFilters, ownFilters, ownSort } from '#shared/contract/own-assignments.ts';
import { progressAnswer, progressBody } from '#shared/contract/viewing.ts';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';

const own = { permission: 'training.own' } as const;
const person = { permission: 'people.view' } as const;
const manage = { permission: 'assignments.manage' } as const;
const oneAssignment = z.strictObject({ id: pathId });
const oneUser = z.strictObject({ userId });
const jobTitleOfOnboarding = requiredLine(200, because('job_title_needed'));

const sort = sortBy(['dueDate', 'assignedDate', 'completedAt', 'title', 'status', 'id']);

/** Assignments, the actions of people on them, and the figures computed from them (LRN, MTX-05, MTX-07; SPEC §7). */
export const assignmentsContract = {
  list: defineEndpoint({
    id: 'assignments.list',
    method: 'GET',
    path: '/api/assignments',
    summary: "Assignments of everybody in the caller's reach",
    access: { permission: 'assignments.list' },
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'modules', 'people'] },
    query: z.strictObject({
      ...pageFields,
      ...anyFilters,
      sort,
      userId: userId.optional(),
      organizationId: pathId.optional(),
    }),
    response: z.array(assignmentListItem),
    list: true,
    compressed: true,
  }),
  mine: defineEndpoint({
    id: 'assignments.mine',
    method: 'GET',
    path: '/api/assignments/user',
    summary: 'Own assignments (SPEC §2.6)',
    access: own,
    audit: { none: 'own records' },
    data: { shows: ['assignments', 'modules'] },
    query: z.strictObject({ ...pageFields, ...anyFilters, ...ownFilters, sort: ownSort }),
    response: z.array(learnerAssignment),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'assignments.get',
    method: 'GET',
    path: '/api/training-assignments/:id',
    summary: 'One assignment with what was seen of its content',
    access: person,
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'modules', 'people'] },
    params: oneAssignment,
    revision: 'answered',
    response: learnerAssignment,
  }),
  setStatus: defineEndpoint({
    id: 'assignments.setStatus',
    method: 'PUT',
    path: '/api/training-assignments/:id/status',
    summary: 'Starts or completes an own assignment; completing is signed (LRN-07, SIG-02)',
    access: own,
    audit: { command: 'assignment.status_changed', record: 'training_assignments' },
    data: { changes: ['assignments', 'certificates'] },
    params: oneAssignment,
    body: z.strictObject({
      status: z.enum(effectiveStatuses),
      signature: signatureGiven.optional(),
      /**
       * Number of the version that the person sees: completing is refused if another one took effect. If it is missing:
       * refused too, if the person has neither started nor opened it since then (MOD-11).
       */
      versionNumber: z.int().min(1).optional(),
      /** Ignored: times come from the database's clock (DI-01). */
      completedAt: z.unknown().optional(),
    }),
    errors: [
      'CLOCK_WRONG',
      'CONTENT_NOT_AVAILABLE',
      'CONTENT_NOT_SEEN',
      'ILLEGAL_STEP',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'SIGNATURE_REQUIRED',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: learnerAssignment,
  }),
  recordCompletion: defineEndpoint({
    id: 'assignments.recordCompletion',
    method: 'POST',
    path: '/api/training-assignments/:id/record-completion',
    summary: 'Records a training of the past for a person, with reason; no signature of that person (SIG-02)',
    access: manage,
    audit: { command: 'assignment.completion_recorded', record: 'training_assignments' },
    data: { changes: ['assignments', 'certificates'] },
    params: oneAssignment,
    body: z.strictObject({
      /** The day of the training, not after today. */
      completedOn: calendarDate,
      score: z.number().min(0).max(100).nullable().optional(),
      reason,
    }),
    errors: ['ILLEGAL_STEP'],
    response: learnerAssignment,
  }),
  update: defineEndpoint({
    id: 'assignments.update',
    method: 'PATCH',
    path: '/api/training-assignments/:id',
    summary: 'Moves the due date of an open assignment, with reason (LRN-06)',
    access: { permission: 'assignments.reschedule' },
    audit: { command: 'assignment.due_date_changed', record: 'training_assignments' },
    data: { changes: ['assignments'] },
    params: oneAssignment,
    body: z.strictObject({ dueDate: calendarDate, reason }),
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: learnerAssignment,
  }),
  removeMany: defineEndpoint({
    id: 'assignments.removeMany',
    method: 'DELETE',
    path: '/api/training-assignments/bulk',
    summary:
      'Voids assignments; completed ones only with a reason, all or nothing; with `preview` says first what stays required (LRN-06, MTX-06)',
    access: manage,
    audit: { command: 'assignment.voided' },
    data: { changes: ['assignments', 'certificates'] },
    body: z.strictObject({
      assignmentIds: z
        .array(bodyId, because('assignments_needed'))
        .min(1, because('assignments_needed'))
        .max(10_000, because('too_many_assignments_at_once', { maximum: 10_000 })),
      reason: reason.optional(),
      /** Only previews the effect; nothing is written, and no reason is needed. */
      preview: z.boolean().default(false),
    }),
    errors: ['REASON_REQUIRED'],
    response: z
      .object({
        preview: z.boolean(),
        /** The number of assignments that this call voids. */
        voided: z.number(),
        assignmentIds: z.array(z.number()),
        /** The chosen assignments that matrices still require: their people are then 'required, not assigned' (MTX-06). */
        stillRequired: z.array(
          z.object({ assignmentId: z.number(), title: z.string(), matrixNames: z.array(z.string()) }),
        ),
      })
      .meta({ id: 'RemovedAssignments' }),
  }),
  assignModule: defineEndpoint({
    id: 'assignments.assignModule',
    method: 'POST',
    path: '/api/training/assign-module',
    summary: 'Assigns one module to one person (MTX-05)',
    access: { permission: 'assignments.assign' },
    tokens: true,
    audit: { command: 'assignment.assigned' },
    data: { changes: ['assignments'] },
    body: z.strictObject({
      userId,
      moduleId: bodyId,
      /** Any real calendar date, past ones too; left out: today and 30 days. */
      dueDate: calendarDate.nullish(),
      /** A new cycle for a person who completed the module; needs a reason. */
      retrain: z.boolean().default(false),
      reason: reason.optional(),
    }),
    errors: ['ALREADY_ASSIGNED', 'NOT_FOUND', 'REASON_REQUIRED'],
    response: learnerAssignment,
    status: 201,
  }),
  onboardingEffect: defineEndpoint({
    id: 'assignments.onboardingEffect',
    method: 'GET',
    path: '/api/training/initiate-onboarding/:userId',
    summary: 'What starting the onboarding would do: all that the job title requires (MTX-07)',
    access: manage,
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'matrices', 'people'] },
    params: oneUser,
    query: z.strictObject({ jobTitle: jobTitleOfOnboarding }),
    response: onboardingEffect,
  }),
  startOnboarding: defineEndpoint({
    id: 'assignments.startOnboarding',
    method: 'POST',
    path: '/api/training/initiate-onboarding/:userId',
    summary: 'Assigns everything that the job title requires, as onboarding (MTX-07)',
    access: manage,
    audit: { command: 'assignment.onboarding_started', record: 'users' },
    data: { changes: ['assignments', 'people'] },
    params: oneUser,
    body: z.strictObject({
      jobTitle: jobTitleOfOnboarding,
      /** From the preview: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
      effectHash: effectHash.optional(),
    }),
    errors: ['EFFECT_CHANGED'],
    response: z
      .object({
        /** The number of new assignments. */
        assignments: z.number(),
        /** Open ones that count for the onboarding from now on. */
        onboardingRequired: z.number(),
        onboardingCompleted: z.boolean(),
      })
      .meta({ id: 'StartedOnboarding' }),
  }),
  progress: defineEndpoint({
    id: 'assignments.progress',
    method: 'POST',
    path: '/api/training-assignments/:id/progress',
    summary: 'Reports what was seen; credited no faster than the clock (VIEW-03, VIEW-05)',
    access: own,
    audit: { command: 'assignment.progressed', record: 'training_assignments', onlyChanges: true },
    data: { changes: ['assignments'] },
    params: oneAssignment,
    body: progressBody,
    errors: ['ILLEGAL_STEP'],
    response: progressAnswer,
    extendsSession: false,
  }),
  employeeAssignments: defineEndpoint({
    id: 'assignments.employeeAssignments',
    method: 'GET',
    path: '/api/employee/:userId/assignments',
    summary: 'Assignments of one person (EMP-01)',
    access: person,
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'modules'] },
    params: oneUser,
    query: z.strictObject({ ...pageFields, ...anyFilters, sort: ownSort }),
    response: z.array(learnerAssignment),
    list: true,
    compressed: true,
  }),
  employeeStats: defineEndpoint({
    id: 'assignments.employeeStats',
    method: 'GET',
    path: '/api/employee/:userId/stats',
    summary: 'Figures of one person (SPEC §2.10)',
    access: person,
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments'] },
    params: oneUser,
    response: personStats,
  }),
  employeeCompletions: defineEndpoint({
    id: 'assignments.employeeCompletions',
    method: 'GET',
    path: '/api/employee/:userId/completions',
    summary: 'Every completion of one person with version and signature, voided ones too (EMP-02)',
    access: person,
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'modules'] },
    params: oneUser,
    query: z.strictObject({ ...pageFields, sort: sortBy(['completedAt', 'moduleTitle', 'id']) }),
    response: z.array(completion),
    list: true,
    compressed: true,
  }),
};
