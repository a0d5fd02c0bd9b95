import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DueGroup } from '#shared/domain/assignments/matrix-table.ts';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';
import type { FamilyRow } from '#shared/domain/modules/families.ts';
import type { DB } from '#server/db/db.d.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { assignedVersionSql, familySql, shownProgressSql } from '#server/domains/modules/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing } from '#server/platform/http/order-by.ts';
import { dueGroupOf, effectiveStatusOf, isExpired, todayIn } from './effective-status.ts';

/** The few people and modules that a search finds. */
export interface Matches {
  readonly people: readonly string[];
  readonly modules: readonly number[];
}

/** Filters and page of a list of assignments. */
export interface AssignmentQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  /** The search looks at modules alone: in a person's own list everything would match their name. */
  readonly onlyModules?: true;
  /** The people of a team, if the reach is one: the planner then knows how few they are. The reach still applies. */
  readonly team?: readonly string[] | undefined;
  /** The results of {@link findMatches} for the search. */
  readonly matches?: Matches | undefined;
  readonly id?: number | undefined;
  readonly userId?: string | undefined;
  readonly moduleId?: number | undefined;
  readonly organizationId?: number | undefined;
  readonly status?: EffectiveStatus | undefined;
  readonly group?: DueGroup | undefined;
  /** A family of modules, by all families. */
  readonly family?: { readonly code: string; readonly families: readonly FamilyRow[] } | undefined;
  readonly include?: 'voided' | undefined;
}

const today = todayIn(sql`o.time_zone`);
const expired = isExpired('a', today);

/** SQL of the status that people see, over the tables of the lists. */
export const statusSql = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired,
  today,
});

/** SQL of the due group of an assignment that is not voided, over the tables of the lists (LRN-03). */
export const groupSql = sql<DueGroup>`(select ${dueGroupOf(sql`seen.status`, sql`a.due_date`, today)}
  from (select ${statusSql} as status) seen)`;

/** SQL of the family code of the module `t`. */
export function familyCodeOf(families: readonly FamilyRow[]): RawBuilder<string> {
  const code = familySql(families, (family) => sql<string>`${family.code}::text`);
  return sql<string>`(select ${code} from (select t.family, t.title) m)`;
}

/** SQL of whether a search finds the module `t`. */
export function moduleFound(q: string): RawBuilder<boolean> {
  const like = containing(q);
  return sql<boolean>`(t.title ilike ${like} or coalesce(t.reference, '') ilike ${like})`;
}

const peopleFound = (q: string) => sql`select u.id from users u where ${nameOrEmailHas(q.trim())}`;
const modulesFound = (q: string) => sql`select t.id from training_modules t where ${moduleFound(q)}`;

/** With more people or modules than this, a search finds enough assignments along the order of the list. */
const fewMatches = 200;

/**
 * Returns the matches of a search, if they are few: the planner then knows their number, and starts with them instead of
 * reading all assignments (PERF-03).
 */
export async function findMatches(db: Kysely<DB>, q: string): Promise<Matches | undefined> {
  const { rows } = await sql<Matches>`
    select array(${peopleFound(q)} limit ${fewMatches + 1}) as people, array(${modulesFound(q)} limit ${fewMatches + 1}) as modules
  `.execute(db);
  const [found] = rows;
  return found && found.people.length + found.modules.length <= fewMatches ? found : undefined;
}

/** SQL of the conditions of a list: the filters within the reach. */
export function conditions(reach: Reach, query: AssignmentQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`),
  ];
  if (query.team) parts.push(sql`a.user_id = any(${[...query.team]}::text[])`);
  if (query.id !== undefined) parts.push(sql`a.id = ${query.id}`);
  else if (query.include !== 'voided' && query.status !== 'voided') parts.push(sql`a.status <> 'voided'`);
  if (query.userId !== undefined) parts.push(sql`a.user_id = ${query.userId}`);
  if (query.moduleId !== undefined) parts.push(sql`a.module_id = ${query.moduleId}`);
  if (query.organizationId !== undefined) parts.push(sql`u.organization_id = ${query.organizationId}`);
  if (query.status !== undefined) parts.push(sql`${statusSql} = ${query.status}`);
  if (query.group !== undefined) parts.push(sql`a.status <> 'voided' and ${groupSql} = ${query.group}`);
  if (query.family) parts.push(sql`${familyCodeOf(query.family.families)} = ${query.family.code}`);
  if (query.q && query.onlyModules) parts.push(moduleFound(query.q));
  else if (query.q) {
    const { q, matches } = query;
    const people = matches ? sql`${[...matches.people]}` : sql`array(${peopleFound(q)})`;
    const modules = matches ? sql`${[...matches.modules]}` : sql`array(${modulesFound(q)})`;
    parts.push(sql`(a.user_id = any(${people}::text[]) or a.module_id = any(${modules}::int[]))`);
  }
  return sql.join(parts, sql` and `);
}

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  dueDate: sql`a.due_date`,
  assignedDate: sql`a.assigned_date`,
  completedAt: sql`a.completed_at`,
  title: sql`lower(t.title)`,
  // The most urgent first, as on the screens.
  status: sql`array_position(array['overdue', 'expired', 'in_progress', 'not_started', 'completed', 'voided'], ${statusSql})`,
  progress: shownProgressSql({
    id: sql<number>`a.id`,
    status: sql<string>`a.status`,
    progress: sql<number>`a.progress`,
    moduleId: sql<number>`t.id`,
    versionId: sql<number | null>`(select ${assignedVersionSql} from training_modules m where m.id = t.id)`,
  }),
  id: sql`a.id`,
};

/**
 * SQL of the due order (UI.md 'Learner on a phone', LRN-01) over an assignment `a` and its module `t`: first overdue ones, then
 * expired ones, then other open ones by due date, then completed ones, the latest first. In both directions, open ones without a
 * date come after those with one.
 *
 * @param status the status that people see: {@link effectiveStatusOf}
 */
export function dueOrder(status: RawBuilder<EffectiveStatus>, descending = false): RawBuilder<unknown> {
  const [up, down] = descending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  return sql`case ${status} when 'overdue' then 1 when 'expired' then 2 when 'completed' then 4 when 'voided' then 4
      else case when a.due_date is null then ${sql.lit(descending ? 0 : 3)} else 3 end end ${up},
    case when a.status in ('not_started', 'in_progress') then a.due_date when ${status} = 'expired' then a.next_renewal_date end ${up} nulls last,
    a.completed_at ${down} nulls last, lower(t.title) ${up}, a.id`;
}

/** SQL of the order of a list; 'due' is {@link dueOrder}. */
export function assignmentOrder(sort = 'dueDate'): RawBuilder<unknown> {
  const descending = sort.startsWith('-');
  const key = sort.replace(/^-/, '');
  if (key === 'due') return dueOrder(statusSql, descending);
  return sql`${columns[key] ?? sql`a.due_date`} ${descending ? sql`desc` : sql`asc`} nulls last, a.id`;
}
