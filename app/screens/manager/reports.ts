import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { teamContract } from '#shared/contract/team.ts';
import { nameOf } from '#app/features/people/people.ts';

/** A direct report as the dashboard returns it (SPEC §3). */
export type DirectReport = ResponseOf<typeof teamContract.stats>['directReports'][number];

/** The filters of the direct reports. */
export const reportFilters = ['all', 'overdue', 'inactive'] as const;
/** One of {@link reportFilters}. */
export type ReportFilter = (typeof reportFilters)[number];

/** Returns whether a direct report matches a filter; inactive people are never behind (CMP-03). */
export function isUnder(person: DirectReport, filter: ReportFilter): boolean {
  if (filter === 'inactive') return !person.isActive;
  return filter === 'all' || (person.isActive && person.group === 'overdue');
}

/** Returns the rate for figures and tier: null if nothing is assigned (CMP-03: 'No data'). */
export const rateOf = (person: DirectReport): number | null =>
  person.totalAssignments === 0 ? null : person.completionRate;

/** Trainings that are overdue or expired. */
const lateCount = ({ overdueAssignments, expiredAssignments }: DirectReport): number =>
  overdueAssignments + expiredAssignments;

const byName = (one: DirectReport, other: DirectReport): number =>
  nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true });

const orders: Readonly<Record<string, (one: DirectReport, other: DirectReport) => number>> = {
  name: byName,
  role: (one, other) => one.role.localeCompare(other.role),
  completed: (one, other) => one.completedAssignments - other.completedAssignments,
  overdue: (one, other) => lateCount(one) - lateCount(other),
  // People without data come last.
  rate: (one, other) => (rateOf(one) ?? 101) - (rateOf(other) ?? 101),
};

/** Returns the people who match a filter and a search, in the order of the address: by a column, '-' before it for descending. */
export function chosenReports(
  people: readonly DirectReport[],
  { show, q, sort }: { readonly show: ReportFilter; readonly q: string; readonly sort: string },
): readonly DirectReport[] {
  const wanted = q.trim().toLowerCase();
  const order = orders[sort.replace(/^-/, '')] ?? byName;
  const sign = sort.startsWith('-') ? -1 : 1;
  return people
    .filter(
      (person) =>
        isUnder(person, show) &&
        `${nameOf(person)} ${person.email} ${person.jobTitle ?? ''}`.toLowerCase().includes(wanted),
    )
    .toSorted((one, other) => sign * order(one, other) || byName(one, other));
}
