import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { isSettled, todayIn } from './effective-status.ts';
import type { NamedPerson } from './people-named.ts';

/** The people of a matrix card (SPEC §2.8). */
export interface MatrixPeople {
  readonly userCount: number;
  readonly users: readonly NamedPerson[];
  readonly notAssignedCount: number;
}

/** How many people a card names; the count says the rest. */
const namedOnCard = 50;

/**
 * People of each matrix: assigned ones are explicit members and those who have one of its trainings; not assigned are
 * active people in it who have a required module neither open nor validly completed (MTX-06).
 */
export async function peopleOfMatrices(
  db: Kysely<DB>,
  reach: Reach,
  matrixIds: readonly number[],
): Promise<ReadonlyMap<number, MatrixPeople>> {
  if (matrixIds.length === 0) return new Map();
  const visible = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const ids = sql`any(${[...matrixIds]}::int[])`;
  const [assigned, waiting] = await Promise.all([
    sql<{ matrixId: number; userCount: number; users: NamedPerson[] }>`
      select matrix_id, max(people)::int as user_count, json_agg(json_build_object('id', id, 'firstName', first_name,
        'lastName', last_name, 'email', email, 'jobTitle', job_title, 'isActive', is_active) order by place) as users
      from (
        select h.matrix_id, u.*, count(*) over (partition by h.matrix_id) as people,
          row_number() over (partition by h.matrix_id order by lower(u.last_name), lower(u.first_name), u.id) as place
        from (
          select matrix_id, user_id from matrix_members where matrix_id = ${ids} and removed_at is null
          union
          select matrix_id, user_id from training_assignments where matrix_id = ${ids} and status <> 'voided'
        ) h join users u on u.id = h.user_id
        where u.erased_at is null and ${visible}
      ) ranked where place <= ${namedOnCard} group by matrix_id
    `.execute(db),
    sql<{ matrixId: number; people: number }>`
      select m.id as matrix_id, count(distinct u.id)::int as people
      from training_matrices m
      join training_matrix e on e.matrix_id = m.id and e.is_required
      join training_modules t on t.id = e.module_id and t.is_active and t.retired_at is null
      join users u on u.is_active and u.erased_at is null and (${matrixMatchesSql('m', 'u')} or exists (
        select 1 from matrix_members mm where mm.matrix_id = m.id and mm.user_id = u.id and mm.removed_at is null))
      left join (select id, ${todayIn(sql`time_zone`)} as today from organizations) z on z.id = u.organization_id
      where m.id = ${ids} and ${visible} and not exists (
        select 1 from training_assignments a where a.user_id = u.id and a.module_id = e.module_id
          and ${isSettled(sql`a.status`, sql`a.next_renewal_date`, sql`coalesce(z.today, today_in('UTC'))`)})
      group by m.id
    `.execute(db),
  ]);
  const people = new Map(assigned.rows.map((row) => [row.matrixId, row]));
  const needs = new Map(waiting.rows.map((row) => [row.matrixId, row.people]));
  return new Map(
    matrixIds.map((id) => [
      id,
      {
        userCount: people.get(id)?.userCount ?? 0,
        users: people.get(id)?.users ?? [],
        notAssignedCount: needs.get(id) ?? 0,
      },
    ]),
  );
}
