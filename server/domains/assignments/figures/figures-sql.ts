import { sql, type RawBuilder } from 'kysely';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';
import type { ReminderStatus } from '#shared/domain/compliance/figures.ts';
import { isOverdue } from '../effective-status.ts';

/** CTE bodies and columns that the fold and all readers of figures share, so that they cannot disagree (CMP-03). */

/** Today's calendar date of each organization; people without one have that of UTC. */
export const daysCte = sql`days as materialized (select id, today_in(time_zone) as today from organizations)`;

/**
 * People whose stored counts are outdated because a day has passed. It is a function, because the planner then expects few rows,
 * which is right.
 */
export const peopleDue = sql`select user_id from people_due() user_id`;

/** People whose stored counts are outdated. */
export const staleCte = sql`stale as materialized (select user_id from figure_changes union (${peopleDue}))`;

const open = sql`a.status in ('not_started', 'in_progress')`;
const late = sql`coalesce(${isOverdue(sql`a.status`, sql`a.due_date`, sql`t.today`)}, false)`;
const valid = sql`(a.next_renewal_date is null or a.next_renewal_date >= t.today)`;

/**
 * The combined state of all cycles of one module of a person (CMP-03), as columns of a select that is grouped by person and
 * module. It is the only definition of the rule in SQL. It needs the assignments `a` that are not voided and a relation `t` with
 * the day `today`.
 */
export const moduleFacts = sql`bool_or(${open}) as open, bool_or(a.status = 'in_progress') as started, bool_or(${late}) as late,
  bool_or(a.status = 'completed' and ${valid}) as valid,
  bool_or(a.status = 'completed') and not bool_or(a.status = 'completed' and ${valid}) as expired`;

/**
 * Returns the one status of a module for a person, for lists that show each person in one place (MTX-09). An overdue renewal of
 * an expired completion is overdue. If the renewal is not yet due, the module is expired.
 *
 * @param facts alias of a relation with {@link moduleFacts}
 */
export const moduleStatus = (facts: string): RawBuilder<EffectiveStatus> => {
  const is = (fact: string) => sql.ref(`${facts}.${fact}`);
  return sql<EffectiveStatus>`case when ${is('late')} then 'overdue' when ${is('expired')} then 'expired'
    when ${is('started')} then 'in_progress' when ${is('open')} then 'not_started' else 'completed' end`;
};

const personNames = `user_id, organization_id, department_id, role, is_active, has_signed_in, total, completed, in_progress,
   not_started, overdue, expired, completions, required, required_open, required_late, is_due, completion_seconds, last_change`;

/** The columns of `past_figures` in their order, which those of `person_figures` start with. */
export const pastColumns = sql.raw(`${personNames}, next_change_on`);

/** The columns of `person_figures` in their order. */
export const personColumns = sql.raw(`${personNames}, next_change_on, invitation_open`);

/** The columns that `person_module_figures` stores for a module of a person; {@link factsOf} also gives the time of the next change. */
const factNames = [
  'open',
  'started',
  'late',
  'valid',
  'expired',
  'required',
  'was_due',
  'completions',
  'completion_seconds',
  'last_change',
];

/** The columns of `person_module_figures` behind its key. */
export const factColumns = sql.raw(factNames.join(', '));

/** Returns those columns of an alias. */
export const factsIn = (alias: string): RawBuilder<unknown> =>
  sql.raw(factNames.map((name) => `${alias}.${name}`).join(', '));

/** SQL that updates an existing row with the inserted facts. */
export const updatedFacts = sql.raw(factNames.map((name) => `${name} = excluded.${name}`).join(', '));

/**
 * Returns SQL of the facts of each module of one person for `cross join lateral`. Needs a relation `t` with the day `today`.
 *
 * @param assignments the person's assignments that are not voided
 */
