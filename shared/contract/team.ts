import { z } from 'zod';
import { flag, givenDate, pageFields, sortBy, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { complianceGroups, reminderStatuses } from '#shared/domain/compliance/figures.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';

const team = { permission: 'team.view' } as const;
const oneManager = z.strictObject({ id: userId });

const whoFields = {
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  jobTitle: z.string().nullable(),
  role: z.enum(roles),
  profileImageUrl: z.string().nullable(),
  isActive: z.boolean(),
  /** Away today (USR-10). */
  isAway: z.boolean(),
};

/** A direct report on the manager dashboard (SPEC §3 'Manager dashboard stats'). */
const directReport = z
  .object({
    ...whoFields,
    completedAssignments: z.number(),
    totalAssignments: z.number(),
    overdueAssignments: z.number(),
    expiredAssignments: z.number(),
    group: z.enum(complianceGroups),
    /** Percent with one decimal (CMP-03). */
    completionRate: z.number(),
  })
  .meta({ id: 'DirectReport' });

/** The manager dashboard (MGR-01): direct reports only; rates count active people (CMP-03). */
const managerStats = z
  .object({
    totalDirectReports: z.number(),
    /** Active direct reports in the group `overdue`: something required is overdue or expired. */
    nonComplianceCount: z.number(),
    completedTrainings: z.number(),
    /** Percent with one decimal. */
    overallCompletionRate: z.number(),
    directReports: z.array(directReport),
  })
  .meta({ id: 'ManagerStats' });

/** A direct or indirect report in the tree of a team (MGR-02). */
const teamMember = z
  .object({
    ...whoFields,
    organizationName: z.string().nullable(),
    departmentName: z.string().nullable(),
    /** The person's manager: the manager of the team, or a member of it. */
    managerId: z.string(),
    displayStatus: z.enum(displayStatuses),
    hasSignedIn: z.boolean(),
    status: z.enum(reminderStatuses),
    group: z.enum(complianceGroups),
    completedAssignments: z.number(),
    totalAssignments: z.number(),
    overdueAssignments: z.number(),
    expiredAssignments: z.number(),
    /** The earliest due date of the open trainings. */
    nextDueDate: givenDate.nullable(),
    /** Today in the person's zone: the day with which due dates are compared. */
    today: givenDate,
  })
  .meta({ id: 'TeamMember' });

/** The view of managers on the people who report to them (MGR-01, MGR-02). */
export const teamContract = {
  stats: defineEndpoint({
    id: 'team.stats',
    method: 'GET',
    path: '/api/manager/:id/dashboard-stats',
    summary: 'Figures of the direct reports of a manager (MGR-01)',
    access: team,
    audit: { none: 'figures' },
    data: { shows: ['people', 'assignments'] },
    params: oneManager,
    response: managerStats,
  }),
  directReports: defineEndpoint({
    id: 'team.directReports',
    method: 'GET',
    path: '/api/manager/:id/direct-reports',
    summary: 'Direct reports of a manager with their completion (MGR-01)',
    access: team,
    audit: { none: 'a list of names that the manager works with' },
    data: { shows: ['people', 'assignments'] },
    params: oneManager,
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'completionRate']),
      includeInactive: flag.optional(),
    }),
    response: z.array(directReport),
    list: true,
    compressed: true,
  }),
  tree: defineEndpoint({
    id: 'team.tree',
    method: 'GET',
    path: '/api/manager/:id/team',
    summary: 'All direct and indirect reports of a manager, each with its own manager and status (MGR-02)',
    access: team,
    compressed: true,
    audit: { none: 'a list of names that the manager works with' },
    data: { shows: ['people', 'assignments'] },
    params: oneManager,
    response: z.object({ people: z.array(teamMember) }).meta({ id: 'TeamTree' }),
  }),
};
