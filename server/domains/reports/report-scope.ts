import { sql, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { AsOf } from '#shared/domain/calendar/as-of.ts';
import { dueMoveSql, isExpired } from '#server/domains/assignments/index.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { isNamedSql } from '#server/platform/postgres/name-key.ts';
import { assignmentsAsOf, dateIn, peopleAsOf, reportsAsOf, relationsAsOf } from './as-of.ts';

/** The scope of a report: the actor's reach, the filters of SPEC §2.12, and the day as of which it is requested (RPT-04). */
export interface ReportScope {
  readonly reach: Reach;
  /** `none`: people without one. */
  readonly org: 'all' | 'none' | number;
  readonly departmentId?: 'none' | number | undefined;
  readonly userId?: string | undefined;
  /** Only direct and indirect reports of this person. */
  readonly managerId?: string | undefined;
  readonly jobTitle?: string | undefined;
  readonly q?: string | undefined;
  /** Only this module, and only people who have it assigned (RPT-01). */
  readonly moduleId?: number | undefined;
  /** The end of this calendar day in each organization's zone, or an instant; now where it is left out. */
  readonly asOf?: AsOf | undefined;
  /** For a past day: nothing that was recorded at this instant or later (INS-03). */
  readonly knownAt?: Date | undefined;
  /** Whether the figures of that day are stored (`past/past-days.ts`). Otherwise they are counted. */
  readonly isKept?: boolean | undefined;
}

/**
 * Returns the CTEs with which every statement of a report starts, so that they cannot disagree (RPT-01). The last one is
 * `people`: one row per person with organization, department and the calendar date of the report in the organization's time zone.
 *
 * @param among a select of the ids of the only people who are needed
 * @param moduleIds the only modules whose past is needed
 */
export function reportPeople(
  scope: ReportScope,
  among?: RawBuilder<unknown>,
  moduleIds?: readonly number[],
): RawBuilder<unknown> {
  const { asOf, org, userId, knownAt } = scope;
  if (asOf === undefined) return sql`people as (${peopleNow(scope, among)})`;
  const teams = teamsOf(scope);
  const some = among ?? (userId === undefined ? undefined : sql`select ${userId}::text`);
  const relations = relationsAsOf(asOf, {
    ...(teams ? { teams } : { org: typeof org === 'number' ? org : undefined, among: some }),
    knownAt,
    moduleIds,
  });
  return sql`${relations},
    people as (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at,
        u.role, u.manager_id,
        u.organization_id, u.department_id, o.name as organization_name, d.name as department_name, ${dateIn(asOf, sql`coalesce(o.time_zone, 'UTC')`)} as today, u.until
      from (${peopleAsOf}) u
      left join organizations_then o on o.id = u.organization_id
      left join departments_then d on d.id = u.department_id
      where ${conditionsOf(scope)} and ${teams && among ? sql`u.id in (${among})` : sql`true`}
    )`;
}

/**
 * Returns the managers among whose teams all people of a scope are. Their reports on a day are found from manager to person, so that
 * everybody between the two is needed, also where one person or one organization is requested.
 */
function teamsOf({ reach, managerId }: ReportScope): readonly string[] | undefined {
  if (managerId !== undefined) return reach.reportsOf === null ? [managerId] : [managerId, reach.reportsOf];
  const isTeam = !reach.all && reach.organizationIds.length === 0 && reach.reportsOf !== null;
  return isTeam ? [reach.reportsOf, ...(reach.self === null ? [] : [reach.self])] : undefined;
}

/** Returns whether a scope is one person or teams: the facts of these people are found one by one, although the planner expects many. */
export const isOfFew = (scope: ReportScope): boolean =>
  scope.userId !== undefined || teamsOf(scope) !== undefined;

function peopleNow(scope: ReportScope, among?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at, u.role, u.manager_id,
      u.organization_id, u.department_id, o.name as organization_name, d.name as department_name,
      coalesce(z.today, today_in('UTC')) as today, 'infinity'::timestamptz as until
    from users u
    left join organizations o on o.id = u.organization_id
    left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
    left join departments d on d.id = u.department_id
    where ${conditionsOf(scope)} and ${among === undefined ? sql`true` : sql`u.id in (${among})`}`;
}

const reportsNow = (manager: string): RawBuilder<unknown> => sql`select reports_of(${manager})`;

/** SQL of the condition for people `u` in a scope, as of its day. */
export function conditionsOf(scope: ReportScope): RawBuilder<unknown> {
  const { reach, org, departmentId, userId, jobTitle, q, asOf } = scope;
  const reports = asOf === undefined ? undefined : reportsAsOf;
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`u.erased_at is null`,
    withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`, reports),
  ];
  if (org === 'none') conditions.push(sql<boolean>`u.organization_id is null`);
  else if (org !== 'all') conditions.push(sql<boolean>`u.organization_id = ${org}`);
  if (departmentId === 'none') conditions.push(sql<boolean>`u.department_id is null`);
  else if (departmentId !== undefined) conditions.push(sql<boolean>`u.department_id = ${departmentId}`);
  if (userId !== undefined) conditions.push(sql<boolean>`u.id = ${userId}`);
  if (scope.managerId !== undefined)
    conditions.push(sql<boolean>`u.id in (${(reports ?? reportsNow)(scope.managerId)})`);
  if (jobTitle) conditions.push(isNamedSql(sql`u.job_title`, jobTitle));
  if (q) conditions.push(nameOrEmailHas(q));
  if (scope.moduleId !== undefined) {
    conditions.push(sql<boolean>`exists (
      select from (select u.id, ${asOf === undefined ? sql`null` : sql`u.until`} as until, null::date as today) p cross join lateral (${reportAssignments(scope)}) a)`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Returns SQL of the assignments of a person `p` of {@link reportPeople} that count, with `expired` (LRN-01), for `cross join
 * lateral`.
 */
export function reportAssignments(scope: ReportScope): RawBuilder<unknown> {
  const { asOf, moduleId } = scope;
  const one = moduleId === undefined ? sql`true` : sql`a.module_id = ${moduleId}`;
  if (asOf !== undefined) return sql`select a.* from (${assignmentsAsOf}) a where ${one}`;
  return sql`select a.*, ${isExpired('a', sql`p.today`)} as expired from training_assignments a
    where a.user_id = p.id and a.status <> 'voided' and ${one}`;
}

/** Returns a select of the number of the version that was effective, of the module of an assignment `a` or a completion `r`. */
export const effectiveVersion = ({ asOf }: ReportScope, moduleId = sql`a.module_id`): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`select e.number from training_modules x join module_versions e on e.id = x.current_version_id where x.id = ${moduleId}`
    : sql`select e.number from training_modules x left join modules_then t on t.id = x.id and t.until = p.until
        join module_versions e on e.id = case when t.before ? 'current_version_id'
          then (t.before ->> 'current_version_id')::integer else x.current_version_id end
        where x.id = ${moduleId}`;

/**
 * Returns joins for an assignment `a` of {@link reportAssignments}: its module `m`, the completion `r`, the version `v`, the
 * effective version `ev`, and the moves of its due date, `k` (RPT-05).
 */
export function reportDetails(scope: ReportScope): RawBuilder<unknown> {
  const until = scope.asOf === undefined ? undefined : sql`p.until`;
  const versions = sql`left join module_versions v on v.id = a.module_version_id
    left join lateral (${dueMoveSql(until)}) k on true`;
  if (scope.asOf === undefined) {
    return sql`join training_modules m on m.id = a.module_id
      left join training_records r on r.assignment_id = a.id
      left join lateral (${effectiveVersion(scope)}) ev on true
      ${versions}`;
  }
  return sql`join training_modules n on n.id = a.module_id
    left join modules_then c on c.id = n.id and c.until = p.until
    cross join lateral (
      select case when c.before ? 'title' then c.before ->> 'title' else n.title end as title,
        case when c.before ? 'reference' then c.before ->> 'reference' else n.reference end as reference
    ) m
    left join training_records r on r.assignment_id = a.id and r.recorded_at < p.until
    left join lateral (${effectiveVersion(scope)}) ev on true
    ${versions}`;
}
