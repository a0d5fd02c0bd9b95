import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { isOpenOrValid, todayIn } from './effective-status.ts';

/** Returns a condition for ids of people or of matrices, by which a statement starts with the few that are needed. */
type Narrowing = (id: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The only people and matrices that are needed. */
interface Among {
  readonly people?: Narrowing | undefined;
  readonly matrices?: Narrowing | undefined;
}

/** The one person or matrix of an expression. */
export const isOne =
  (expression: RawBuilder<unknown>): Narrowing =>
  (id) =>
    sql`${id} = ${expression}`;

/** The people or matrices of a select of ids. */
const isOneOf =
  (select: RawBuilder<unknown>): Narrowing =>
  (id) =>
    sql`${id} in (${select})`;

/** The same, where the planner is to expect few. */
const isAnyOf =
  (select: RawBuilder<unknown>): Narrowing =>
  (id) =>
    sql`${id} = any(array(${select}))`;

const everyone: Narrowing = () => sql`true`;

/** SQL of people and the matrices assigned to them: explicit members, and people with one of its trainings. */
export const assignedPairs = ({
  people = everyone,
  matrices = everyone,
}: Among = {}): RawBuilder<unknown> => sql`
  select h.matrix_id, h.user_id, bool_or(h.is_member) as is_member from (
    select mm.matrix_id, mm.user_id, true as is_member from matrix_members mm
    where mm.removed_at is null and ${people(sql`mm.user_id`)} and ${matrices(sql`mm.matrix_id`)}
    union all
    select distinct a.matrix_id, a.user_id, false from training_matrices x
    join training_assignments a on a.matrix_id = x.id and a.status <> 'voided'
    where x.archived_at is null and ${people(sql`a.user_id`)} and ${matrices(sql`x.id`)}
  ) h group by h.matrix_id, h.user_id`;

/** SQL of the people `u` with their pairs `p` of {@link assignedPairs} and matrices `m`, to be read along the index of names up to a page. */
export const assignedByName: RawBuilder<unknown> = sql`
  users u cross join lateral (${assignedPairs({ people: isOne(sql`u.id`) })}) p join training_matrices m on m.id = p.matrix_id`;

/**
 * SQL of which active people are in which matrix (MTX-06), as (matrix_id, user_id, organization_id). It selects the people of
 * `belongs` in two parts, each joined by an index, because with `or` the database would compare each person with each matrix.
 */
const peopleIn = ({ people = everyone, matrices = everyone }: Among = {}): RawBuilder<unknown> => sql`
  select m.id as matrix_id, u.id as user_id, u.organization_id
  from training_matrices m join users u on ${isActivePerson('u')} and ${matrixMatchesSql('m', 'u')}
    and ${people(sql`u.id`)} and ${matrices(sql`m.id`)}
  union all
  select x.matrix_id, u.id, u.organization_id
  from matrix_members x join training_matrices m on m.id = x.matrix_id
  join users u on u.id = x.user_id and ${isActivePerson('u')} and ${matrixMatchesSql('m', 'u')} is not true and ${people(sql`u.id`)}
  where x.removed_at is null and ${matrices(sql`m.id`)}`;

/** SQL that decides whether the entry `e` of a matrix requires the module `t` of a person `b` of {@link peopleIn}. */
const isAsked = sql`t.is_active and t.retired_at is null and (t.organization_id is null or t.organization_id = b.organization_id)`;

/** SQL of the assignments by which such a person has the module open or validly completed. */
const settling = (without?: readonly number[]): RawBuilder<unknown> => sql`
  training_assignments a where a.user_id = b.user_id and a.module_id = e.module_id
    and ${isOpenOrValid(sql`a.status`, sql`a.next_renewal_date`, sql`coalesce(z.today, today_in('UTC'))`)}
    ${without ? sql`and a.id <> all(${[...without]}::int[])` : sql``}`;

/** Joins the day `z` where a person of {@link peopleIn} is. */
const dayOf = sql`left join (select id, ${todayIn(sql`time_zone`)} as today from organizations) z on z.id = b.organization_id`;

/**
 * SQL of the required modules that active people in a matrix have neither open nor validly completed (MTX-06), without certain
 * assignments. Modules that belong to this organization are not missing for members of another one, because they cannot be
 * assigned to them.
 *
 * @param people a select of the ids of the only people who are needed
 * @param areFew whether these people are found one by one: the planner does not know how many a team has
 */
export const missingTrainings = ({
  without,
  people,
  areFew = false,
}: {
  readonly without?: readonly number[];
  readonly people?: RawBuilder<unknown> | undefined;
  readonly areFew?: boolean;
} = {}): RawBuilder<unknown> => sql`
  select b.matrix_id, b.user_id, e.module_id
  from (${peopleIn({ people: people && (areFew ? isAnyOf(people) : isOneOf(people)) })}) b
  join training_matrix e on e.matrix_id = b.matrix_id and e.is_required
  join training_modules t on t.id = e.module_id
  ${dayOf}
  where ${isAsked} and not exists (select from ${settling(without)})`;

/**
 * SQL of which people have a missing training in which matrix. One missing module per person is enough, so each is looked up
 * separately; a join would read everything that the person has for it.
 */
export const waitingPairs = (among: Among = {}): RawBuilder<unknown> => sql`
  select b.matrix_id, b.user_id from (${peopleIn(among)}) b ${dayOf}
  where coalesce((
    select true from training_matrix e join training_modules t on t.id = e.module_id
    where e.matrix_id = b.matrix_id and e.is_required and ${isAsked}
      and not coalesce((select true from ${settling()} limit 1), false)
    limit 1), false)`;

/**
 * SQL of the active people of whom a matrix requires a module, as (user_id), whatever they have; a person of several matrices comes several
 * times.
 *
 * @param moduleId expression of the module's id
 */
export const peopleRequiredFor = (moduleId: RawBuilder<unknown>): RawBuilder<unknown> => {
  const required = sql`e.is_required and e.module_id = ${moduleId}`;
  return sql`
    select b.user_id
    from (${peopleIn({ matrices: isOneOf(sql`select e.matrix_id from training_matrix e where ${required}`) })}) b
    join training_modules t on t.id = ${moduleId} and ${isAsked}`;
};

/**
 * SQL of the active people who have no assignment of a module that a matrix requires of them, as (user_id). It looks at some
 * modules only, and stops at the first one per person.
 *
 * @param modules an array of module ids
 */
export const peopleWithout = (modules: RawBuilder<unknown>): RawBuilder<unknown> => {
  const required = sql`e.is_required and e.module_id = any(${modules})`;
  return sql`
    select b.user_id from (${peopleIn({ matrices: isOneOf(sql`select e.matrix_id from training_matrix e where ${required}`) })}) b
    where coalesce((
      select true from training_matrix e join training_modules t on t.id = e.module_id
      where e.matrix_id = b.matrix_id and ${required} and ${isAsked} and not coalesce((
        select true from training_assignments a
        where a.user_id = b.user_id and a.module_id = e.module_id and a.status <> 'voided' limit 1), false)
      limit 1), false)`;
};

/**
 * SQL of what people and matrices have to do with each other, as rows of `person_matrix_figures`: assigned, as a member or not,
 * or waiting. It is the rule; the stored rows only save time. A test compares both.
 */
export const countedPairs = (among: Among): RawBuilder<unknown> => sql`
  select u.id as user_id, p.matrix_id, u.organization_id, bool_or(p.is_assigned) as is_assigned,
    bool_or(p.is_member) as is_member, bool_or(p.is_waiting) as is_waiting
  from (
    select matrix_id, user_id, true as is_assigned, is_member, false as is_waiting from (${assignedPairs(among)}) a
    union all
    select matrix_id, user_id, false, false, true from (${waitingPairs(among)}) w
  ) p join users u on u.id = p.user_id and u.erased_at is null
  group by u.id, p.matrix_id`;
