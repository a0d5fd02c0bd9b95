import { sql, type RawBuilder } from 'kysely';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';
import { isOverdue } from '../effective-status.ts';

/** CTE bodies and columns that the fold and all readers of figures share, so that they cannot disagree (CMP-03). */

/** Today's calendar date of each organization; people without one have that of UTC. */
export const daysCte = sql`days as materialized (select id, today_in(time_zone) as today from organizations)`;

/** Nowhere is it later: what has not changed by this day has changed nowhere. */
const latestToday = sql`today_in('Etc/GMT-14')`;

/** People whose kept counts are past by the calendar. Needs {@link daysCte}. */
export const peopleDue = sql`
  select p.user_id from person_figures p left join days d on d.id = p.organization_id
  where p.next_change_on <= ${latestToday} and p.next_change_on <= coalesce(d.today, today_in('UTC'))`;

/** People whose kept counts are not those of this moment. Needs {@link daysCte}. */
export const staleCte = sql`stale as materialized (select user_id from figure_changes union ${peopleDue})`;

const open = sql`a.status in ('not_started', 'in_progress')`;
const late = sql`coalesce(${isOverdue(sql`a.status`, sql`a.due_date`, sql`t.today`)}, false)`;
const valid = sql`(a.next_renewal_date is null or a.next_renewal_date >= t.today)`;

/**
 * What the cycles of one module of a person come to (CMP-03), as columns of a select that is grouped by person and module: the
 * one home of the rule in SQL. Needs the assignments `a` that are not voided and a relation `t` with the day `today`.
 */
export const moduleFacts = sql`bool_or(${open}) as open, bool_or(a.status = 'in_progress') as started, bool_or(${late}) as late,
  bool_or(a.status = 'completed' and ${valid}) as valid,
  bool_or(a.status = 'completed') and not bool_or(a.status = 'completed' and ${valid}) as expired`;

/**
 * The one status of a module for a person, where each person is shown in one place (MTX-09): an overdue renewal of an expired
 * completion is overdue, one that is not yet due leaves the module expired.
 *
 * @param facts alias of a relation with {@link moduleFacts}
 */
export const moduleStatus = (facts: string): RawBuilder<EffectiveStatus> => {
  const is = (fact: string) => sql.ref(`${facts}.${fact}`);
  return sql<EffectiveStatus>`case when ${is('late')} then 'overdue' when ${is('expired')} then 'expired'
    when ${is('started')} then 'in_progress' when ${is('open')} then 'not_started' else 'completed' end`;
};

/** The columns of `person_figures` in their order. */
export const personColumns = sql.raw(
  `user_id, organization_id, department_id, role, is_active, has_signed_in, total, completed, in_progress, not_started,
   overdue, expired, completions, required, required_open, required_late, is_due, completion_seconds, last_change, next_change_on`,
);

/**
 * The counts of one person for `cross join lateral`: the columns of `person_figures` from `total` on. The same as
 * `countAssignments` of shared/domain/compliance, and a test compares both. Needs a relation `t` with the day `today`.
 *
 * @param assignments the person's assignments that are not voided
 */
