import { sql, type RawBuilder } from 'kysely';
import { wholeReach, type Reach } from '#shared/domain/access/permissions.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { assignedPairs, countedPairs, isOne } from '../matrix-pairs.ts';
import { staleCte } from './figures-sql.ts';

/** How many people have a matrix, are members of it or wait in it (MTX-01): maintained by the fold, corrected by readers (CMP-03). */

const pairFacts = sql.raw('is_assigned, is_member, is_waiting');
const pairColumns = sql`user_id, matrix_id, organization_id, ${pairFacts}`;
const sums = ['people', 'members', 'waiting'];
const sumColumns = sql.raw(sums.join(', '));
const added = sql.raw(sums.map((name) => `sum(${name})::int as ${name}`).join(', '));

/** SQL of the sums of some pairs, as rows of `matrix_figures` to be added (1) or removed (-1), one for each pair. */
const partsOf = (pairs: RawBuilder<unknown>, sign: 1 | -1): RawBuilder<unknown> => {
  const one = (fact: string) => sql.raw(`${String(sign)} * ${fact}::int`);
  return sql`
    select matrix_id, organization_id, ${one('is_assigned')} as people, ${one('is_member')} as members, ${one('is_waiting')} as waiting
    from (${pairs}) f`;
};

/** SQL of the pairs of the people of a relation, or of its matrices, each found by itself. */
export const pairsOf = (relation: 'picked' | 'stale' | 'stale_matrices' | 'others'): RawBuilder<unknown> => {
  const among =
    relation === 'stale_matrices' ? { matrices: isOne(sql`s.matrix_id`) } : { people: isOne(sql`s.user_id`) };
  return sql`
    select c.* from ${sql.table(relation)} s cross join lateral (${countedPairs(among)} offset 0) c`;
};

/**
 * Returns common table expressions that store what changed between `before_pairs` and `counted_pairs`, which have the columns of
 * `person_matrix_figures`, and add the difference to the sums.
 */
const storedPairs = sql`
  gone_pairs as (
    delete from person_matrix_figures p using before_pairs b
    where p.user_id = b.user_id and p.matrix_id = b.matrix_id
      and not exists (select from counted_pairs c where c.user_id = b.user_id and c.matrix_id = b.matrix_id)
  ),
  kept_pairs as (
    insert into person_matrix_figures (${pairColumns})
    select ${pairColumns} from (select ${pairColumns} from counted_pairs except select ${pairColumns} from before_pairs) c
    on conflict (user_id, matrix_id) do update set organization_id = excluded.organization_id, is_assigned = excluded.is_assigned,
      is_member = excluded.is_member, is_waiting = excluded.is_waiting
  ),
  summed_pairs as (
    insert into matrix_figures (matrix_id, organization_id, ${sumColumns})
    select matrix_id, organization_id, ${added} from (
      ${partsOf(sql`select * from counted_pairs`, 1)} union all ${partsOf(sql`select * from before_pairs`, -1)}
    ) d group by matrix_id, organization_id having sum(people) <> 0 or sum(members) <> 0 or sum(waiting) <> 0
    on conflict (matrix_id, organization_id) do update set people = matrix_figures.people + excluded.people,
      members = matrix_figures.members + excluded.members, waiting = matrix_figures.waiting + excluded.waiting
  )`;

/** Common table expressions that store the matrices of the people of `picked`. */
export const foldedPairs = sql`
  counted_pairs as materialized (${pairsOf('picked')}),
  before_pairs as materialized (select p.* from person_matrix_figures p where p.user_id in (select user_id from picked)),
  ${storedPairs}`;

/** Counts the people of one changed matrix again; returns a row unless there was none. */
export const foldMatrix = sql<{ matrixId: number }>`
  with stale_matrices as materialized (select matrix_id from matrix_changes order by id limit 1),
  counted_pairs as materialized (${pairsOf('stale_matrices')}),
  before_pairs as materialized (select p.* from person_matrix_figures p where p.matrix_id in (select matrix_id from stale_matrices)),
  ${storedPairs},
  cleared as (delete from matrix_changes c using stale_matrices s where c.matrix_id = s.matrix_id)
  select matrix_id from stale_matrices`;

/** SQL that deletes the sums in which nobody is left. */
export const withoutEmpty = sql`delete from matrix_figures where people = 0 and waiting = 0`;

const isKept = (matrixId: string) =>
  sql`not exists (select from stale_matrices x where x.matrix_id = ${sql.ref(matrixId)})`;

/** Common table expressions: the people and matrices whose stored rows are outdated, and their present pairs. */
export const matrixCtes = sql`${staleCte},
  stale_matrices as materialized (select distinct matrix_id from matrix_changes),
  fresh_pairs as materialized (
    select * from (${pairsOf('stale')}) c where ${isKept('c.matrix_id')}
    union all ${pairsOf('stale_matrices')}
  )`;

/**
 * SQL of how many people of which organization have a matrix (`people`), are members of it or wait in it, exact at every moment.
 * Needs {@link matrixCtes}.
 *
 * @param reach whole organizations, which is what the permissions on matrices give
 * @param matrices a condition on `matrix_id`
 */
export function currentMatrices(
  reach: Reach,
  matrices: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  if (reach.self !== null || reach.reportsOf !== null)
    throw new Error('sums of matrices know organizations only');
  const visible = withinReach(reach, sql<string>`null`, sql<number | null>`organization_id`);
  return sql`
    select matrix_id, organization_id, ${added} from (
      select * from matrix_figures g where ${isKept('g.matrix_id')}
      union all
      ${partsOf(sql`select k.* from stale s join person_matrix_figures k on k.user_id = s.user_id where ${isKept('k.matrix_id')}`, -1)}
      union all
      ${partsOf(sql`select * from fresh_pairs`, 1)}
    ) parts where ${matrices} and ${visible}
    group by matrix_id, organization_id`;
}

/** SQL of the number of pairs of a person and a matrix assigned to the person. Needs {@link matrixCtes}. */
export const assignedCount = sql`select coalesce(sum(people), 0)::int from (${currentMatrices(wholeReach)}) c`;

/** Above so many people of an organization the first names are read along the index of names; everybody else is put in order. */
const fewPeople = 200;

/**
 * SQL of the first people by name to whom a matrix is assigned, as `user_id`, for `cross join lateral` with a row `c` of
 * {@link currentMatrices}: enough of each organization to find the first of all. People without an organization are always put in
 * order. Needs {@link matrixCtes}.
 */
export function firstAssigned(limit: number): RawBuilder<unknown> {
  const byName = sql`order by lower(u.last_name), lower(u.first_name), u.id limit ${limit}`;
  return sql`
    (select u.id as user_id from (
        select k.user_id from person_matrix_figures k
        where k.matrix_id = c.matrix_id and (k.organization_id = c.organization_id or k.organization_id is null and c.organization_id is null)
          and k.is_assigned and ${isKept('k.matrix_id')} and not exists (select from stale s where s.user_id = k.user_id)
        union all
        select f.user_id from fresh_pairs f
        where f.matrix_id = c.matrix_id and f.organization_id is not distinct from c.organization_id and f.is_assigned
      ) p join users u on u.id = p.user_id
      where c.people between 1 and ${fewPeople} or c.people > 0 and c.organization_id is null ${byName})
    union all
    (select u.id from users u
      where u.organization_id = c.organization_id and c.people > ${fewPeople} and u.erased_at is null
        and exists (${assignedPairs({ people: isOne(sql`u.id`), matrices: isOne(sql`c.matrix_id`) })}) ${byName})`;
}
