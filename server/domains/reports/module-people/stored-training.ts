import { sql, type RawBuilder } from 'kysely';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import {
  figureCtes,
  moduleCounts,
  moduleFacts,
  moduleStatus,
  peoplePage,
  peopleRequiredFor,
  missingTrainings,
} from '#server/domains/assignments/index.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { conditionsOf, isOfFew } from '../report-scope.ts';
import { currentCycleFirst, isNarrow, missingOf, trainingRows, type TrainingScope } from './training-rows.ts';

/** The maintained count of a person's module that a state has, and the maintained sum of those people. */
interface Kept {
  readonly has: RawBuilder<unknown>;
  readonly sum: RawBuilder<unknown>;
}

const states: Readonly<Partial<Record<TrainingState | 'any', Kept>>> = {
  any: { has: sql`true`, sum: sql`assigned` },
  completed: { has: sql`completed > 0`, sum: sql`completed` },
  overdue: { has: sql`overdue > 0`, sum: sql`overdue` },
  // An overdue renewal of an expired completion is overdue.
  expired: { has: sql`expired > 0 and overdue = 0`, sum: sql`expired` },
  not_assigned: { has: sql`false`, sum: sql`0` },
};

interface KeptPage {
  readonly moduleId: number;
  readonly status?: TrainingState | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Returns whether the maintained figures have the number of people of a scope: those of everybody now, for every version. */
export const isKept = (scope: TrainingScope): boolean =>
  scope.asOf === undefined &&
  scope.version === undefined &&
  scope.reach.all &&
  scope.org === 'all' &&
  [scope.departmentId, scope.userId, scope.managerId, scope.jobTitle, scope.q].every((one) => !one) &&
  states[scope.status ?? 'any'] !== undefined;

/** People and modules that matrices require of them without an assignment, from those of {@link missingTrainings}. */
const withoutAssignment = (missing: RawBuilder<unknown>) => sql`
  select w.user_id, w.module_id from (${missing}) w where not exists (
    select from training_assignments a where a.user_id = w.user_id and a.module_id = w.module_id and a.status <> 'voided')`;

const hasWaiting = (status: TrainingState | undefined) => status === undefined || status === 'not_assigned';

/**
 * Returns SQL of one row per active person and module of a scope without a past day, for every version. It has the rows of
 * `trainingRows`, but costs only the rows that are read: it uses the maintained figures, and the assignments of people with
 * outdated figures. It is for counting.
 */
export function storedTrainings({ moduleId, status, ...place }: TrainingScope): RawBuilder<unknown> {
  const ofModule = (column: string) =>
    moduleId === undefined ? sql`true` : sql`${sql.ref(column)} = ${moduleId}`;
  const inState = status === undefined ? sql`true` : sql`${moduleStatus('f')} = ${status}`;
  const waiting = hasWaiting(status)
    ? sql`union all select distinct w.user_id, w.module_id from (${withoutAssignment(isNarrow(place) ? missingOf(place) : missingTrainings())}) w where ${ofModule('w.module_id')}`
    : sql``;
  const ofPeople = isOfFew(place) ? sql`f.user_id = any(array(select id from people))` : sql`true`;
  return sql`
    with ${figureCtes},
    people as (select u.id from users u where u.is_active and ${conditionsOf(place)})
    select from (
      select f.user_id, f.module_id from person_module_figures f
      where ${ofPeople} and ${ofModule('f.module_id')} and ${inState} and not exists (select from stale s where s.user_id = f.user_id)
      union all
      select f.user_id, f.module_id from (
        select a.user_id, a.module_id, ${moduleFacts} from stale s join users x on x.id = s.user_id
        join training_assignments a on a.user_id = x.id and a.status <> 'voided' and ${ofModule('a.module_id')}
        left join days d on d.id = x.organization_id
        cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
        group by a.user_id, a.module_id
      ) f where ${inState}
      ${waiting}
    ) h
    join people p on p.id = h.user_id
    join training_modules m on m.id = h.module_id and m.content_type <> 'placeholder'`;
}

/**
 * Returns the CTEs of a page of a module's people in the order of their names, read along indexes only as far as the page goes
 * (PERF-03). `page` has their ids. `length` has the number of all people, from the maintained sums and the people who need the
 * module without having it.
 */
export function storedPeople(
  scope: TrainingScope,
  { moduleId, status, limit, offset }: KeptPage,
): RawBuilder<unknown> {
  const { has, sum } = states[status ?? 'any'] ?? { has: sql`true`, sum: sql`assigned` };
  const name = sql`lower(last_name), lower(first_name), user_id`;
  const most = limit + offset;
  const waiting = hasWaiting(status)
    ? sql`select distinct w.user_id from (${withoutAssignment(missingTrainings())}) w where w.module_id = ${moduleId}`
    : sql`select null::text as user_id where false`;
  const where = conditionsOf({ ...scope, moduleId: undefined });
  const page = peoplePage({
    moduleId,
    where: sql`${where} and u.is_active`,
    condition: has,
    order: name,
    limit: most,
    offset: 0,
  });
  return sql`${figureCtes},
    waiting as materialized (${waiting}),
    length as materialized (
      select (select count(*) from waiting)::int
        + coalesce((select ${sum} from (${moduleCounts(sql`select ${moduleId}::int`)}) c), 0) as total
    ),
    page as materialized (
      select user_id as id from (
        (select user_id, last_name, first_name from (${page}) having_it)
        union all
        (select u.id, u.last_name, u.first_name from waiting w join users u on u.id = w.user_id
          order by lower(u.last_name), lower(u.first_name), u.id limit ${most})
      ) people order by ${name} limit ${limit} offset ${offset}
    )`;
}

/**
 * Returns a statement of how everybody of a module spreads over versions and statuses now, from the maintained facts of the module. The
 * trainings of `trainingRows` are read only for people with outdated figures and for those who need the module without having it, and a
 * version only where a training is started: all others have the current one.
 */
export function storedGroups({
  moduleId,
  ...scope
}: TrainingScope & { readonly moduleId: number }): RawBuilder<unknown> {
  const others = sql`select user_id from stale union (${peopleRequiredFor(sql`${moduleId}::int`)} except select user_id from kept)`;
  return sql`with ${figureCtes},
    kept as materialized (
      select f.user_id, ${moduleStatus('f')} as state, f.open and not f.started and m.current_version_id is not null as is_current
      from person_module_figures f join training_modules m on m.id = f.module_id and m.content_type <> 'placeholder'
      join users u on u.id = f.user_id and ${isActivePerson('u')}
      where f.module_id = ${moduleId} and not exists (select from stale s where s.user_id = f.user_id)
    ),
    begun as (
      select distinct on (a.user_id) a.user_id, a.id, a.module_version_id
      from training_assignments a where a.module_id = ${moduleId} and a.status <> 'voided'
      order by a.user_id, ${currentCycleFirst('a')}
    ),
    ${trainingRows({ ...scope, moduleId }, others)}
    select version, state as status, sum(people)::int as people from (
      select v.number as version, k.state, k.people from (select state, count(*) as people from kept where is_current group by 1) k
      join training_modules m on m.id = ${moduleId} join module_versions v on v.id = m.current_version_id
      union all
      select coalesce(r.version_number, v.number), k.state, count(*) from kept k join begun b on b.user_id = k.user_id and not k.is_current
      left join training_records r on r.assignment_id = b.id
      join training_modules m on m.id = ${moduleId}
      left join module_versions v on v.id = coalesce(b.module_version_id, m.current_version_id)
      group by 1, 2
      union all
      select version, state, count(*) from training group by 1, 2
    ) parts
    group by version, state`;
}
