import { sql, type RawBuilder } from 'kysely';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import {
  belongs,
  figureCtes,
  moduleFacts,
  moduleStatus,
  peopleWithout,
  missingTrainings,
} from '#server/domains/assignments/index.ts';
import { entriesAsOf } from '../exports/matrix-as-of.ts';
import { belongedAsOf, requestedMatrices } from '../qualified/qualified.queries.ts';
import { conditionsOf, reportAssignments, reportPeople, type ReportScope } from '../report-scope.ts';

/** The people and the modules of the grid (MTX-09). */
export interface GridScope extends ReportScope {
  /** Only people who are in this matrix. */
  readonly matrixId?: number | undefined;
  /** The modules of the columns. */
  readonly moduleIds: readonly number[];
  /** Only people with one of the modules in this state. */
  readonly status?: TrainingState | undefined;
}

/** A place in the order of the people: last name and first name in their sort form, and the id. */
export type PersonKey = readonly [lastName: string, firstName: string, id: string];

/** A range of people, from one place to before another, with a largest number. */
export interface PeopleRange {
  readonly from?: PersonKey | undefined;
  readonly before?: PersonKey | undefined;
  readonly limit: number;
}

/** SQL of the order of people `u`: by the name that they have now, on every day. */
export const personKey = sql`coalesce(lower(u.last_name), ''), coalesce(lower(u.first_name), ''), u.id`;

/** SQL of ids as an array. */
export const idArray = (ids: readonly number[]): RawBuilder<unknown> => sql`${[...ids]}::int[]`;

function within({ from, before }: PeopleRange): RawBuilder<unknown> {
  const key = (of: PersonKey) => sql`(${of[0]}::text, ${of[1]}::text, ${of[2]}::text)`;
  const parts = [sql`true`];
  if (from) parts.push(sql`(${personKey}) >= ${key(from)}`);
  if (before) parts.push(sql`(${personKey}) < ${key(before)}`);
  return sql.join(parts, sql` and `);
}

/**
 * Returns the CTEs with the active people of a grid; the last two are `chosen`, their ids with the place of each in the order,
 * and `people` of {@link reportPeople}. The people of now are read along the index of their names as far as the range reaches.
 */
export function gridPeopleCtes(scope: GridScope, range: PeopleRange): RawBuilder<unknown> {
  return scope.asOf === undefined ? peopleNow(scope, range) : peopleAsOf(scope, range, scope.asOf);
}

const chosenOf = (from: RawBuilder<unknown>, range: PeopleRange) => sql`chosen as materialized (
    select u.id, row_number() over (order by ${personKey}) as place,
      json_build_array(${personKey}) as key from ${from} and ${within(range)}
    order by ${personKey} limit ${range.limit}
  )`;

function peopleNow(scope: GridScope, range: PeopleRange): RawBuilder<unknown> {
  const { matrixId } = scope;
  const inMatrix =
    matrixId === undefined
      ? sql`true`
      : sql`exists (select from training_matrices m where m.id = ${matrixId} and m.archived_at is null and ${belongs('m', 'u')})`;
  const from = sql`users u cross join lateral (select u.id as person) q
    where ${conditionsOf(scope)} and u.is_active and ${inMatrix} and ${hasNow(scope)}`;
  return sql`${figureCtes}, ${chosenOf(from, range)}, ${reportPeople(scope, sql`select id from chosen`)}`;
}

/** Returns SQL of whether a person `u`, whose id is `q.person` too, has one of the modules in the wanted state now. */
function hasNow({ status, moduleIds }: GridScope): RawBuilder<unknown> {
  if (status === undefined) return sql`true`;
  const ids = idArray(moduleIds);
  const among = sql`f.module_id = any(${ids}) and ${moduleStatus('f')} = ${status}`;
  if (status === 'not_assigned') return sql`u.id = any(array(${peopleWithout(ids)}))`;
  // Outdated counts are not used: the modules of these people are counted. An `exists` would be answered from all figures at
  // once.
  return sql`case when exists (select from stale s where s.user_id = q.person)
    then exists (select from (
      select a.module_id, ${moduleFacts} from training_assignments a
      cross join lateral (select coalesce((select today from days where id = u.organization_id), today_in('UTC')) as today) t
      where a.user_id = q.person and a.status <> 'voided' group by a.module_id) f where ${among})
    else coalesce((select true from person_module_figures f where f.user_id = q.person and ${among} limit 1), false) end`;
}

