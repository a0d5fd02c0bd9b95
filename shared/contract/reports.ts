import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { calendarDate, flag, instant, pageFields, pathId, sortBy, userId } from '#shared/contract/common.ts';
import { listedStatuses } from '#shared/domain/assignments/status.ts';
import { signatureManifest, signatureReasonCode, signatureStates } from '#shared/contract/signatures.ts';
import { reportFormats } from '#shared/domain/reports/export-name.ts';
import { completionTime, versionsAndMove } from '#shared/contract/assignment-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { instantGiven, paperFields } from '#shared/contract/paper-fields.ts';

const rate = z.number().min(0).max(100);
const count = z.int().min(0);

/** Tier of a rate (CMP-02); `none` if nothing is assigned (CMP-03: 'No data'). */
const reportTier = z
  .enum(['excellent', 'good', 'needs_improvement', 'critical', 'none'])
  .meta({ id: 'ReportTier' });

/** One assignment in the report (SPEC §3 completion report response), with the state of its signature (SIG-04). */
const reportAssignment = z
  .object({
    id: z.int(),
    moduleId: z.int(),
    moduleTitle: z.string(),
    status: z.enum(listedStatuses),
    assignedDate: instant,
    dueDate: calendarDate.nullable(),
    completedDate: instant.nullable(),
    ...completionTime,
    ...versionsAndMove,
    score: z.number().nullable(),
    /** Null while there is no completion. */
    evidence: z
      .object({
        state: z.enum(signatureStates),
        /** There is a signature, and the signed content is unchanged. */
        valid: z.boolean(),
        /** English sentence of why it is not valid; null when valid or not signed (SIG-04). */
        reason: z.string().nullable(),
        /** The same as a stable code. */
        reasonCode: signatureReasonCode.nullable(),
        /** Null for a completion without a signature: self-attested, or recorded afterwards. */
        signature: signatureManifest.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ReportAssignment' });

/** `all`, an organization's id, or `none`: people without one. */
const organizationFilter = z.union([z.enum(['all', 'none']), pathId]).default('all');

/** The filters of the report (SPEC §2.12). */
export const completionFilter = {
  org: organizationFilter,
  /** A department's id, or `none`: people without one. */
  departmentId: z.union([z.literal('none'), pathId]).optional(),
  userId: userId.optional(),
  q: pageFields.q,
  /** Only this module, and only people who have it assigned. */
  moduleId: pathId.optional(),
  /** `true`: only the caller's direct and indirect reports (MGR-03). */
  team: flag.optional(),
  /** The state of the records at the end of that day in each organization's zone; today or missing: now (RPT-04). */
  asOf: calendarDate.optional(),
};

/** The calls of the completion report (RPT-01, RPT-02). */
export const reportsContract = {
  completion: defineEndpoint({
    id: 'reports.completion',
    method: 'GET',
    path: '/api/reports/completion',
    summary:
      'The completion report: summary, organizations, people; their assignments where they are asked for',
    access: { permission: 'reports.view' },
    // Recorded if it names one person; a list within the reach is not.
    audit: { access: 'training_file.read' },
    data: { shows: ['assignments', 'people', 'organizations', 'departments'] },
    query: z.strictObject({
      ...pageFields,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      ...completionFilter,
      sort: sortBy(['name', 'organization', 'completionRate', 'overdue', 'expired', 'lastActivity']),
      /** `assignments`: each person with their assignments and the evidence of each completion. */
      include: z.enum(['assignments']).optional(),
    }),
    list: true,
    compressed: true,
    errors: ['PREPARING'],
    response: z
      .object({
        reportMetadata: z.object({
          totalUsers: count,
          totalAssignments: count,
          overallSystemCompletionRate: rate,
          generatedAt: instant,
        }),
        organizationSummary: z.array(
          z.object({
            orgId: z.int().nullable(),
            orgName: z.string().nullable(),
            totalUsers: count,
            activeUsers: count,
            completedAssignments: count,
            totalAssignments: count,
            overdueAssignments: count,
            /** Modules whose last completion has expired, whether or not a renewal is open. */
            expiredAssignments: count,
            overallCompletionRate: rate,
            complianceStatus: reportTier,
            /** Days between assignment and completion; null while nothing is completed. */
            averageCompletionTime: z.number().nullable(),
          }),
        ),
        userDetails: z.array(
          z.object({
            userId: z.string(),
            firstName: z.string(),
            lastName: z.string(),
            email: z.string(),
            jobTitle: z.string().nullable(),
            departmentName: z.string().nullable(),
            organizationName: z.string().nullable(),
            isActive: z.boolean(),
            completionRate: rate,
            complianceStatus: reportTier,
            lastActivity: instant.nullable(),
            completedAssignments: count,
            inProgressAssignments: count,
            overdueAssignments: count,
            /** Modules whose last completion has expired. */
            expiredAssignments: count,
            totalAssignments: count,
            /** Only if `include` requests them. */
            assignments: z.array(reportAssignment).optional(),
          }),
        ),
      })
      .meta({ id: 'CompletionReport' }),
  }),
  completionExport: defineEndpoint({
    id: 'reports.completionExport',
    method: 'GET',
    path: '/api/reports/completion/export',
    summary: 'The completion report as CSV, XLSX or PDF, streamed',
    access: { permission: 'reports.view' },
    audit: { access: 'report.exported' },
    data: { none: 'a download' },
    query: z.strictObject({
      format: z.enum(reportFormats),
      ...completionFilter,
      ...paperFields,
      asOf: z.union([calendarDate, instantGiven]).optional(),
    }),
    raw: 'text/csv',
    compressed: true,
    errors: ['CONFLICT', 'TIMEOUT'],
    response: z.undefined(),
  }),
  trainingFile: defineEndpoint({
    id: 'reports.trainingFile',
    method: 'GET',
    path: '/api/employee/:userId/training-file.pdf',
    summary:
      'The training file of one person as PDF: assignments, completions with signature, certificates; or a certified copy of one completion (EMP-02)',
    access: { permission: 'people.view' },
    audit: { access: 'training_file.exported' },
    data: { none: 'a download' },
    params: z.strictObject({ userId }),
    query: z.strictObject({
      ...paperFields,
      /** An instant, or the end of a day in the zone of the person's organization. */
      asOf: z.union([calendarDate, instantGiven], { error: because('not_an_instant') }).optional(),
      /** Only this completion, by the id of its record: a certified copy of it. */
      record: pathId.optional(),
    }),
    errors: ['TIMEOUT'],
    raw: 'application/pdf',
    response: z.undefined(),
  }),
};
