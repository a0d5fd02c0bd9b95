import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { ChangeEffect } from './change-effect.ts';
import { namedInEffect, type NamedPerson } from './people-named.ts';
import { membersToBe, planFor, totalsOf, type Demand, type PlanTotals } from './plan.ts';

/** A person who gets assignments by a plan, with the modules and due dates. */
interface Served extends NamedPerson {
  readonly changes: ChangeEffect['people'][number]['changes'];
}

/** A plan in the form of a preview: figures, and people by name (MTX-06). */
export interface ShownPlan extends PlanTotals {
  readonly users: readonly Served[];
  readonly skippedCount: number;
  readonly skipped: readonly NamedPerson[];
}

/** The people for whom a plan is previewed, and the number of people who are listed by name; the figures cover the rest. */
export interface PreviewTerms {
  /** Null names everybody. */
  readonly named: number | null;
  /** The chosen people. Those who get nothing are listed separately. */
  readonly chosen?: readonly string[];
  readonly membership?: { readonly matrixId: number; readonly userIds: readonly string[] } | null;
}

const person = (alias: string) => sql`${sql.raw(alias)}.id, ${sql.raw(alias)}.first_name as "firstName",
  ${sql.raw(alias)}.last_name as "lastName", ${sql.raw(alias)}.email, ${sql.raw(alias)}.job_title as "jobTitle",
  ${sql.raw(alias)}.is_active as "isActive"`;
const byName = (alias: string) =>
  sql.raw(`lower(${alias}.last_name), lower(${alias}.first_name), ${alias}.id`);

/**
 * Reads a plan without carrying it out (MTX-06 'shows its effect first'). The hash covers all of it, whether listed by name or
 * not. The database cannot estimate the number of rows of a plan, especially right after people were created, so nothing is
 * joined to it without an index.
 */
export async function previewPlan(
  db: Kysely<DB>,
  demand: Demand,
  { named, chosen = [], membership = null }: PreviewTerms,
): Promise<ShownPlan> {
  const { rows } = await sql<ShownPlan>`
    with planned as materialized (${planFor(demand)}),
    members as materialized (${membersToBe(membership?.matrixId ?? null, membership?.userIds ?? [])}),
    totals as (${totalsOf('planned', 'members')}),
    named as materialized (
      select u.* from users u where u.id in (select user_id from planned) order by ${byName('u')} limit ${named}::int
    ),
    served as (
      select n.*, p.changes from (
        select l.user_id, json_agg(json_build_object('kind', 'assigned', 'moduleId', t.id, 'title', t.title,
          'dueDate', l.due_date) order by lower(t.title), t.id) as changes
        from planned l join training_modules t on t.id = l.module_id
        where ${named === null ? sql`true` : sql`l.user_id in (select id from named)`} group by l.user_id
      ) p join users n on n.id = p.user_id
    ),
    others as (
      select u.* from users u where u.erased_at is null and u.id in (
        select unnest(${[...chosen]}::text[]) except select user_id from planned)
    )
    select totals.*,
      coalesce((select json_agg(o order by o.place) from (
        select ${person('s')}, s.changes, row_number() over (order by ${byName('s')}) as place from served s
      ) o), '[]') as users,
      (select count(*)::int from others) as skipped_count,
      coalesce((select json_agg(o order by o.place) from (
        select ${person('s')}, row_number() over (order by ${byName('s')}) as place from others s order by ${byName('s')}
          limit ${named}::int
      ) o), '[]') as skipped
    from totals
  `.execute(db);
  const [plan] = rows;
  if (!plan) throw new Error('a plan without totals');
  return plan;
}

/** Converts a plan to the form of any effect (MTX-06): it only assigns. */
export function effectOfPlan({ assignments, people, users }: ShownPlan): ChangeEffect {
  const none = { assignments: 0, people: 0 };
  return {
    assigned: { assignments, people },
    voided: none,
    noLongerRequired: none,
    requiredAgain: none,
    peopleCount: people,
    people: users.slice(0, namedInEffect).map(({ id, firstName, lastName, email, jobTitle, changes }) => ({
      id,
      firstName,
      lastName,
      email,
      jobTitle,
      changes,
    })),
  };
}
