import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { peopleGroups } from '#shared/contract/matrix-overview.ts';
import type { DB } from '#server/db/db.d.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { isExpired } from './effective-status.ts';
import { assignedCount, currentMatrices, firstAssigned, matrixCtes } from './figures/matrix-figures.ts';
import { assignedByName, assignedPairs, isOne, waitingPairs } from './matrix-pairs.ts';
import type { NamedPerson } from './people-named.ts';

/** The people of a matrix card (SPEC §2.8). */
export interface MatrixPeople {
  readonly userCount: number;
  readonly memberCount: number;
  readonly users: readonly NamedPerson[];
  readonly notAssignedCount: number;
}

/** The largest number of people that a card names; it counts the others. */
const namedOnCard = 20;

/** Returns the people of each matrix for its card: those who are assigned, and the number who wait (MTX-06). */
export async function peopleOfMatrices(
  db: Kysely<DB>,
  reach: Reach,
  matrixIds: readonly number[],
): Promise<ReadonlyMap<number, MatrixPeople>> {
  if (matrixIds.length === 0) return new Map();
  const ids = sql`any(${[...matrixIds]}::int[])`;
  // Planning it takes longer than its rows, and its text depends on the kind of reach alone.
  const rows = await queryPrepared(
    db,
    'matrices.people',
    sql<MatrixPeople & { matrixId: number }>`
    with ${matrixCtes},
    current as materialized (${currentMatrices(reach, sql`matrix_id = ${ids}`)}),
    first as (
      select c.matrix_id, u.*, row_number() over (partition by c.matrix_id order by lower(u.last_name), lower(u.first_name), u.id) as place
      from current c cross join lateral (${firstAssigned(namedOnCard)}) f join users u on u.id = f.user_id
    ),
    cards as (
      select matrix_id, json_agg(json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email,
        'jobTitle', job_title) order by place) as users
      from first where place <= ${namedOnCard} group by matrix_id
    ),
    sums as (
      select matrix_id, sum(people)::int as people, sum(members)::int as members, sum(waiting)::int as waiting
      from current group by matrix_id
    )
    select m.id as matrix_id, coalesce(s.people, 0) as user_count, coalesce(s.members, 0) as member_count,
      coalesce(c.users, '[]') as users, coalesce(s.waiting, 0) as not_assigned_count
    from training_matrices m left join sums s on s.matrix_id = m.id left join cards c on c.matrix_id = m.id
    where m.id = ${ids}`,
  );
  return new Map(rows.map(({ matrixId, ...people }) => [matrixId, people]));
}

/** Filters and page of the list of people of matrices. */
interface PeopleOfMatricesQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  readonly matrixId?: number | undefined;
  readonly group: (typeof peopleGroups)[number];
}

/** A person with a matrix, as the list shows them. */
interface PersonOfMatrix extends NamedPerson {
  readonly matrixId: number;
  readonly matrixName: string;
  readonly organizationName: string | null;
  readonly isMember: boolean;
  readonly isMatched: boolean;
  readonly open: number;
  readonly completed: number;
  readonly expired: number;
}

/** Returns a page of the people of matrices and how many pairs there are (GET /api/training-matrix/people). */
export async function listPeopleOfMatrices(
  db: Kysely<DB>,
  query: PeopleOfMatricesQuery,
): Promise<{ readonly rows: readonly PersonOfMatrix[]; readonly total: number }> {
  const pattern = query.q ? containing(query.q) : null;
  const waiting = query.group === 'waiting';
  const byName = sql`lower(u.last_name), lower(u.first_name), u.id, m.id`;
  const order = orderBy(
    query.sort,
    { name: sql`lower(u.last_name)`, matrix: sql`lower(m.name)` },
    'name',
    byName,
  );
  const conditions = sql`u.erased_at is null
    and ${query.matrixId === undefined ? sql`true` : sql`p.matrix_id = ${query.matrixId}`}
    and ${query.group === 'members' ? sql`p.is_member` : sql`true`}
    and (${pattern}::text is null or concat_ws(' ', u.first_name, u.last_name) ilike ${pattern}
      or u.email ilike ${pattern} or m.name ilike ${pattern})`;
  const among = query.matrixId === undefined ? {} : { matrices: isOne(sql`${query.matrixId}`) };
  const all = sql`(${waiting ? waitingPairs(among) : assignedPairs(among)}) p
    join users u on u.id = p.user_id join training_matrices m on m.id = p.matrix_id`;
  // Of everybody's pairs only the page is put in order, and the others are counted; a narrowed list starts with what narrows it.
  const isEverybody = query.group === 'assigned' && query.matrixId === undefined && pattern === null;
  const isByName = isEverybody && (query.sort ?? 'name') === 'name';
  const page = isByName
    ? sql`${matrixCtes}, page as materialized (
        select t.*, (${assignedCount}) as total, row_number() over () as place from (
          select p.matrix_id, p.user_id from ${assignedByName} where ${conditions}
          order by ${order} limit ${query.limit} offset ${query.offset}) t
      )`
    : sql`page as materialized (
        select p.matrix_id, p.user_id, (count(*) over ())::int as total, row_number() over (order by ${order}) as place
        from ${all} where ${conditions}
        order by place limit ${query.limit} offset ${query.offset}
      )`;
  const rows = await queryPrepared(
    db,
    'matrices.peopleOf',
    sql<PersonOfMatrix & { total: number }>`
    with ${page}
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, m.id as matrix_id, m.name as matrix_name,
      o.name as organization_name, coalesce(${matrixMatchesSql('m', 'u')}, false) as is_matched, page.total,
      exists (select 1 from matrix_members mm where mm.matrix_id = m.id and mm.user_id = u.id and mm.removed_at is null)
        as is_member,
      coalesce(c.open, 0) as open, coalesce(c.completed, 0) as completed, coalesce(c.expired, 0) as expired
    from page join users u on u.id = page.user_id join training_matrices m on m.id = page.matrix_id
    left join organizations o on o.id = m.organization_id
    cross join lateral (
      select today_in(coalesce((select w.time_zone from organizations w where w.id = u.organization_id), 'UTC')) as today
    ) h
    left join lateral (
      select (count(*) filter (where a.status in ('not_started', 'in_progress')))::int as open,
        (count(*) filter (where a.status = 'completed' and not ${isExpired('a', sql`h.today`)}))::int as completed,
        (count(*) filter (where ${isExpired('a', sql`h.today`)}))::int as expired
      from training_assignments a where a.user_id = u.id and a.matrix_id = m.id
    ) c on true
    order by page.place
  `,
  );
  if (rows.length > 0 || query.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const { total } = await listPeopleOfMatrices(db, { ...query, limit: 1, offset: 0 });
  return { rows: [], total };
}
