import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { renewalDays, todayIn } from './effective-status.ts';

/**
 * Assigns modules to sets of people (MTX-05, MTX-06, MTX-07). A demand is a relation (user_id, matrix_id, entry_id, module_id,
 * is_required, days_to_due, renewal_period, renewal_window). The plan is the set of assignments for it: one row per person and
 * module, by the strictest entry. It leaves out modules that the person has open, or has completed and need not renew yet
 * (MTX-08). Preview and command read the same plan, so that they cannot disagree.
 */
export type Demand = RawBuilder<unknown>;

const entryColumns = sql`e.matrix_id, e.id as entry_id, e.module_id, e.is_required, e.days_to_due,
  e.renewal_period, e.renewal_window`;

/** Returns all modules of a matrix, for chosen people (MTX-05). */
export function demandOfMatrix(matrixId: number, userIds: readonly string[]): Demand {
  return sql`
    select u.id as user_id, ${entryColumns}
    from users u cross join training_matrix e
    where u.id = any(${[...userIds]}::text[]) and e.matrix_id = ${matrixId}`;
}

/** SQL of the people who are in a matrix: by its rule or by explicit membership (MTX-06). */
export function belongs(matrix: string, person: string): RawBuilder<boolean> {
  return sql<boolean>`(${matrixMatchesSql(matrix, person)} or exists (
    select 1 from matrix_members mm
    where mm.matrix_id = ${sql.raw(matrix)}.id and mm.user_id = ${sql.raw(person)}.id and mm.removed_at is null))`;
}

/** Returns the modules that a matrix requires of the people in it (MTX-04, MTX-06); only the given ones of them, if any. */
export function demandOnMembers(matrixId: number, moduleIds?: readonly number[]): Demand {
  return sql`
    select u.id as user_id, ${entryColumns}
    from training_matrices m
    join training_matrix e on e.matrix_id = m.id and e.is_required and ${amongModules('e.module_id', moduleIds)}
    join users u on ${belongs('m', 'u')}
    where m.id = ${matrixId}`;
}

/** SQL of whether a module is among some; true of each where none are given. */
export function amongModules(
  moduleId: string,
  moduleIds: readonly number[] | undefined,
): RawBuilder<boolean> {
  return moduleIds ? sql<boolean>`${sql.raw(moduleId)} = any(${[...moduleIds]}::int[])` : sql<boolean>`true`;
}

/** Returns the modules that all matrices together require of chosen people (MTX-06); only some modules if given. */
export function demandOnPeople(userIds: readonly string[], moduleIds?: readonly number[]): Demand {
  return sql`
    select u.id as user_id, ${entryColumns}
    from users u
    join training_matrices m on ${belongs('m', 'u')}
    join training_matrix e on e.matrix_id = m.id and e.is_required and ${amongModules('e.module_id', moduleIds)}
    where u.id = any(${[...userIds]}::text[])`;
}

/**
 * Returns the renewals that matrices require of completions for which no assignment was ever created (MTX-08). It returns nothing
 * else, because an administrator may have left other modules to be assigned later. A voided completion does not count as such an
 * assignment. The result has every entry that requires the module for the person, whether or not its window has opened; the plan
 * decides among the entries. One day of tolerance covers every time zone; the plan checks exactly.
 */
export function demandOfRenewals(userIds?: readonly string[]): Demand {
  const days = renewalDays(sql`renewal_period`, sql`renewal_window`);
  const some = userIds ? sql`and c.user_id = any(${[...userIds]}::text[])` : sql``;
  return sql`
    select u.id as user_id, ${entryColumns}
    from training_assignments c
    join (select module_id, max(${days}) as days from training_matrix where is_required group by module_id) widest
      on widest.module_id = c.module_id
    join users u on u.id = c.user_id and u.is_active
    join training_matrix e on e.module_id = c.module_id and e.is_required
    join training_matrices m on m.id = e.matrix_id and ${belongs('m', 'u')}
    where c.status = 'completed' and c.next_renewal_date - widest.days <= (app_now() + interval '1 day')::date ${some}
      and c.next_renewal_date <= (app_now() + interval '1 day')::date
        + (select coalesce(max(${days}), 0) from training_matrix)
      and not exists (select 1 from training_assignments n
        where n.user_id = c.user_id and n.module_id = c.module_id and n.cycle > c.cycle
          and (n.status <> 'voided' or n.completed_at is null))`;
}

