import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import type { reportsContract } from '#shared/contract/reports.ts';

/** The report as the server returns it (SPEC §3). */
export type Report = ResponseOf<typeof reportsContract.completion>;
/** One organization of the report. */
export type ReportOrganization = Report['organizationSummary'][number];
/** One person of the report. */
export type ReportPerson = Report['userDetails'][number];
/** One assignment of a person. */
export type ReportAssignment = NonNullable<ReportPerson['assignments']>[number];
/** The filters of a report. */
export type ReportFilter = Pick<QueryInput<typeof reportsContract.completion>, 'asOf' | 'moduleId' | 'team'>;
/** The status of an assignment. */
export type ReportStatus = ReportAssignment['status'];

/** Returns the rate for a tier badge: null if nothing is assigned (CMP-03: 'No data'). */
export function shownRate(completionRate: number, total: number): number | null {
  return total === 0 ? null : completionRate;
}

/** Returns a person's name as shown in lists; the email if there is no name. */
export function nameOf(person: ReportPerson): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}
