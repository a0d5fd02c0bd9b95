import { z } from 'zod';
import { instant, pagingFields } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { tiers } from '#shared/domain/compliance/tiers.ts';

const access = { permission: 'dashboard.view' } as const;
const count = z.int().min(0);
const rate = z.number().min(0).max(100);

/** Tier of a completion rate (CMP-02); null if nothing is assigned: 'No data' (CMP-03). */
const complianceStatus = z.enum(tiers).nullable();

/** The events on the dashboard, with their color (SPEC §3 Activity). */
export const activityColors = { upload: 'primary', completion: 'green', overdue: 'yellow' } as const;

/** The calls of the Training Dashboard (SPEC §2.4, §3; DASH-01). */
export const dashboardContract = {
  stats: defineEndpoint({
    id: 'dashboard.stats',
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'The stat cards of the Training Dashboard; all but totalUsers are of active people',
    access,
    audit: { none: 'figures of groups' },
    data: { shows: ['assignments', 'modules', 'people'] },
    response: z
      .object({
        totalUsers: count,
        activeUsers: count,
        completedTrainings: count,
        /** People on track: with open required training or without any sign-in, and with nothing overdue or expired (CMP-03). */
        pendingUsers: count,
        /** Assignments that are overdue. */
        overdueTrainings: count,
        /** Modules whose last completion has expired, whether or not a renewal is open. */
        expiredTrainings: count,
        /** People with something required that is overdue or expired. */
        overdueUsers: count,
        overallCompletionRate: rate,
        complianceStatus,
      })
      .meta({ id: 'DashboardStats' }),
  }),
  organizations: defineEndpoint({
    id: 'dashboard.organizations',
    method: 'GET',
    path: '/api/dashboard/organizations',
    summary: 'Each organization with its figures and departments (SPEC §3 Organization summary), by name',
    access,
    audit: { none: 'figures of groups' },
    data: { shows: ['assignments', 'people', 'organizations'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(
      z
        .object({
          /** Null for people without an organization. */
          orgId: z.int().nullable(),
          orgName: z.string().nullable(),
          complianceStatus,
          overallCompletionRate: rate,
          totalUsers: count,
          activeUsers: count,
          pendingUsers: count,
          /** People with something required that is overdue or expired. */
          overdueCount: count,
          departments: z.array(
            z.object({
              /** Null for people in no department. */
              deptId: z.int().nullable(),
              deptName: z.string().nullable(),
              completionRate: rate,
              complianceStatus,
            }),
          ),
        })
        .meta({ id: 'DashboardOrganization' }),
    ),
  }),
  recentActivity: defineEndpoint({
    id: 'dashboard.recentActivity',
    method: 'GET',
    path: '/api/dashboard/recent-activity',
    summary:
      'What happened last: trainings published, completed and become overdue (SPEC §3 Activity), at most one hundred of each kind',
    access,
    audit: {
      none: 'names and titles within the reach; opening a person is recorded',
      inspected: { action: 'inspection.figuresViewed', record: 'reports' },
    },
    data: { shows: ['assignments', 'modules', 'people'] },
    query: z.strictObject({ ...pagingFields, limit: pagingFields.limit.default(10) }),
    list: true,
    compressed: true,
    response: z.array(
      z
        .object({
          id: z.string(),
          type: z.enum(['upload', 'completion', 'overdue']),
          color: z.enum(['primary', 'green', 'yellow']),
          /** In the language of the reader. */
          description: z.string(),
          timestamp: instant,
          /** The person whom the entry concerns; null for a training. */
          userId: z.string().nullable(),
          moduleId: z.int(),
          moduleTitle: z.string(),
        })
        .meta({ id: 'RecentActivity' }),
    ),
  }),
};
