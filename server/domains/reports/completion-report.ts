import type { Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { reportsContract } from '#shared/contract/reports.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import { tierOf } from '#shared/domain/compliance/tiers.ts';
import type { DB } from '#server/db/db.d.ts';
import { recordValidity } from '#server/domains/assignments/index.ts';
import type { Services } from '#server/platform/services.ts';
import { organizationCounts, reportPage, type OrganizationCounts } from './completion.queries.ts';
import type { ReportScope } from './report-scope.ts';

type Report = ResponseInput<typeof reportsContract.completion>;

/** Returns the tier of completed of assigned; `none` if nothing is assigned (CMP-02, CMP-03). */
export function completionTier(completed: number, total: number) {
  return total === 0 ? ('none' as const) : tierOf(rate(completed, total));
}

/** Sums of all organizations of a report. */
export function reportTotals(organizations: readonly OrganizationCounts[]) {
  const sum = (of: (row: OrganizationCounts) => number) =>
    organizations.reduce((total, row) => total + of(row), 0);
  const totalAssignments = sum((row) => row.totalAssignments);
  return {
    totalUsers: sum((row) => row.totalUsers),
    totalAssignments,
    overallSystemCompletionRate: rate(
      sum((row) => row.completedAssignments),
      totalAssignments,
    ),
  };
}

/**
 * Creates the completion report of SPEC §3 for one page of people (RPT-01). Figures follow the records; where assignments are
 * requested, each completion has its evidence (SIG-04).
 */
export async function completionReport(
  services: Services,
  db: Kysely<DB>,
  scope: ReportScope,
  page: {
    readonly limit: number;
    readonly offset: number;
    readonly sort?: string | undefined;
    readonly include?: 'assignments' | undefined;
  },
): Promise<Report> {
  const [organizations, people] = await Promise.all([
    organizationCounts(db, scope),
    reportPage(db, scope, page),
  ]);
  const recordIds = people.flatMap((person) =>
    (person.assignments ?? []).flatMap(({ recordId }) => recordId ?? []),
  );
  const validity = await recordValidity(services, db, recordIds);
  return {
    reportMetadata: { ...reportTotals(organizations), generatedAt: services.clock.now() },
    organizationSummary: organizations.map((row) => ({
      ...row,
      overallCompletionRate: rate(row.completedAssignments, row.totalAssignments),
      complianceStatus: completionTier(row.completedAssignments, row.totalAssignments),
    })),
    userDetails: people.map((person) => ({
      ...person,
      completionRate: rate(person.completedAssignments, person.totalAssignments),
      complianceStatus: completionTier(person.completedAssignments, person.totalAssignments),
      assignments: person.assignments?.map(({ recordId, ...assignment }) => ({
        ...assignment,
        evidence: recordId === null ? null : (validity.get(recordId) ?? null),
      })),
    })),
  };
}
