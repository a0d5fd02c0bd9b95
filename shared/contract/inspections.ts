import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  instant,
  organizationName,
  pagingFields,
  pathId,
  personName,
  reason,
  reasonBody,
  recordId,
  requiredLine,
  requiredText,
  userId,
} from '#shared/contract/common.ts';
import { eventId, trailPage } from '#shared/contract/audit-trail.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { inspectionSight } from '#shared/contract/current-user.ts';
import { inspectionSights } from '#shared/domain/access/permissions.ts';
import { inspectionStates } from '#shared/domain/inspections/state.ts';
import { because } from '#shared/reasons/in-schema.ts';

const managers = { permission: 'inspections.manage' } as const;
const viewers = { permission: 'inspections.view' } as const;
const one = z.strictObject({ id: pathId });
const purpose = requiredText(2000, because('inspection_purpose_needed'));
const accounts = z.array(userId).min(1, because('inspection_accounts_needed')).max(50);
const sees = z.array(inspectionSight).max(inspectionSights.length);

const state = z.enum(inspectionStates).meta({ id: 'InspectionState' });

const summary = {
  id: z.int(),
  title: z.string(),
  state,
  fromDay: calendarDate,
  toDay: calendarDate,
  organizations: z.array(organizationName),
  sees: z.array(inspectionSight),
  openedAt: instant,
  openedByName: z.string(),
  closedAt: instant.nullable(),
  closedByName: z.string().nullable(),
  /** Requests without an answer. */
  openRequests: z.int(),
};

const request = z
  .object({
    id: z.int(),
    request: z.string(),
    requestedBy: personName,
    requestedAt: instant,
    answer: z.string().nullable(),
    /** The page of the product that the answer refers to. */
    answerPath: z.string().nullable(),
    answeredByName: z.string().nullable(),
    answeredAt: instant.nullable(),
  })
  .meta({ id: 'InspectionRequest' });

const requestText = requiredText(2000, because('inspection_request_needed'));

/** A page of this product: a path below the origin, never another site. */
const ownPath = z
  .string()
  .max(500, because('too_long', { maximum: 500 }))
  .regex(/^(?:\/(?![/\\])[^\s\\]*)?$/, because('inspection_not_own_path'));

/** Inspections: the people, their records and days, the records that they opened, and their requests (INS-01). */
export const inspectionsContract = {
  list: defineEndpoint({
    id: 'inspections.list',
    method: 'GET',
    path: '/api/inspections',
    summary: 'Inspections, the newest first; inspectors see their own while it is open',
    access: viewers,
    audit: { none: 'names, days and numbers' },
    data: { shows: ['inspections', 'organizations'] },
    query: z.strictObject({ ...pagingFields, state: state.optional() }),
    list: true,
    compressed: true,
    response: z.array(z.object(summary).meta({ id: 'InspectionRow' })),
  }),
  get: defineEndpoint({
    id: 'inspections.get',
    method: 'GET',
    path: '/api/inspections/:id',
    summary:
      'One inspection with its purpose and its inspectors; an inspector sees their own while it is open',
    access: viewers,
    audit: { none: 'what the reader was told when it was opened' },
    data: { shows: ['inspections', 'organizations', 'grants'] },
    params: one,
    response: z
      .object({
        ...summary,
        purpose: z.string(),
        closingReason: z.string().nullable(),
        inspectors: z.array(
          z
            .object({
              id: z.string(),
              name: z.string(),
              email: z.string(),
              /** Whether the account still has the access of this inspection, or will have it on its days. */
              isAdmitted: z.boolean(),
            })
            .meta({ id: 'InspectionInspector' }),
        ),
      })
      .meta({ id: 'Inspection' }),
  }),
  open: defineEndpoint({
    id: 'inspections.open',
    method: 'POST',
    path: '/api/inspections',
    summary: 'Open an inspection: its inspectors have access to its organizations on its days',
    access: managers,
    stepUp: true,
    audit: { command: 'inspection.opened' },
    data: { changes: ['inspections', 'grants', 'people'] },
    body: z.strictObject({
      title: requiredLine(200, because('inspection_title_needed')),
      purpose,
      organizationIds: z.array(bodyId).min(1, because('inspection_organizations_needed')).max(50),
      fromDay: calendarDate,
      toDay: calendarDate,
      userIds: accounts,
      /** The records that they may see in addition to training records; none unless chosen. */
      sees: sees.default([]),
    }),
    response: recordId,
    status: 201,
  }),
  change: defineEndpoint({
    id: 'inspections.change',
    method: 'PUT',
    path: '/api/inspections/:id',
    summary:
      'Change the last day, the inspectors and what they may see of an inspection that is not closed, with a reason',
    access: managers,
    stepUp: true,
    audit: { command: 'inspection.changed', record: 'inspections' },
    data: { changes: ['inspections', 'grants', 'people'] },
    params: one,
    body: z.strictObject({ toDay: calendarDate, userIds: accounts, sees, reason }),
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
  close: defineEndpoint({
    id: 'inspections.close',
    method: 'POST',
    path: '/api/inspections/:id/close',
    summary: 'Close an inspection: the access of its inspectors ends at once',
    access: managers,
    stepUp: true,
    audit: { command: 'inspection.closed', record: 'inspections' },
    data: { changes: ['inspections', 'grants', 'people'] },
    params: one,
    body: reasonBody,
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
  requests: defineEndpoint({
    id: 'inspections.requests',
    method: 'GET',
    path: '/api/inspections/:id/requests',
    summary: 'Requests of an inspection with their answers, the newest first',
    access: viewers,
    audit: { none: 'what the reader put or answers' },
    data: { shows: ['inspections'] },
    params: one,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Requests older than this one; from `next` of the page before. */
      before: pathId.optional(),
    }),
    compressed: true,
    response: z
      .object({ rows: z.array(request), next: z.int().nullable() })
      .meta({ id: 'InspectionRequests' }),
  }),
  request: defineEndpoint({
    id: 'inspections.request',
    method: 'POST',
    path: '/api/inspections/:id/requests',
    summary: 'Put a request to the host of the own open inspection',
    access: { permission: 'inspections.request' },
    audit: { command: 'inspection.requested', record: 'inspections' },
    data: { changes: ['inspections'] },
    params: one,
    body: z.strictObject({ request: requestText }),
    response: recordId,
    status: 201,
  }),
  answer: defineEndpoint({
    id: 'inspections.answer',
    method: 'PUT',
    path: '/api/inspections/:id/requests/:requestId/answer',
    summary: 'Answer a request of an inspection that is not closed; an answer stays as it is',
    access: managers,
    audit: { command: 'inspection.answered', record: 'inspections' },
    data: { changes: ['inspections'] },
    params: z.strictObject({ id: pathId, requestId: pathId }),
    body: z.strictObject({
      answer: requiredText(4000, because('inspection_answer_needed')),
      path: ownPath.optional(),
    }),
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
  opened: defineEndpoint({
    id: 'inspections.opened',
    method: 'GET',
    path: '/api/inspections/:id/opened',
    summary:
      'What was opened and taken in an inspection, from the audit trail, the newest first; inspectors see what they did themselves',
    access: viewers,
    audit: { none: 'what the reader did, or what administrators see in the audit trail too' },
    data: { none: 'every visit reads it anew' },
    params: one,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Events older than this one; from `next` of the page before. */
      before: eventId.optional(),
    }),
    compressed: true,
    response: trailPage,
  }),
};
