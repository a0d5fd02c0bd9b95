import { sql, type Kysely, type RawBuilder } from 'kysely';
import { noReach, type Reach, type Role } from '#shared/domain/access/permissions.ts';
import type { GroupSums } from '#shared/domain/compliance/figures.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import {
  contributionsOf,
  countedPeople,
  daysCte,
  storedPeople,
  personColumns,
  staleCte,
  sumColumns,
  summedColumns,
} from './figures-sql.ts';

/**
 * The people whose figures are requested. They are within the reach and, if given, of one organization (`none`: without one),
 * department or role. For a single module they are the people who have it.
 */
export interface FigureScope {
  readonly reach: Reach;
  readonly org: 'all' | 'none' | number;
  readonly departmentId?: 'none' | number | undefined;
  readonly role?: Role | undefined;
  readonly moduleId?: number | undefined;
}

/** All people of the installation: for statements that narrow by themselves. */
export const everybody: FigureScope = { reach: { ...noReach, all: true }, org: 'all' };

/** The keys by which figures can be grouped. */
export type FigureKey = 'organization' | 'department' | 'role';

/** Sums of one group; keys that were not requested are null. */
export interface GroupRow extends GroupSums {
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly role: Role | null;
  /** People with something required that is late and something open that is not. */
  readonly mixedPeople: number;
  /** People overdue or on track whose invitation is open. */
  readonly invitedPeople: number;
  /** Completed cycles, valid or not. */
  readonly completions: number;
  /** Seconds from assignment to completion of all of them. */
  readonly completionSeconds: number;
}

const columnOf: Readonly<Record<FigureKey, string>> = {
  organization: 'organization_id',
  department: 'department_id',
  role: 'role',
};
const keys = Object.entries(columnOf) as [FigureKey, string][];

/** Conditions that rows of groups and of people share. */
function placeOf({ org, departmentId, role }: FigureScope): RawBuilder<boolean>[] {
  const parts = [sql<boolean>`true`];
  if (org === 'none') parts.push(sql<boolean>`organization_id is null`);
  else if (org !== 'all') parts.push(sql<boolean>`organization_id = ${org}`);
  if (departmentId === 'none') parts.push(sql<boolean>`department_id is null`);
  else if (departmentId !== undefined) parts.push(sql<boolean>`department_id = ${departmentId}`);
  if (role !== undefined) parts.push(sql<boolean>`role = ${role}`);
  return parts;
}

const both = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Returns the rows of people or groups in the requested organization, department and role, regardless of the reach. */
export const inPlace = (scope: FigureScope) => both(placeOf(scope));

/** Returns the condition for the rows of `person_figures`. */
const ofPeople = (scope: FigureScope) =>
  both([
    ...placeOf(scope),
    withinReach(scope.reach, sql<string>`user_id`, sql<number | null>`organization_id`),
  ]);

/** Returns the condition for the rows of groups. */
const ofPlaces = (scope: FigureScope) =>
  both([...placeOf(scope), withinReach(scope.reach, sql<string>`null`, sql<number | null>`organization_id`)]);

const stalePeople = sql`select user_id from stale`;

/** A part of the people of a scope. */
export interface PeoplePart {
  /** Over the columns of `person_figures`. */
  readonly condition?: RawBuilder<boolean>;
  /** A select of the ids of the requested people: only these are counted. */
  readonly among?: RawBuilder<unknown> | undefined;
}

/**
 * Returns everybody's current counts as rows of `person_figures` (CMP-03). It uses the stored rows, and counts people directly
 * whose stored row is outdated. Needs {@link figureCtes}.
 */
export function currentPeople(
  scope: FigureScope,
  { condition = sql<boolean>`true`, among }: PeoplePart = {},
): RawBuilder<unknown> {
  const chosen = among === undefined ? sql`true` : sql`user_id in (${among})`;
  return sql`
    select * from (
      select ${personColumns} from (${storedPeople(scope.moduleId)}) p
      where ${ofPeople(scope)} and ${condition} and ${chosen}
    ) p where not exists (select from stale s where s.user_id = p.user_id)
    union all
    select ${personColumns} from (${countedPeople(sql`${stalePeople} where ${chosen}`, scope.moduleId)}) f
    where ${ofPeople(scope)} and ${condition}`;
}

/** The common table expressions that {@link currentPeople} needs. */
export const figureCtes = sql`${daysCte}, ${staleCte}`;

/** Returns whether the sums of groups know the reach: it consists of organizations. */
const isSummed = ({ reach }: FigureScope) => reach.all || (reach.self === null && reach.reportsOf === null);

/**
 * Current sums of groups: the stored counts of people with outdated counts are subtracted, and their current counts are
 * added. Needs {@link figureCtes}.
 */
export const currentGroups = (scope: FigureScope) => sql`
  select organization_id, department_id, role, ${sumColumns} from ${keptGroups(scope)} where ${ofPlaces(scope)}
  union all
  ${contributionsOf(sql`select p.* from stale join (${storedPeople(scope.moduleId)}) p using (user_id) where ${ofPlaces(scope)}`, -1)}
  union all
  ${contributionsOf(sql`select * from (${countedPeople(stalePeople, scope.moduleId)}) f where ${ofPlaces(scope)}`, 1)}`;

const keptGroups = ({ moduleId }: FigureScope) =>
  moduleId === undefined
    ? sql`group_figures`
    : sql`(select * from group_module_figures where module_id = ${moduleId}) g`;

/**
 * Rows like those of `group_figures` added up by the keys (CMP-03); groups without people are left out.
 *
 * @param ctes what the rows need before them
 */
export async function sumsBy(
  db: Kysely<DB>,
  { ctes, groups }: { readonly ctes: RawBuilder<unknown>; readonly groups: RawBuilder<unknown> },
  by: readonly FigureKey[],
): Promise<readonly GroupRow[]> {
  const columns = keys.map(([key, column]) =>
    by.includes(key) ? sql.raw(column) : sql`null as ${sql.raw(column)}`,
  );
  const grouped = by.length > 0 ? sql.raw(by.map((key) => columnOf[key]).join(', ')) : sql`()`;
  // Planning it costs more than the sums of a few hundred groups, and its texts are few: scopes and keys.
  return queryPrepared(
    db,
    'figures.sums',
    sql<GroupRow>`
    with ${ctes}, parts as (${groups})
    select ${sql.join(columns)}, ${summedColumns} from parts group by ${grouped} having sum(people) > 0`,
  );
}

/**
 * Returns the sums of CMP-03 by the keys, exact at every moment: one statement, so one snapshot. Reads as many rows as there are
 * groups, and the trainings of people who changed since the last fold; for a manager's reach the counts of the reports.
 */
export async function figuresBy(
  db: Kysely<DB>,
  scope: FigureScope,
  by: readonly FigureKey[],
): Promise<readonly GroupRow[]> {
  const groups = isSummed(scope) ? currentGroups(scope) : contributionsOf(currentPeople(scope), 1);
  return sumsBy(db, { ctes: figureCtes, groups }, by);
}
