import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import {
  addSums,
  complianceRateOf,
  figuresOfSums,
  type GroupSums,
} from '#shared/domain/compliance/figures.ts';
import { trendDays, type CompliancePeriod } from '#shared/domain/compliance/periods.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import { tierOf } from '#shared/domain/compliance/tiers.ts';
import type { DB } from '#server/db/db.d.ts';
import { figureDays, type FigureDay, type GroupRow } from '#server/domains/assignments/index.ts';
import { findPlaces, type Places } from '../place-names.ts';
import { awayFigures, requestedFigures } from '../report-figures.ts';
import type { ReportScope } from '../report-scope.ts';
import { compliancePeople } from './people.queries.ts';

/** How many of the most overdue people the dashboard itself shows. */
const riskUsersShown = 10;

/** The filters of the dashboard (SPEC §2.13). */
export interface ComplianceQuery {
  readonly organization: 'all' | number;
  readonly period: CompliancePeriod;
}

/** The reader's reach and the day of the dashboard: now, or the records as of then (RPT-04). */
export type ComplianceScope = Pick<ReportScope, 'reach' | 'asOf' | 'isKept' | 'moduleId'>;

/** Returns a group's figures as the wire has them (SPEC §3, CMP-03). */
export function shownFigures(sums: GroupSums) {
  const figures = figuresOfSums(sums);
  return {
    totalUsers: figures.totalUsers,
    activeUsers: figures.activeUsers,
    groups: figures.groups,
    neverSignedIn: figures.neverSignedIn,
    compliantUsers: figures.compliantUsers,
    overdueCount: figures.overdueUsers,
    pendingCount: figures.pendingUsers,
    duePeople: figures.duePeople,
    complianceRate: figures.complianceRate,
    completionRate: figures.completionRate,
    tier: figures.duePeople > 0 ? tierOf(figures.complianceRate) : null,
    hasData: figures.hasData,
  };
}

/** Compares by name. Entries without a name come last. */
export function byName(a: { readonly name: string | null }, b: { readonly name: string | null }): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
  return a.name.localeCompare(b.name, 'en');
}

/** Figures of organizations with their departments from the sums by both (SPEC §3). */
function organizationsOf(rows: readonly GroupRow[], names: Places) {
  const departmentsOf = (members: readonly GroupRow[]) =>
    [...Map.groupBy(members, (row) => row.departmentId)]
      .map(([id, sums]) => ({
        id,
        name: id === null ? null : (names.departments.get(id) ?? null),
        ...shownFigures(addSums(sums)),
      }))
      .toSorted(byName);
  return [...Map.groupBy(rows, (row) => row.organizationId)]
    .map(([id, members]) => ({
      id,
      name: id === null ? null : (names.organizations.get(id) ?? null),
      ...shownFigures(addSums(members)),
      departments: id === null ? [] : departmentsOf(members),
    }))
    .toSorted(byName);
}

const pointOf = ({ day, ...sums }: FigureDay) => ({
  day,
  complianceRate: complianceRateOf(sums),
  completionRate: sums.total > 0 ? rate(sums.completed, sums.total) : null,
  overdueCount: sums.overduePeople,
});

/**
 * Returns the figures at the start of each day of the period, and the present ones, which are compared with the first day
 * (CMP-01).
 */
function trendOf(wanted: readonly string[], known: readonly FigureDay[], today: string, now: GroupSums) {
  const last = pointOf({ day: today, ...now });
  const points = known.map(pointOf);
  const begin = points.find(({ day }) => day === wanted[0]);
  const [before, after] = [begin?.complianceRate ?? null, last.complianceRate];
  return {
    points: now.active > 0 ? [...points, last] : points,
    change:
      begin && before !== null && after !== null
        ? {
            since: begin.day,
            complianceRate: Math.round((after - before) * 10) / 10,
            overdueCount: last.overdueCount - begin.overdueCount,
          }
        : null,
  };
}

/**
 * Returns the compliance dashboard (SPEC §2.13, §3; CMP-01…03, RPT-04). For every period, all figures except the trend are
 * current, or as of the end of the requested day. Throws NOT_FOUND for an organization outside the reach.
 */
export async function complianceMetrics(
  db: Kysely<DB>,
  dashboard: ComplianceScope,
  { organization, period }: ComplianceQuery,
) {
  const { reach, asOf, moduleId } = dashboard;
  const scope = { ...dashboard, org: organization };
  const trendRead = async () => {
    const places = await findPlaces(db, reach, asOf);
    if (organization !== 'all' && !places.organizations.has(organization)) throw new AppError('NOT_FOUND');
    const today = places.todayOf(organization);
    const wanted = trendDays(period, today);
    return {
      places,
      today,
      wanted,
      known: moduleId === undefined ? await figureDays(db, scope, wanted) : [],
    };
  };
  const [{ places, today, wanted, known }, rows, riskUsers, away] = await Promise.all([
    trendRead(),
    requestedFigures(db, scope, ['organization', 'department', 'role']),
    compliancePeople(db, { scope, state: 'overdue', limit: riskUsersShown, offset: 0 }),
    awayFigures(db, scope),
  ]);
  const all = addSums(rows);
  const overall = shownFigures(all);
  return {
    overall: { ...overall, overdue: overall.overdueCount, pending: overall.pendingCount, ...away },
    byOrganization: organizationsOf(rows, places),
    byRole: roles.flatMap((role) => {
      const members = rows.filter((row) => row.role === role);
      return members.length > 0 ? [{ role, ...shownFigures(addSums(members)) }] : [];
    }),
    riskUsers: [...riskUsers],
    // Past days are stored for all modules together.
    trend: moduleId === undefined ? trendOf(wanted, known, today, all) : { points: [], change: null },
  };
}
