import { sql, type Kysely, type RawBuilder } from 'kysely';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { ListedStatus } from '#shared/domain/assignments/status.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  completedZoneSql,
  countsOf,
  dueMoveJson,
  effectiveStatusOf,
  type DueDateMove,
} from '#server/domains/assignments/index.ts';
import { askPrepared } from '#server/platform/postgres/named-statement.ts';
import { figureRows, figuresAsked } from './report-figures.ts';
import { organizationNames } from './place-names.ts';
import { reportAssignments, reportDetails, reportPeople, type ReportScope } from './report-scope.ts';

/** Counts of one organization (SPEC §3 organizationSummary); rates follow from them (CMP-03). */
export interface OrganizationCounts {
  readonly orgId: number | null;
  readonly orgName: string | null;
  readonly totalUsers: number;
  readonly activeUsers: number;
  readonly completedAssignments: number;
  readonly totalAssignments: number;
  readonly overdueAssignments: number;
  readonly expiredAssignments: number;
  readonly averageCompletionTime: number | null;
}

/** One line of the report's people. */
export interface ReportPerson {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly departmentName: string | null;
  readonly organizationName: string | null;
  readonly isActive: boolean;
  readonly lastActivity: Date | null;
  readonly completedAssignments: number;
  readonly inProgressAssignments: number;
  readonly overdueAssignments: number;
  readonly expiredAssignments: number;
  readonly totalAssignments: number;
  /** As they stand, where they are asked for. */
  readonly assignments?: readonly ReportAssignment[];
}

/** One assignment below a person of the report. */
export interface ReportAssignment {
  readonly id: number;
  readonly moduleId: number;
  readonly moduleTitle: string;
  readonly status: ListedStatus;
  readonly assignedDate: string;
  readonly dueDate: string | null;
  readonly completedDate: string | null;
  readonly completedTimeZone: string | null;
  readonly versionCompleted: number | null;
  readonly effectiveVersion: number | null;
  readonly dueDateMoved: DueDateMove | null;
  readonly completionKind: 'completion' | 'backdated' | null;
  readonly score: number | null;
  readonly recordId: number | null;
}

const byName = { by: [sql`lower(p.last_name)`, sql`lower(p.first_name)`], counts: false };

/** Orders that the page of people knows; those without `counts` sort without looking at any assignment. */
const orders: Readonly<
  Record<string, { readonly by: readonly RawBuilder<unknown>[]; readonly counts: boolean }>
> = {
  name: byName,
  organization: { by: [sql`lower(p.organization_name)`, sql`lower(p.last_name)`], counts: false },
  completionRate: { by: [sql`c.completed::numeric / nullif(c.total, 0)`], counts: true },
  overdue: { by: [sql`coalesce(c.overdue, 0)`], counts: true },
  expired: { by: [sql`coalesce(c.expired, 0)`], counts: true },
  lastActivity: { by: [sql`greatest(p.last_sign_in_at, c.last_change)`], counts: true },
};

const status = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired: sql`a.expired`,
  today: sql`p.today`,
});

const secondsPerDay = 86_400;

/** Sums by organization, from the figures of CMP-03: rates count active people only. */
export async function organizationCounts(
  db: Kysely<DB>,
  scope: ReportScope,
): Promise<readonly OrganizationCounts[]> {
  const [sums, names] = await Promise.all([
    figuresAsked(db, scope, ['organization']),
    organizationNames(db, scope.asOf),
  ]);
  const byId = new Map(sums.map((row) => [row.organizationId, row]));
  return [...names, { id: null, name: null }].flatMap(({ id, name }) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      orgId: id,
      orgName: name,
      totalUsers: row.people,
      activeUsers: row.active,
      completedAssignments: row.completed,
      totalAssignments: row.total,
      overdueAssignments: row.overdue,
      expiredAssignments: row.expired,
      averageCompletionTime:
        row.completions === 0
          ? null
          : Math.round((row.completionSeconds / row.completions / secondsPerDay) * 10) / 10,
    };
  });
}

interface PageAsked {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  /** Each person with their assignments. */
  readonly include?: 'assignments' | undefined;
}