export const countsOf = (assignments: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*)::int as total, (count(*) filter (where valid and not open))::int as completed,
    (count(*) filter (where started and not late))::int as in_progress,
    (count(*) filter (where open and not started and not late))::int as not_started,
    (count(*) filter (where late))::int as overdue, (count(*) filter (where expired))::int as expired,
    coalesce(sum(completions), 0)::int as completions, (count(*) filter (where required))::int as required,
    (count(*) filter (where required and open and not late and not expired))::int as required_open,
    (count(*) filter (where required and (late or expired)))::int as required_late,
    coalesce(bool_or(required and (late or expired or was_due)), false) as is_due,
    coalesce(sum(completion_seconds), 0) as completion_seconds, max(last_change) as last_change,
    min(next_change_on) as next_change_on
  from (
    select ${moduleFacts},
      count(*) filter (where a.status = 'completed') as completions,
      coalesce(bool_or(a.is_required) filter (where ${open}), bool_or(a.is_required)) as required,
      coalesce(bool_or(a.due_date <= t.today), false) as was_due,
      sum(extract(epoch from a.completed_at - a.assigned_date)) filter (where a.status = 'completed') as completion_seconds,
      max(coalesce(a.completed_at, a.started_at)) as last_change,
      least(min(a.due_date) filter (where a.due_date > t.today),
        min(a.due_date + 1) filter (where ${open} and a.due_date >= t.today),
        min(a.next_renewal_date + 1) filter (where a.status = 'completed' and a.next_renewal_date >= t.today)) as next_change_on
    from (${assignments}) a group by a.module_id
  ) modules`;

/**
 * The rows of `person_figures` as they are now, counted from users and assignments; erased people have none. Needs
 * {@link daysCte}.
 *
 * @param people a select of `user_id`, each once
 */
export function countedPeople(people: RawBuilder<unknown>): RawBuilder<unknown> {
  const assignments = sql`select a.* from training_assignments a where a.user_id = u.id and a.status <> 'voided'`;
  return sql`
    select u.id as user_id, u.organization_id, u.department_id, u.role, u.is_active,
      u.last_sign_in_at is not null as has_signed_in, c.*
    from (${people}) picked join users u on u.id = picked.user_id and u.erased_at is null
    left join days d on d.id = u.organization_id
    cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
    cross join lateral (${countsOf(assignments)}) c`;
}

const isLate = 'required_late > 0';
const isOnTrack = 'required_late = 0 and (required_open > 0 or not has_signed_in)';
const isComplete = 'required_late = 0 and required_open = 0 and has_signed_in and required > 0';
const hasNothing = 'required = 0 and has_signed_in';

/** What a row of `person_figures` adds to each column of `group_figures`: the definitions of CMP-03 in SQL. */
const contributions: Readonly<Record<string, string>> = {
  people: '1',
  active: 'is_active::int',
  overdue_people: `(is_active and ${isLate})::int`,
  on_track: `(is_active and ${isOnTrack})::int`,
  complete: `(is_active and ${isComplete})::int`,
  never_signed_in: `(is_active and ${isOnTrack} and not has_signed_in)::int`,
  due_people: '(is_active and is_due)::int',
  total: 'is_active::int * total',
  completed: 'is_active::int * completed',
  overdue: 'is_active::int * overdue',
  expired: 'is_active::int * expired',
  completions: 'is_active::int * completions',
  completion_seconds: 'is_active::int * completion_seconds',
};

/** Names of the columns of `group_figures` that are added up. */
export const sumNames: readonly string[] = Object.keys(contributions);
const keys = 'organization_id, department_id, role';

/** Those columns. */
export const sumColumns = sql.raw(sumNames.join(', '));

/** Those columns added up. */
export const addedColumns = sql.raw(sumNames.map((name) => `sum(${name})`).join(', '));

/** Those columns added up, and given back as numbers. */
export const summedColumns = sql.raw(
  sumNames
    .map((name) => `sum(${name})::${name === 'completion_seconds' ? 'float8' : 'bigint'} as ${name}`)
    .join(', '),
);

/** Sums of people of one place and role, as rows of `group_figures` to be added (1) or taken away (-1). */
export function contributionsOf(people: RawBuilder<unknown>, sign: 1 | -1): RawBuilder<unknown> {
  const sums = sumNames.map((name) => `${String(sign)} * sum(${contributions[name] ?? '0'}) as ${name}`);
  return sql`select ${sql.raw(keys)}, ${sql.raw(sums.join(', '))} from (${people}) f group by ${sql.raw(keys)}`;
}

/** How two rows of one place and role become one. */
export const addToGroup = sql.raw(
  sumNames.map((name) => `${name} = group_figures.${name} + excluded.${name}`).join(', '),
);

/** Which of people's groups a list is narrowed to (CMP-03); a row of `person_figures` or of {@link countedPeople}. */
export const stateConditions = {
  all: sql<boolean>`true`,
  compliant: sql<boolean>`(is_active and (${sql.raw(`${isOnTrack} or ${isComplete}`)}))`,
  overdue: sql<boolean>`(is_active and ${sql.raw(isLate)})`,
  pending: sql<boolean>`(is_active and ${sql.raw(isOnTrack)})`,
  complete: sql<boolean>`(is_active and ${sql.raw(isComplete)})`,
  nothing_required: sql<boolean>`(is_active and ${sql.raw(hasNothing)})`,
  never_signed_in: sql<boolean>`(is_active and ${sql.raw(isOnTrack)} and not has_signed_in)`,
} as const;