function peopleAsOf(scope: GridScope, range: PeopleRange, day: string): RawBuilder<unknown> {
  const { matrixId, moduleIds } = scope;
  const entries = entriesAsOf(day, matrixId === undefined ? { moduleIds } : { matrixId });
  const inMatrix =
    matrixId === undefined
      ? sql`true`
      : sql`exists (select from matrices_asked m where m.id = ${matrixId} and ${belongedAsOf})`;
  const among =
    (range.from ?? range.before) ? sql`select u.id from users u where ${within(range)}` : undefined;
  const from = sql`people p join users u on u.id = p.id where p.is_active and ${inMatrix} and ${hasThen(scope)}`;
  return sql`${reportPeople(scope, among)}, ${entries}, ${requestedMatrices}, ${chosenOf(from, range)}`;
}

/** Returns SQL of whether a person `p` had one of the modules in the wanted state at the end of the day. */
function hasThen(scope: GridScope): RawBuilder<unknown> {
  const { status, moduleIds } = scope;
  if (status === undefined) return sql`true`;
  return status === 'not_assigned'
    ? sql`exists (select from (${neededAsOf(scope)}) n)`
    : sql`exists (select from (${factsOfPerson(scope)}) f where ${moduleStatus('f')} = ${status}
        and f.module_id = any(${idArray(moduleIds)}))`;
}

/** SQL: the last completion of the cycles `a` was recorded from its source, `r`, and not signed (USR-09). */
const lastFromSource = sql`coalesce(max(a.completed_at) filter (where r.id is not null)
  = max(a.completed_at) filter (where a.status = 'completed'), false)`;

/** Returns SQL of the facts of each module of a person `p`, for `cross join lateral`. */
export const factsOfPerson = (scope: GridScope): RawBuilder<unknown> => sql`
  select a.module_id, ${moduleFacts}, ${lastFromSource} as from_source
  from (${reportAssignments(scope)}) a cross join (select p.today) t
  -- Where nobody imported completions, no record is read.
  left join training_records r on (select exists (select from people_imports where subject = 'completions'))
    and r.assignment_id = a.id and r.kind = 'from_source' and a.status = 'completed'
  where a.module_id = any(${idArray(scope.moduleIds)}) group by a.module_id`;

/** Returns SQL of the modules that matrices required of a person `p` at the end of the day, and that were not assigned. */
export const neededAsOf = (scope: GridScope): RawBuilder<unknown> => sql`
  select distinct e.module_id from matrices_asked m
  join entries_then e on e.matrix_id = m.id and e.is_required and e.module_id = any(${idArray(scope.moduleIds)})
  join training_modules t on t.id = e.module_id and (t.organization_id is null or t.organization_id = p.organization_id)
  left join modules_then c on c.id = t.id and c.until = p.until
  where ${belongedAsOf}
    and case when c.before ? 'is_active' then (c.before ->> 'is_active')::boolean else t.is_active end
    and (case when c.before ? 'retired_at' then c.before ->> 'retired_at' else t.retired_at::text end) is null
    and not exists (select from (${reportAssignments(scope)}) a where a.module_id = e.module_id)`;

/**
 * Returns SQL of the modules that matrices require of the people of `chosen` now, and that are not assigned, as (user_id,
 * module_id).
 */
export const neededNow = ({ moduleIds }: GridScope): RawBuilder<unknown> => sql`
  select distinct w.user_id, w.module_id from (${missingTrainings({ people: sql`select id from chosen` })}) w
  where w.module_id = any(${idArray(moduleIds)}) and not exists (select from training_assignments a
    where a.user_id = w.user_id and a.module_id = w.module_id and a.status <> 'voided')`;