/** The people of a page, sorted: what it is put together of. */
interface PageRows {
  readonly ctes: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly include: 'assignments' | undefined;
}

/** One page of people with counts, and assignments where they are asked for; looks only at the page's assignments unless the order needs all. */
export async function reportPage(
  db: Kysely<DB>,
  scope: ReportScope,
  asked: PageAsked,
): Promise<readonly ReportPerson[]> {
  const page = pageRows(scope, asked);
  if (scope.asOf === undefined) return readPage(db, page, scope.moduleId);
  const { rows } = await withWork(scope, page).execute(db);
  return rows;
}

function pageRows(scope: ReportScope, { limit, offset, sort = 'name', include }: PageAsked): PageRows {
  const by = orders[sort.replace(/^-/, '')] ?? byName;
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const order = sql`${sql.join(by.by.map((key) => sql`${key} ${direction}`))}, p.id`;
  const figures = figureRows(scope);
  const counted = by.counts ? sql`left join (${figures.rows}) c on c.user_id = p.id` : sql``;
  return {
    ctes: figures.ctes,
    rows: sql`select p.* from people p ${counted} order by ${order} limit ${limit} offset ${offset}`,
    order,
    include,
  };
}

const anybody: ReportScope = { reach: wholeReach, org: 'all' };

/**
 * A page as it stands now. Planning what is told of its people costs more than reading them, and it is the same for every
 * page and scope: it stays prepared, apart from what finds the page.
 */
async function readPage(
  db: Kysely<DB>,
  page: PageRows,
  moduleId: number | undefined,
): Promise<readonly ReportPerson[]> {
  const { rows } = await sql<{ readonly id: string }>`
    with ${page.ctes} select p.id from (${page.rows}) p`.execute(db);
  if (rows.length === 0) return [];
  const whoever = { ...anybody, moduleId };
  const ids = sql`${rows.map(({ id }) => id)}::text[]`;
  return askPrepared(
    db,
    'report.people',
    withWork(whoever, {
      ctes: reportPeople(whoever, sql`select unnest(${ids})`),
      rows: sql`select p.*, array_position(${ids}, p.id) as place from people p`,
      order: sql`p.place`,
      include: page.include,
    }),
  );
}

/** The statement that tells of the people of a page what they have done. */
const withWork = (
  scope: ReportScope,
  { ctes, rows, order, include }: PageRows,
): RawBuilder<ReportPerson> => sql`
  with ${ctes}, page as (${rows})
  select p.id as "userId", p.first_name as "firstName", p.last_name as "lastName", p.email,
    p.job_title as "jobTitle", p.department_name as "departmentName", p.organization_name as "organizationName",
    p.is_active as "isActive", greatest(p.last_sign_in_at, c.last_change) as "lastActivity",
    c.completed as "completedAssignments", c.in_progress as "inProgressAssignments",
    c.overdue as "overdueAssignments", c.expired as "expiredAssignments", c.total as "totalAssignments"
    ${include ? sql`, l.assignments` : sql``}
  from page p
  cross join lateral (select p.today) t
  cross join lateral (${countsOf(reportAssignments(scope))}) c
  ${include ? assignmentsOf(scope) : sql``}
  order by ${order}`;

/** Joins the assignments of a person `p` as one value. */
const assignmentsOf = (scope: ReportScope): RawBuilder<unknown> => sql`
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', a.id, 'moduleId', a.module_id, 'moduleTitle', coalesce(r.module_title, m.title),
      'status', ${status},
      'assignedDate', to_char(a.assigned_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'dueDate', a.due_date,
      'completedDate', to_char(a.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'versionCompleted', r.version_number, 'effectiveVersion', ev.number, 'dueDateMoved', ${dueMoveJson},
      'completedTimeZone', ${completedZoneSql}, 'completionKind', r.kind,
      'score', a.score, 'recordId', r.id) order by a.due_date nulls last, a.id), '[]') as assignments
    from (${reportAssignments(scope)}) a ${reportDetails(scope)}
  ) l`;

/** How many people the report's list has. */
export async function countPeople(db: Kysely<DB>, scope: ReportScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${reportPeople(scope)} select count(*)::int as total from people`.execute(db);
  return rows[0]?.total ?? 0;
}
