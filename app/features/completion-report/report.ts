import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import type { reportsContract } from '#shared/contract/reports.ts';

/** The report as the server answers it (SPEC §3). */
export type Report = ResponseOf<typeof reportsContract.completion>;
/** One organization of the report. */
export type ReportOrganization = Report['organizationSummary'][number];
/** One person of the report. */
export type ReportPerson = Report['userDetails'][number];
/** One assignment of a person. */
export type ReportAssignment = NonNullable<ReportPerson['assignments']>[number];
/** What a report is narrowed to. */
export type ReportFilter = Pick<QueryInput<typeof reportsContract.completion>, 'asOf' | 'moduleId' | 'team'>;
/** How an assignment stands. */
export type ReportStatus = ReportAssignment['status'];

/** The rate for a tier badge: null where nothing is assigned (CMP-03: 'No data'). */
export function shownRate(completionRate: number, total: number): number | null {
  return total === 0 ? null : completionRate;
}

/** A person's name as it is in lists; the email where there is none. */
export function nameOf(person: ReportPerson): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}
