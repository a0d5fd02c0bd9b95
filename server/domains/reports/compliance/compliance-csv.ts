import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { csvLine } from '#shared/domain/reports/csv.ts';
import type { complianceMetrics, shownFigures } from './compliance.ts';

type Metrics = Awaited<ReturnType<typeof complianceMetrics>>;
type Figures = ReturnType<typeof shownFigures>;

/** Columns of the export: names for machines, the same in every language. */
export const complianceColumns = [
  'kind',
  'organization',
  'department',
  'role',
  'name',
  'email',
  'day',
  'total_users',
  'active_users',
  'compliant_users',
  'overdue',
  'pending',
  'complete',
  'nothing_required',
  'never_signed_in',
  'due_people',
  'expired',
  'compliance_rate',
  'completion_rate',
  // A group has a completion tier elsewhere: its name says of which rate it is (CMP-03).
  'compliance_tier',
  'last_activity',
] as const;

type Line = Partial<Record<(typeof complianceColumns)[number], string | number | null>>;

const figureCells = (figures: Figures): Line => ({
  total_users: figures.totalUsers,
  active_users: figures.activeUsers,
  compliant_users: figures.compliantUsers,
  overdue: figures.overdueCount,
  pending: figures.pendingCount,
  complete: figures.groups.complete,
  nothing_required: figures.groups.nothingRequired,
  never_signed_in: figures.neverSignedIn,
  due_people: figures.duePeople,
  compliance_rate: figures.complianceRate,
  completion_rate: figures.completionRate,
  compliance_tier: figures.tier ?? (figures.hasData ? 'on_track' : 'no_data'),
});

function linesOf(metrics: Metrics, timeZone: string): readonly Line[] {
  return [
    { kind: 'overall', ...figureCells(metrics.overall) },
    ...metrics.byOrganization.flatMap((organization): Line[] => [
      { kind: 'organization', organization: organization.name, ...figureCells(organization) },
      ...organization.departments.map((department) => ({
        kind: 'department',
        organization: organization.name,
        department: department.name,
        ...figureCells(department),
      })),
    ]),
    ...metrics.byRole.map((row) => ({ kind: 'role', role: row.role, ...figureCells(row) })),
    ...metrics.riskUsers.map((person) => ({
      kind: 'person',
      organization: person.organization,
      department: person.department,
      role: person.role,
      name: person.name,
      email: person.email,
      overdue: person.overdueCount,
      expired: person.expiredCount,
      pending: person.pendingCount,
      last_activity: person.lastActivity && zonedInstant(person.lastActivity, timeZone),
    })),
    ...metrics.trend.points.map((point) => ({
      kind: 'day',
      day: point.day,
      overdue: point.overdueCount,
      compliance_rate: point.complianceRate,
      completion_rate: point.completionRate,
    })),
  ];
}

/**
 * Returns the compliance dashboard as CSV (CMP-01), with times in the reader's zone: RFC 4180, with the byte order mark that
 * spreadsheets need for UTF-8.
 */
export function complianceCsv(metrics: Metrics, timeZone: string): string {
  const lines = linesOf(metrics, timeZone).map((line) =>
    csvLine(complianceColumns.map((column) => line[column] ?? null)),
  );
  return `\uFEFF${csvLine(complianceColumns)}${lines.join('')}`;
}