/** Returns the modules that all matrices would require of a person with a job title (MTX-07). */
export function demandOfJobTitle(userId: string, jobTitle: string): Demand {
  return sql`
    select u.id as user_id, ${entryColumns}
    from users u
    join training_matrices m on m.organization_id = u.organization_id
      and (m.department_id is null or m.department_id = u.department_id)
      and (m.job_title is null or ${nameKeySql(sql`m.job_title`)} = ${nameKeySql(sql`${jobTitle}::text`)})
    join training_matrix e on e.matrix_id = m.id and e.is_required
    where u.id = ${userId}`;
}

/** People with an absence that has not ended: few, and nothing is computed for others. No zone is farther than a day from this one. */
const maybeAbsent = sql`(select x.user_id from absences x
  where x.ended_at is null and (x.last_day is null or x.last_day >= app_now()::date - 1))`;

/**
 * SQL of the plan for a demand: `planned_due` is written, and `due_date` is what `move_due_date` stores instead for people who are away
 * (USR-10). Retired modules, modules of other organizations and inactive people get nothing.
 */
export function planFor(demand: Demand): RawBuilder<unknown> {
  return sql`
    select w.user_id, w.module_id, w.matrix_id, w.is_required, w.renewal_period, w.renewal_window, t.current_version_id,
      x.planned_due,
      case when w.user_id in ${maybeAbsent} then due_after_absences(w.user_id, x.planned_due) else x.planned_due end as due_date,
      had.valid_until is not null as is_renewal, coalesce(had.cycle, 0) + 1 as cycle
    from (
      select distinct on (user_id, module_id) d.user_id, d.matrix_id, d.entry_id, d.module_id, d.is_required, d.days_to_due,
        first_value(d.renewal_period) over often as renewal_period, first_value(d.renewal_window) over often as renewal_window
      from (${demand}) d
      window often as (partition by d.user_id, d.module_id order by d.renewal_period nulls last, d.entry_id)
      order by user_id, module_id, days_to_due, entry_id
    ) w
    join users u on u.id = w.user_id and ${isActivePerson('u')}
    left join (select id, ${todayIn(sql`time_zone`)} as today from organizations) oz on oz.id = u.organization_id
    cross join lateral (select coalesce(oz.today, today_in('UTC')) as today) z
    join training_modules t on t.id = w.module_id and t.is_active and t.retired_at is null
      and t.content_type <> 'placeholder' and (t.organization_id is null or t.organization_id = u.organization_id)
    left join lateral (
      select max(a.cycle) as cycle, bool_or(a.status in ('not_started', 'in_progress')) as is_open,
        max(coalesce(a.next_renewal_date, 'infinity')) filter (where a.status = 'completed') as valid_until
      from training_assignments a where a.user_id = w.user_id and a.module_id = w.module_id
    ) had on true
    cross join lateral (
      select case when had.valid_until >= z.today then had.valid_until else z.today + w.days_to_due end as planned_due) x
    where had.is_open is not true
      and coalesce(had.valid_until - ${renewalDays(sql`w.renewal_period`, sql`w.renewal_window`)} < z.today, true)`;
}

/** The totals of a plan, with the hash by which a command recognizes the effect that was shown (MTX-06). */
export interface PlanTotals {
  readonly assignments: number;
  readonly people: number;
  readonly newMembers: number;
  readonly effectHash: string;
}

