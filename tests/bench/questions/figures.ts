/** Both dashboards and the reminder dialog: their calls and floors (CMP-01, DASH-01, REM-01). */
import { trendDays } from '#shared/domain/compliance/periods.ts';
import { bodyOf, type Question } from '../against-sql.ts';
import { without } from '../agreement.ts';
import { prepared } from '../floor-sql.ts';

const days = prepared('compliance-days.sql');
const figures = prepared('compliance-figures.sql');
const worst = prepared('compliance-people.sql');
const places = prepared('places.sql');
const total = prepared('dashboard-total.sql');
const organizations = prepared('dashboard-organizations.sql');
const activity = prepared('dashboard-activity.sql');
const remindedPage = prepared('reminders-page.sql');
const remindedTotal = prepared('reminders-total.sql');

const period = '30d';
/** The first day of the trend and today, in UTC: that of the world's organizations. */
function trendSpan(): readonly [string, string] {
  const today = new Date().toISOString().slice(0, 10);
  return [trendDays(period, today)[0] ?? today, today];
}

interface Group {
  readonly organizationId: number | null;
  readonly people: number;
  readonly active: number;
  readonly overduePeople: number;
  readonly onTrack: number;
  readonly complete: number;
  readonly duePeople: number;
}
type Person = Record<'id' | 'firstName' | 'lastName' | 'hasSignedIn', unknown> & Record<string, unknown>;

/** What is compared: the sums of some groups as the wire names them. */
const sumsOf = (groups: readonly Group[]) => {
  const sum = (of: (group: Group) => number) => groups.reduce((all, group) => all + of(group), 0);
  return {
    totalUsers: sum(({ people }) => people),
    activeUsers: sum(({ active }) => active),
    overdueCount: sum(({ overduePeople }) => overduePeople),
    duePeople: sum(({ duePeople }) => duePeople),
    groups: { onTrack: sum(({ onTrack }) => onTrack), complete: sum(({ complete }) => complete) },
  };
};

interface Compliance {
  readonly groups: readonly Group[];
  readonly worst: readonly Person[];
  readonly days: readonly { readonly day: string; readonly overdueCount: number }[];
}
interface Metrics {
  readonly overall: unknown;
  readonly byOrganization: readonly { readonly id: number | null }[];
  readonly riskUsers: readonly Record<string, unknown>[];
  readonly trend: { readonly points: readonly { readonly day: string; readonly overdueCount: number }[] };
}

/** The compliance dashboard. */
export const compliance: Question<Compliance> = {
  what: 'Compliance dashboard',
  path: `/api/compliance/metrics?period=${period}`,
  floor: async (ask) => {
    const [groups, people, past] = await Promise.all([
      ask<Group>(figures),
      ask<Person>(worst, [10]),
      ask<Compliance['days'][number]>(days, trendSpan()),
      ask(places),
    ]);
    return { groups, worst: people, days: past };
  },
  agree: (found, [answer]) => {
    const metrics = bodyOf<Metrics>(answer);
    const byId = Map.groupBy(found.groups, ({ organizationId }) => organizationId);
    return [
      {
        overall: sumsOf(found.groups),
        byOrganization: metrics.byOrganization.map(({ id }) => ({ id, ...sumsOf(byId.get(id) ?? []) })),
        worst: found.worst.map((person) => ({
          ...without(person, 'firstName', 'lastName', 'hasSignedIn'),
          name: `${String(person.firstName)} ${String(person.lastName)}`,
        })),
        // Today's point is made of the sums.
        days: found.days
          .filter(({ day }) => day !== trendSpan()[1])
          .map(({ day, overdueCount }) => ({ day, overdueCount })),
      },
      {
        overall: metrics.overall,
        byOrganization: metrics.byOrganization,
        worst: metrics.riskUsers,
        days: metrics.trend.points.slice(0, -1),
      },
    ];
  },
};

interface Board {
  readonly total: Readonly<Record<string, unknown>> | undefined;
  readonly groups: readonly {
    readonly organizationId: number | null;
    readonly totalUsers: number;
    readonly activeUsers: number;
    readonly overdueCount: number;
  }[];
  readonly activity: readonly { readonly type: string; readonly timestamp: Date }[];
}

/** The Training Dashboard: figures, organizations and what happened last. */
export const dashboard: Question<Board> = {
  what: 'Training Dashboard, its three calls',
  path: ['/api/dashboard/stats', '/api/dashboard/organizations', '/api/dashboard/recent-activity'],
  floor: async (ask) => {
    const [sums] = await ask<Record<string, unknown>>(total);
    const [groups] = await Promise.all([ask<Board['groups'][number]>(organizations), ask(places)]);
    return { total: sums, groups, activity: await ask<Board['activity'][number]>(activity) };
  },
  agree: (found, [stats, listed, happened]) => {
    const rows = bodyOf<readonly { readonly orgId: number | null }[]>(listed);
    const byId = Map.groupBy(found.groups, ({ organizationId }) => organizationId);
    const of = (id: number | null, key: 'totalUsers' | 'activeUsers' | 'overdueCount') =>
      (byId.get(id) ?? []).reduce((sum, group) => sum + group[key], 0);
    return [
      {
        stats: without(found.total ?? {}, 'total'),
        organizations: rows.map(({ orgId }) => ({
          orgId,
          totalUsers: of(orgId, 'totalUsers'),
          activeUsers: of(orgId, 'activeUsers'),
          overdueCount: of(orgId, 'overdueCount'),
        })),
        // Of several at the same moment each side may show others.
        activity: found.activity.map(({ type, timestamp }) => ({ type, timestamp })),
      },
      { stats: stats?.body, organizations: rows, activity: happened?.body },
    ];
  },
};

const pageLength = 50;

/** The people of the reminder dialog, of everybody: who has something overdue. */
export const reminders: Question<{
  readonly rows: readonly Record<string, unknown>[];
  readonly total: number;
}> = {
  what: 'Reminder dialog, whom it is for',
  path: `/api/users/reminder-info?type=overdue_compliance&limit=${String(pageLength)}`,
  floor: async (ask) => {
    const [rows, [counted]] = await Promise.all([
      ask<Record<string, unknown>>(remindedPage, [pageLength]),
      ask<{ total: number }>(remindedTotal),
    ]);
    return { rows, total: counted?.total ?? 0 };
  },
  agree: (found, [answer]) => [
    { rows: found.rows.map((person) => without(person, 'type', 'sent_at')), total: found.total },
    { rows: answer?.body, total: answer?.total },
  ],
};
