import { z } from 'zod';
import { because } from '#shared/reasons/in-schema.ts';
import { calendarDate, instant, pageFields, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { instantGiven, paperFields } from '#shared/contract/paper-fields.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { complianceGroups, reminderStatuses } from '#shared/domain/compliance/figures.ts';
import { compliancePeriods } from '#shared/domain/compliance/periods.ts';
import { tiers } from '#shared/domain/compliance/tiers.ts';

const access = { permission: 'dashboard.view' } as const;
const count = z.int().min(0);
const rate = z.number().min(0).max(100);

/** Figures of a group of people (CMP-03): rates and counts but `totalUsers` are of active people. */
const figures = {
  totalUsers: count,
  activeUsers: count,
  /** Active people by group; each is in exactly one. */
  groups: z
    .object({ overdue: count, onTrack: count, complete: count, nothingRequired: count })
    .meta({ id: 'PeopleByGroup' }),
  /** People on track who have never signed in. */
  neverSignedIn: count,
  /** People who are complete or on track. */
  compliantUsers: count,
  /** People with something required that is overdue or expired. */
  overdueCount: count,
  /** People on track. */
  pendingCount: count,
  /** People with required training that is due today or was due: the basis of `complianceRate`. */
  duePeople: count,
  /** People not overdue of `duePeople`; 0 without any. */
  complianceRate: rate,
  completionRate: rate,
  /** The tier of `complianceRate`; null without `duePeople`: 'On track', or 'No data' if nothing is assigned. */
  tier: z.enum(tiers).nullable(),
  /** Whether anything is assigned. */
  hasData: z.boolean(),
};

/** A department below its organization; id and name are null for people in none. */
const department = z
  .object({ id: z.int().nullable(), name: z.string().nullable(), ...figures })
  .meta({ id: 'ComplianceDepartment' });

/** A person of the lists behind the figures (SPEC §3 riskUsers). */
const person = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    organization: z.string().nullable(),
    department: z.string().nullable(),
    role: z.enum(roles),
    isActive: z.boolean(),
    /** Away on that day (USR-10). */
    isAway: z.boolean(),
    status: z.enum(reminderStatuses),
    group: z.enum(complianceGroups),
    overdueCount: count,
    expiredCount: count,
    pendingCount: count,
    lastActivity: instant.nullable(),
  })
  .meta({ id: 'PersonBehind' });

/** The figures at the start of a day; rates are null if nothing was due or assigned. */
const trendPoint = z
  .object({
    day: calendarDate,
    complianceRate: rate.nullable(),
    completionRate: rate.nullable(),
    overdueCount: count,
  })
  .meta({ id: 'TrendPoint' });

/**
 * The groups of people that can be listed (CMP-03). `compliant` people are complete or on track; `pending` people are on track.
 */
export const listedStates = [
  'all',
  'compliant',
  'overdue',
  'pending',
  'complete',
  'nothing_required',
  'never_signed_in',
] as const;

const organization = z.union([z.literal('all'), pathId]).default('all');
const period = z.enum(compliancePeriods).default('30d');
/** Only this module: figures of the people who have it assigned. The trend is of all modules and left out. */
const moduleId = pathId.optional();
/** The state of the records at the end of that day in each organization's zone; today or missing: now (RPT-04). */
const asOf = calendarDate.optional();

/** The calls of the compliance dashboard (SPEC §2.13, CMP-01). */
export const complianceContract = {
  metrics: defineEndpoint({
    id: 'compliance.metrics',
    method: 'GET',
    path: '/api/compliance/metrics',
    summary:
      'Figures of compliance now or as of a day, by organization and role, who is most overdue, and the trend',
    access,
    compressed: true,
    audit: {
      none: 'figures of groups; who is most overdue is a list within the reach',
      inspected: { action: 'inspection.figuresViewed', record: 'reports' },
    },
    data: { shows: ['assignments', 'people', 'organizations', 'departments'] },
    query: z.strictObject({ organization, period, moduleId, asOf }),
    errors: ['NOT_FOUND', 'PREPARING'],
    response: z
      .object({
        overall: z.object({
          ...figures,
          overdue: count,
          pending: count,
          /** Active people who are away. They stay in their groups, so that no rate changes when people leave or return (USR-10). */
          away: count,
          /** The people who are away and in the group `overdue`. */
          awayOverdue: count,
        }),
        byOrganization: z.array(
          z.object({
            /** Null for people without an organization. */
            id: z.int().nullable(),
            name: z.string().nullable(),
            ...figures,
            departments: z.array(department),
          }),
        ),
        byRole: z.array(z.object({ role: z.enum(roles), ...figures })),
        riskUsers: z.array(person),
        trend: z.object({
          /** The figures at the start of each day of the period, then the current ones of today; days without people are left out. */
          points: z.array(trendPoint),
          /** From the start of the period to now; null if the figures of its start are not known. */
          change: z
            .object({ since: calendarDate, complianceRate: z.number(), overdueCount: z.int() })
            .nullable(),
        }),
      })
      .meta({ id: 'ComplianceMetrics' }),
  }),
  people: defineEndpoint({
    id: 'compliance.people',
    method: 'GET',
    path: '/api/compliance/people',
    summary:
      'The people behind a figure of compliance; overdue ones with the most that is overdue or expired first',
    access,
    audit: {
      none: 'a list within the reach; opening a person is recorded',
      inspected: { action: 'inspection.peopleListed', record: 'reports' },
    },
    data: { shows: ['assignments', 'people', 'organizations', 'departments'] },
    query: z.strictObject({
      limit: pageFields.limit,
      offset: pageFields.offset,
      /** `none`: people without an organization. */
      organization: z.union([z.enum(['all', 'none']), pathId]).default('all'),
      /** `none`: people of that organization in no department. */
      departmentId: z.union([z.literal('none'), pathId]).optional(),
      role: z.enum(roles).optional(),
      state: z.enum(listedStates).default('all'),
      moduleId,
      asOf,
    }),
    list: true,
    compressed: true,
    errors: ['NOT_FOUND', 'PREPARING'],
    response: z.array(person),
  }),
  export: defineEndpoint({
    id: 'compliance.export',
    method: 'GET',
    path: '/api/compliance/export',
    summary: 'What the compliance dashboard shows as CSV, as of a day or an instant (INS-03)',
    access,
    audit: { access: 'report.exported' },
    data: { none: 'a download' },
    query: z.strictObject({
      organization,
      period,
      moduleId,
      asOf: z.union([calendarDate, instantGiven], { error: because('not_an_instant') }).optional(),
      timeZone: paperFields.timeZone,
    }),
    raw: 'text/csv',
    compressed: true,
    errors: ['NOT_FOUND', 'PREPARING', 'TIMEOUT'],
    response: z.undefined(),
  }),
};