/** SQL of the totals over relations of planned or made rows and of new members; both sides hash the same lines. */
export function totalsOf(rows: string, members: string): RawBuilder<PlanTotals> {
  return sql<PlanTotals>`
    select (select count(*)::int from ${sql.raw(rows)}) as assignments,
      (select count(distinct user_id)::int from ${sql.raw(rows)}) as people,
      (select count(*)::int from ${sql.raw(members)}) as new_members,
      (select encode(sha256(convert_to(coalesce(string_agg(line, E'\n' order by line collate "C"), ''), 'UTF8')), 'hex')
        from (
          select concat_ws(' ', 'a', user_id, module_id, due_date) as line from ${sql.raw(rows)}
          union all select 'm ' || user_id from ${sql.raw(members)}
        ) lines) as effect_hash`;
}

/** SQL of the people who would become explicit members of a matrix. */
export function membersToBe(matrixId: number | null, userIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select u.id as user_id from users u
    where u.id = any(${[...userIds]}::text[]) and ${isActivePerson('u')}
      and not exists (select 1 from matrix_members mm
        where mm.matrix_id = ${matrixId}::int and mm.user_id = u.id and mm.removed_at is null)`;
}

/** The type of the assignments of a plan. */
export interface PlanTerms {
  readonly assignmentType: 'matrix' | 'onboarding';
  /** The origin of the assignments, for people: the name of a matrix, or of the change. */
  readonly assignedBy: string | null;
  readonly membership?: { readonly matrixId: number; readonly userIds: readonly string[] };
  /** For one person only: the statement stays planned, and a plan for one is not one for many. */
  readonly prepared?: boolean;
}

/** A plan that was carried out. */
export interface CarriedOut extends PlanTotals {
  readonly userIds: readonly string[];
  /** How many each of them got. */
  readonly made: readonly { readonly userId: string; readonly assignments: number }[];
}

/**
 * Carries out a plan in one statement (MTX-05). The caller holds the locks of the people in id order ({@link lockPeople}), so
 * that a second command waits and then finds nothing to do. Rows are inserted in key order, and the partial unique index prevents
 * duplicates.
 */
export async function carryOut(
  tx: CommandTransaction,
  demand: Demand,
  terms: PlanTerms,
): Promise<CarriedOut> {
  const { membership, prepared } = terms;
  const onboarding = terms.assignmentType === 'onboarding';
  const statement = sql<Omit<CarriedOut, 'userIds'>>`
    with made as (
      insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
        assignment_type, matrix_id, renewal_frequency, renewal_window, is_onboarding_required, is_required, cycle)
      select p.user_id, p.module_id, p.current_version_id, ${terms.assignedBy}::text, ${tx.actorId}::text, p.planned_due,
        case when p.is_renewal and not ${onboarding}::boolean then 'renewal' else ${terms.assignmentType}::text end, p.matrix_id,
        p.renewal_period, p.renewal_window, ${onboarding}::boolean, p.is_required, p.cycle
      from (${planFor(demand)}) p
      order by p.user_id, p.module_id
      on conflict do nothing
      returning user_id, module_id, due_date
    ),
    members as (
      insert into matrix_members (matrix_id, user_id, added_by)
      select ${membership?.matrixId ?? null}::int, user_id, ${tx.actorId}::text
      from (${membersToBe(membership?.matrixId ?? null, membership?.userIds ?? [])}) b order by user_id
      on conflict do nothing
      returning user_id
    ),
    totals as (${totalsOf('made', 'members')})
    select totals.*, coalesce((select json_agg(each order by each."userId") from (
      select user_id as "userId", count(*)::int as assignments from made group by user_id
    ) each), '[]') as made from totals`;
  const [done] = prepared
    ? await queryPrepared(tx.db, 'assignments.carryOut', statement)
    : (await statement.execute(tx.db)).rows;
  if (!done) throw new Error('a plan without totals');
  return { ...done, userIds: done.made.map(({ userId }) => userId) };
}

/**
 * Locks people in id order for the rest of the command. Every command that changes assignments does so before it
 * touches them: then two commands never wait for each other in a circle (T22, F19).
 */
export async function lockPeople(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    select id from users where id = any(${[...userIds]}::text[]) order by id for no key update
  `.execute(tx.db);
}
