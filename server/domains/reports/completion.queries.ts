import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListedStatus } from '#shared/domain/assignments/status.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  completedZoneSql,
  countsOf,
  dueMoveJson,
  effectiveStatusOf,
  figureCtes,
  peoplePage,
  type DueDateMove,
} from '#server/domains/assignments/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { figureRows, requestedFigures } from './report-figures.ts';
import { organizationNames } from './place-names.ts';
import {
  conditionsOf,
  reportAssignments,
  reportDetails,
  reportPeople,
  type ReportScope,
} from './report-scope.ts';

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
  /** The present assignments, if they are requested. */
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
  readonly completionKind: CompletionKind | null;
  readonly score: number | null;
  readonly recordId: number | null;
}

interface Order {
  readonly by: readonly RawBuilder<unknown>[];
  /** Whether it looks at counts. */
  readonly counts: boolean;
}

/** Orders that the page of people knows, over the columns of its rows. */
const orders = {
  name: { by: [sql`lower(last_name)`, sql`lower(first_name)`], counts: false },
  organization: { by: [sql`lower(organization_name)`, sql`lower(last_name)`], counts: false },
  completionRate: { by: [sql`completed::numeric / nullif(total, 0)`], counts: true },
  overdue: { by: [sql`overdue`], counts: true },
  expired: { by: [sql`expired`], counts: true },
  lastActivity: { by: [sql`greatest(last_sign_in_at, last_change)`], counts: true },
} satisfies Record<string, Order>;

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
    requestedFigures(db, scope, ['organization']),
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

/** Returns one page of people with counts, and assignments where they are requested. */
export async function reportPage(
  db: Kysely<DB>,
  scope: ReportScope,
  asked: PageAsked,
): Promise<readonly ReportPerson[]> {
  if (scope.asOf !== undefined) return (await pageThen(scope, asked).execute(db)).rows;
  return queryPrepared(db, 'report.people', pageNow(scope, asked));
}

function orderOf({ sort = 'name' }: PageAsked): Order & { readonly sql: RawBuilder<unknown> } {
  const name = sort.replace(/^-/, '');
  const order: Order = Object.entries(orders).find(([key]) => key === name)?.[1] ?? orders.name;
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  return { ...order, sql: sql`${sql.join(order.by.map((key) => sql`${key} ${direction}`))}, user_id` };
}

/** Returns SQL of the current page: the facts of each person are read only for the people of the page. */
function pageNow(scope: ReportScope, asked: PageAsked): RawBuilder<ReportPerson> {
  const { moduleId, ...place } = scope;
  const order = orderOf(asked).sql;
  const conditions = conditionsOf(place);
  // Matches of a text are found once, by its index; the planner must not follow the order of names for them.
  const matches = scope.q
    ? sql`matches as materialized (select u.id from users u where ${conditions}),`
    : sql``;
  const page = peoplePage({
    moduleId,
    where: scope.q ? sql`u.id in (select id from matches)` : conditions,
    order,
    limit: asked.limit,
    offset: asked.offset,
  });
  return sql`
    with ${matches} ${figureCtes}, page as (
      select f.*, f.user_id as id, d.name as department_name, coalesce(t.today, today_in('UTC')) as today
      from (${page}) f left join departments d on d.id = f.department_id left join days t on t.id = f.organization_id
    )
    select ${shownColumns} ${asked.include ? sql`, l.assignments` : sql``}
    from page p ${asked.include ? assignmentsOf(scope) : sql``} order by ${order}`;
}

/** Returns SQL of the page at the end of a day; reads only its people's assignments unless the order needs those of all. */
function pageThen(scope: ReportScope, asked: PageAsked): RawBuilder<ReportPerson> {
  const order = orderOf(asked);
  const figures = figureRows(scope);
  const people = sql`select p.*, p.id as user_id from people p`;
  const counted = sql`
    select p.*, p.id as user_id, c.completed, c.total, c.overdue, c.expired, c.last_change
    from people p left join (${figures.rows}) c on c.user_id = p.id`;
  const own =
    sql.raw(`p.id as user_id, p.first_name, p.last_name, p.email, p.job_title, p.department_name, p.organization_name,
    p.is_active, p.last_sign_in_at`);
  return sql`
    with ${figures.ctes}, page as (
      select p.* from people p join (
        select id, row_number() over (order by ${order.sql}) as place
        from (${order.counts ? counted : people}) x
        order by place limit ${asked.limit} offset ${asked.offset}
      ) x on x.id = p.id
    )
    select ${shownColumns} ${asked.include ? sql`, p.assignments` : sql``}
    from (
      select ${own}, c.* ${asked.include ? sql`, l.assignments` : sql``}
      from page p cross join lateral (select p.today) t
      cross join lateral (${countsOf(reportAssignments(scope))}) c
      ${asked.include ? assignmentsOf(scope) : sql``}
    ) p order by ${order.sql}`;
}

/** The facts of a person `p` of a page. */
const shownColumns =
  sql.raw(`p.user_id as "userId", p.first_name as "firstName", p.last_name as "lastName", p.email,
  p.job_title as "jobTitle", p.department_name as "departmentName", p.organization_name as "organizationName",
  p.is_active as "isActive", greatest(p.last_sign_in_at, p.last_change) as "lastActivity", p.completed as "completedAssignments",
  p.in_progress as "inProgressAssignments", p.overdue as "overdueAssignments", p.expired as "expiredAssignments", p.total as "totalAssignments"`);

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

/** Returns how many people the report's list has. */
export async function countPeople(db: Kysely<DB>, scope: ReportScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${reportPeople(scope)} select count(*)::int as total from people`.execute(db);
  return rows[0]?.total ?? 0;
}