export const factsOf = (assignments: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.module_id, ${moduleFacts},
    (count(*) filter (where a.status = 'completed'))::int as completions,
    coalesce(bool_or(a.is_required) filter (where ${open}), bool_or(a.is_required)) as required,
    coalesce(bool_or(a.due_date <= t.today), false) as was_due,
    coalesce(sum(extract(epoch from a.completed_at - a.assigned_date)) filter (where a.status = 'completed'), 0) as completion_seconds,
    max(coalesce(a.completed_at, a.started_at)) as last_change,
    least(min(a.due_date) filter (where a.due_date > t.today),
      min(a.due_date + 1) filter (where ${open} and a.due_date >= t.today),
      min(a.next_renewal_date + 1) filter (where a.status = 'completed' and a.next_renewal_date >= t.today)) as next_change_on
  from (${assignments}) a group by a.module_id`;

/** Returns the columns in which a module with these facts counts for its person. */
const countedAs = (m: string): readonly (readonly [column: string, condition: string])[] => [
  ['completed', `${m}.valid and not ${m}.open`],
  ['in_progress', `${m}.started and not ${m}.late`],
  ['not_started', `${m}.open and not ${m}.started and not ${m}.late`],
  ['overdue', `${m}.late`],
  ['expired', `${m}.expired`],
  ['required', `${m}.required`],
  ['required_open', `${m}.required and ${m}.open and not ${m}.late and not ${m}.expired`],
  ['required_late', `${m}.required and (${m}.late or ${m}.expired)`],
];
const isDue = (m: string) => `${m}.required and (${m}.late or ${m}.expired or ${m}.was_due)`;

/** The counts of all modules of a person, as columns over facts `m`, of which there may be none. */
export const addedFacts = sql.raw(
  [
    'count(m.module_id)::int as total',
    ...countedAs('m').map(([name, condition]) => `(count(*) filter (where ${condition}))::int as ${name}`),
    'coalesce(sum(m.completions), 0)::int as completions',
    `coalesce(bool_or(${isDue('m')}), false) as is_due`,
    'coalesce(sum(m.completion_seconds), 0) as completion_seconds',
    'max(m.last_change) as last_change',
  ].join(', '),
);

/** The counts of one module of a person, as columns over its facts `m`. */
export const countedFacts = sql.raw(
  [
    '1 as total',
    ...countedAs('m').map(([name, condition]) => `(${condition})::int as ${name}`),
    'm.completions',
    `(${isDue('m')}) as is_due`,
    'm.completion_seconds',
    'm.last_change',
    'null::date as next_change_on',
  ].join(', '),
);

/**
 * Returns SQL of the counts of one person for `cross join lateral`: the columns of `person_figures` from `total` on. The same as
 * `countAssignments` of shared/domain/compliance, and a test compares both. Needs a relation `t` with the day `today`.
 *
 * @param assignments the person's assignments that are not voided
 */
export const countsOf = (assignments: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${addedFacts}, min(m.next_change_on) as next_change_on from (${factsOf(assignments)}) m`;

/** Returns SQL of the assignments of a person `u` that count, of one module where it is given. */
export const assignmentsOf = (moduleId?: number): RawBuilder<unknown> =>
  sql`select a.* from training_assignments a where a.user_id = u.id and a.status <> 'voided'
    and ${moduleId === undefined ? sql`true` : sql`a.module_id = ${moduleId}`}`;

/** Columns of a person that figures are distinguished by, of `users u`. */
export const placeColumns = sql.raw(
  'u.id as user_id, u.organization_id, u.department_id, u.role, u.is_active, u.last_sign_in_at is not null as has_signed_in',
);

/** Whether the invitation of a person `u` is open. */
export const invitationOpen = sql<boolean>`(u.last_sign_in_at is null or u.must_change_password)`;

/** Joins people who are not erased, `u`, with the day `t` where they are. Needs {@link daysCte}. */
export const joinPeople = (people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${people}) picked join users u on u.id = picked.user_id and u.erased_at is null
  left join days d on d.id = u.organization_id
  cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t`;

/**
 * Returns SQL of the present rows of `person_figures`, counted from users and assignments; erased people have none. Needs {@link
 * daysCte}.
 *
 * @param people a select of `user_id`, each once
 * @param moduleId counts this module alone, of the people who have it
 */
export const countedPeople = (people: RawBuilder<unknown>, moduleId?: number): RawBuilder<unknown> => sql`
  select ${placeColumns}, c.*, ${invitationOpen} as invitation_open from ${joinPeople(people)}
  cross join lateral (${countsOf(assignmentsOf(moduleId))}) c
  where ${moduleId === undefined ? sql`true` : sql`c.total > 0`}`;

/**
 * Returns the stored rows of people with the columns of `person_figures`.
 *
 * @param moduleId the counts of this module alone, of the people who have it
 * @param isLate only people whose required module is overdue or expired; an index finds them by their ids
 */
export const storedPeople = (moduleId?: number, isLate = false): RawBuilder<unknown> =>
  moduleId === undefined
    ? sql`select ${personColumns} from person_figures`
    : sql`select p.user_id, p.organization_id, p.department_id, p.role, p.is_active, p.has_signed_in, ${countedFacts}, p.invitation_open
        from person_module_figures m join person_figures p on p.user_id = m.user_id
        where m.module_id = ${moduleId} and ${isLate ? sql`m.required and (m.late or m.expired)` : sql`true`}`;

const isLate = 'required_late > 0';
const isOnTrack = 'required_late = 0 and (required_open > 0 or not has_signed_in)';
const isComplete = 'required_late = 0 and required_open = 0 and has_signed_in and required > 0';
const isOpen = '(in_progress + not_started > 0)';
const hasNothing = 'required = 0 and has_signed_in';

/** The part of a row of `person_figures` in each column of `group_figures`: the definitions of CMP-03 in SQL. */
const contributions: Readonly<Record<string, string>> = {
  people: '1',
  active: 'is_active::int',
  overdue_people: `(is_active and ${isLate})::int`,
  on_track: `(is_active and ${isOnTrack})::int`,
  complete: `(is_active and ${isComplete})::int`,
  never_signed_in: `(is_active and ${isOnTrack} and not has_signed_in)::int`,
  due_people: '(is_active and is_due)::int',
  mixed_people: `(is_active and ${isLate} and ${isOpen})::int`,
  invited_people: `(is_active and invitation_open and (${isLate} or ${isOnTrack}))::int`,
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

/** The key columns of groups. */
export const groupKeys = sql.raw(keys);

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

/**
 * Sums of people of one place and role, as rows of `group_figures` to be added (1) or removed (-1).
 *
 * @param people rows of `person_figures`
 * @param byModule of each module alone: rows of `group_module_figures`
 */
export function contributionsOf(
  people: RawBuilder<unknown>,
  sign: 1 | -1,
  byModule = false,
): RawBuilder<unknown> {
  const sums = sumNames.map((name) => `${String(sign)} * sum(${contributions[name] ?? '0'}) as ${name}`);
  const by = sql.raw(byModule ? `module_id, ${keys}` : keys);
  return sql`select ${by}, ${sql.raw(sums.join(', '))} from (${people}) f group by ${by}`;
}

/** Whether sums that are added up change anything. */
export const isDifference = sql.raw(sumNames.map((name) => `sum(${name}) <> 0`).join(' or '));

/** Returns SQL of how two rows of one place and role become one. */
export const addTo = (table: 'group_figures' | 'group_module_figures'): RawBuilder<unknown> =>
  sql.raw(sumNames.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));

/**
 * The conditions for the groups of people by which a list is filtered (CMP-03); over a row of `person_figures` or of {@link
 * countedPeople}.
 */
export const stateConditions = {
  all: sql<boolean>`true`,
  compliant: sql<boolean>`(is_active and (${sql.raw(`${isOnTrack} or ${isComplete}`)}))`,
  overdue: sql<boolean>`(is_active and ${sql.raw(isLate)})`,
  pending: sql<boolean>`(is_active and ${sql.raw(isOnTrack)})`,
  complete: sql<boolean>`(is_active and ${sql.raw(isComplete)})`,
  nothing_required: sql<boolean>`(is_active and ${sql.raw(hasNothing)})`,
  never_signed_in: sql<boolean>`(is_active and ${sql.raw(isOnTrack)} and not has_signed_in)`,
} as const;

/** `reminderStatus` of shared/domain/compliance as conditions on the same rows; a test compares both. */
export const statusConditions: Readonly<Record<ReminderStatus, RawBuilder<boolean>>> = {
  overdue: sql<boolean>`(${sql.raw(`${isLate} and not ${isOpen}`)})`,
  mixed: sql<boolean>`(${sql.raw(`${isLate} and ${isOpen}`)})`,
  pending: sql<boolean>`(${sql.raw(isOnTrack)})`,
  compliant: sql<boolean>`(required_late = 0 and required_open = 0 and has_signed_in)`,
};
