import { sql, type RawBuilder } from 'kysely';
import type { AsOf } from '#shared/domain/calendar/as-of.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import {
  dueMoveSql,
  isOpenOrValid,
  moduleFacts,
  moduleStatus,
  missingTrainings,
} from '#server/domains/assignments/index.ts';
import { shownProgressSql } from '#server/domains/modules/index.ts';
import { assignmentsAsOf } from '../as-of.ts';
import { entriesAsOf } from '../exports/matrix-as-of.ts';
import { belongedAsOf, requestedMatrices } from '../qualified/qualified.queries.ts';
import { isOfFew, reportPeople, type ReportScope } from '../report-scope.ts';

/** The people and the module whose trainings are requested (MTX-09), with all filters of a module's page. */
export interface TrainingScope extends ReportScope {
  readonly status?: TrainingState | undefined;
  readonly version?: 'none' | number | undefined;
}

const stateSql = sql<TrainingState>`case when l.id is null then 'not_assigned' else ${moduleStatus('f')} end`;

/** SQL of the place of a state in the order of urgency. */
export const urgencyOf = (state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(${[...trainingStates]}::text[], ${state})`;

const ofModule = (column: string, moduleId: number | undefined): RawBuilder<boolean> =>
  moduleId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${moduleId}`;

/** SQL of the order of a person's cycles of a module, the current one first: the open one, or else the completion that is valid longest. */
export const currentCycleFirst = (alias: string): RawBuilder<unknown> =>
  sql.raw(`${alias}.status = 'completed', ${alias}.next_renewal_date desc nulls first, ${alias}.cycle desc`);

const progress = shownProgressSql({
  id: sql<number>`l.id`,
  status: sql<string>`l.status`,
  progress: sql<number>`l.progress`,
  moduleId: sql<number>`t.id`,
  versionId: sql<number | null>`v.id`,
});

/**
 * Returns the CTEs of a statement about training by module. The last one is `training`, with one row per active person and module
 * for the current cycle. If a matrix requires the module and nothing was assigned, the row has no cycle (MTX-06). The current
 * cycle is the open one, or else the completion that is valid longest. The state is that of the module: a person whose completion
 * has expired is expired while the renewal is open, as in compliance (CMP-03). The rows are not limited to the status and version
 * of the scope; {@link matchesTraining} does that. As of a day or an instant, see {@link trainingThen}.
 *
 * @param among a select of the ids of the only people who are needed, for the current state only
 */
export function trainingRows(
  { moduleId, ...scope }: TrainingScope,
  among?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (scope.asOf !== undefined) return trainingThen({ ...scope, asOf: scope.asOf }, moduleId);
  const some = among !== undefined || isNarrow(scope);
  const ofPeople = some ? sql`a.user_id in (select id from people)` : sql`true`;
  const waiting = some ? missingOf(scope) : missingTrainings();
  return sql`${reportPeople(scope, among)},
    latest as materialized (
      select distinct on (a.user_id, a.module_id) a.* from training_assignments a
      where a.status <> 'voided' and ${ofModule('a.module_id', moduleId)} and ${ofPeople}
      order by a.user_id, a.module_id, ${currentCycleFirst('a')}
    ),
    facts as materialized (
      select a.user_id, a.module_id, ${moduleFacts},
        nullif(max(coalesce(a.next_renewal_date, 'infinity')) filter (where a.status = 'completed'), 'infinity') as valid_until
      from training_assignments a join people t on t.id = a.user_id
      where a.status <> 'voided' and ${ofModule('a.module_id', moduleId)}
      group by a.user_id, a.module_id
    ),
    pairs as (
      select l.user_id, l.module_id from latest l
      union
      select w.user_id, w.module_id from (${waiting}) w where ${ofModule('w.module_id', moduleId)}
    ),
    training as (
      select p.*, t.id as module_id, t.title as module_title, t.reference as module_reference, l.id as assignment_id,
        ${stateSql} as state, case when l.status <> 'completed' then l.status end as open_status, case when l.id is not null then coalesce(r.version_number, v.number) end as version,
        coalesce(${progress}, 0) as progress, l.assigned_date, l.due_date, l.started_at, l.completed_at, l.score, t.current_version_id,
        case when l.completed_at is not null then coalesce(r.time_zone, 'UTC') end as completed_tz, r.kind as completion_kind,
        f.valid_until, l.cycle
      from pairs x join people p on p.id = x.user_id and p.is_active
      join training_modules t on t.id = x.module_id and t.content_type <> 'placeholder'
      left join latest l on l.user_id = x.user_id and l.module_id = x.module_id
      left join facts f on f.user_id = x.user_id and f.module_id = x.module_id
      left join training_records r on r.assignment_id = l.id
      left join module_versions v on v.id = case when l.status = 'not_started'
        then coalesce(t.current_version_id, l.module_version_id) else coalesce(l.module_version_id, t.current_version_id) end
    )`;
}

/**
 * Returns SQL of the same rows in a past state: the relations of every report of a past day (018), and the pending people by the
 * matrices of that day. Reading progress of the past is not stored, so there is none.
 */
function trainingThen(
  scope: ReportScope & { readonly asOf: AsOf },
  moduleId: number | undefined,
): RawBuilder<unknown> {
  const was = (column: string, type = 'text') =>
    sql`case when c.before ? ${sql.lit(column)} then (c.before ->> ${sql.lit(column)})::${sql.raw(type)} else t.${sql.ref(column)} end`;
  return sql`${reportPeople(scope)},
    ${entriesAsOf(scope.asOf, { moduleIds: moduleId === undefined ? undefined : [moduleId] })}, ${requestedMatrices},
    cycles as materialized (
      select a.* from people p cross join lateral (${assignmentsAsOf}) a where ${ofModule('a.module_id', moduleId)}
    ),
    latest as materialized (
      select distinct on (a.user_id, a.module_id) a.* from cycles a
      order by a.user_id, a.module_id, ${currentCycleFirst('a')}
    ),
    facts as materialized (
      select a.user_id, a.module_id, ${moduleFacts},
        nullif(max(coalesce(a.next_renewal_date, 'infinity')) filter (where a.status = 'completed'), 'infinity') as valid_until
      from cycles a join people t on t.id = a.user_id group by a.user_id, a.module_id
    ),
    pairs as (
      select l.user_id, l.module_id from latest l
      union
      select p.id, e.module_id from people p join matrices_asked m on p.is_active and ${belongedAsOf}
      join entries_then e on e.matrix_id = m.id and e.is_required
      join training_modules t on t.id = e.module_id and (t.organization_id is null or t.organization_id = p.organization_id)
      left join modules_then c on c.id = t.id and c.until = p.until
      where ${ofModule('e.module_id', moduleId)} and ${was('is_active', 'boolean')} and ${was('retired_at', 'timestamptz')} is null
        and not exists (select from cycles a where a.user_id = p.id and a.module_id = e.module_id
          and ${isOpenOrValid(sql`a.status`, sql`a.next_renewal_date`, sql`p.today`)})
    ),
    training as (
      select p.*, t.id as module_id, n.title as module_title, n.reference as module_reference, l.id as assignment_id,
        ${stateSql} as state, case when l.status <> 'completed' then l.status end as open_status,
        case when l.id is not null then coalesce(r.version_number, v.number) end as version,
        0 as progress, l.assigned_date, l.due_date, l.started_at, l.completed_at, l.score, n.current_version_id,
        case when l.completed_at is not null then coalesce(r.time_zone, 'UTC') end as completed_tz, r.kind as completion_kind,
        f.valid_until, l.cycle
      from pairs x join people p on p.id = x.user_id and p.is_active
      join training_modules t on t.id = x.module_id and t.content_type <> 'placeholder'
      left join modules_then c on c.id = t.id and c.until = p.until
      cross join lateral (select ${was('title')} as title, ${was('reference')} as reference,
        ${was('current_version_id', 'int')} as current_version_id) n
      left join latest l on l.user_id = x.user_id and l.module_id = x.module_id
      left join facts f on f.user_id = x.user_id and f.module_id = x.module_id
      left join training_records r on r.assignment_id = l.id and r.recorded_at < p.until
      left join module_versions v on v.id = case when l.status = 'not_started'
        then coalesce(n.current_version_id, l.module_version_id) else coalesce(l.module_version_id, n.current_version_id) end
    )`;
}

/** SQL of what matrices require of `people` in a scope and they do not have. */
export const missingOf = (scope: ReportScope): RawBuilder<unknown> =>
  missingTrainings({ people: sql`select id from people`, areFew: isOfFew(scope) });

/** Returns whether a scope is a part of the people: the statement then starts with them. */
export const isNarrow = ({ reach, org, departmentId, userId, managerId, q }: ReportScope): boolean =>
  !reach.all ||
  org !== 'all' ||
  [departmentId, userId, managerId].some((filter) => filter !== undefined) ||
  Boolean(q);

/** Joins a row of `training` with how the due date of its cycle was moved, `k` (RPT-05). */
export const moveOf = (row: string): RawBuilder<unknown> => sql`left join lateral (
  select k.* from (select ${sql.ref(`${row}.assignment_id`)} as id) a cross join lateral (${dueMoveSql(sql.ref(`${row}.until`))}) k) k on true`;

/** SQL condition over `training`: the status and the version that are wanted. */
export function matchesTraining({ status, version }: TrainingScope): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (status !== undefined) parts.push(sql`state = ${status}`);
  if (version === 'none') parts.push(sql`version is null`);
  else if (version !== undefined) parts.push(sql`version = ${version}`);
  return sql.join(parts, sql` and `);
}
