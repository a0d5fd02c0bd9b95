import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { peopleGroups } from '#shared/contract/matrix-overview.ts';
import type { DB } from '#server/db/db.d.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { isExpired, isOpenOrValid, todayIn } from './effective-status.ts';
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

/**
 * SQL of people and the matrices assigned to them: explicit members, and people with one of its trainings, read in the order
 * of an index.
 *
 * @param person an expression of the only person who is needed: a page is read along the index of names, one person after the other
 */
export const assignedPairs = (person?: RawBuilder<unknown>): RawBuilder<unknown> => {
  const among = (id: string) => (person ? sql`and ${sql.ref(id)} = ${person}` : sql``);
  return sql`
    select h.matrix_id, h.user_id, bool_or(h.is_member) as is_member from (
      select mm.matrix_id, mm.user_id, true as is_member from matrix_members mm where mm.removed_at is null ${among('mm.user_id')}
      union all
      select x.id, a.user_id, false from training_matrices x
      cross join lateral (
        select distinct a.user_id from training_assignments a where a.matrix_id = x.id and a.status <> 'voided' ${among('a.user_id')}
      ) a
      where x.archived_at is null
    ) h group by h.matrix_id, h.user_id`;
};

/** SQL of the people `u` with their pairs `p` of {@link assignedPairs} and matrices `m`, to be read along the index of names up to a page. */
export const assignedByName: RawBuilder<unknown> = sql`
  users u cross join lateral (${assignedPairs(sql`u.id`)}) p join training_matrices m on m.id = p.matrix_id`;

/**
 * SQL of which active people are in which matrix (MTX-06), as (matrix_id, user_id, organization_id). It selects the people of
 * `belongs` in two parts, each joined by an index, because with `or` the database would compare each person with each matrix.
 */
const peopleIn = ({ people, matrices }: PeopleIn = {}): RawBuilder<unknown> => {
  const some = people ? sql`and u.id in (${people})` : sql``;
  const among = (id: string) => (matrices ? sql`and ${sql.ref(id)} in (${matrices})` : sql``);
  return sql`
    select m.id as matrix_id, u.id as user_id, u.organization_id
    from training_matrices m join users u on ${isActivePerson('u')} and ${matrixMatchesSql('m', 'u')} ${some} ${among('m.id')}
    union all
    select x.matrix_id, u.id, u.organization_id
    from matrix_members x join training_matrices m on m.id = x.matrix_id
    join users u on u.id = x.user_id and ${isActivePerson('u')} and ${matrixMatchesSql('m', 'u')} is not true ${some}
    where x.removed_at is null ${among('m.id')}`;
};

/** Selects of the ids of the only people and matrices that are needed. */
interface PeopleIn {
  readonly people?: RawBuilder<unknown> | undefined;
  readonly matrices?: RawBuilder<unknown> | undefined;
}

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
 */
export const missingTrainings = ({
  without,
  people,
}: {
  readonly without?: readonly number[];
  readonly people?: RawBuilder<unknown> | undefined;
} = {}): RawBuilder<unknown> => sql`
  select b.matrix_id, b.user_id, e.module_id
  from (${peopleIn({ people })}) b
  join training_matrix e on e.matrix_id = b.matrix_id and e.is_required
  join training_modules t on t.id = e.module_id
  ${dayOf}
  where ${isAsked} and not exists (select from ${settling(without)})`;

/**
 * SQL of which people have a missing training in which matrix. One missing module per person is enough, so each is looked up
 * separately; a join would read everything that the person has for it.
 */
const waitingPairs: RawBuilder<unknown> = sql`
  select b.matrix_id, b.user_id from (${peopleIn()}) b ${dayOf}
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
    from (${peopleIn({ matrices: sql`select e.matrix_id from training_matrix e where ${required}` })}) b
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
    select b.user_id from (${peopleIn({ matrices: sql`select e.matrix_id from training_matrix e where ${required}` })}) b
    where coalesce((
      select true from training_matrix e join training_modules t on t.id = e.module_id
      where e.matrix_id = b.matrix_id and ${required} and ${isAsked} and not coalesce((
        select true from training_assignments a
        where a.user_id = b.user_id and a.module_id = e.module_id and a.status <> 'voided' limit 1), false)
      limit 1), false)`;
};

/** Returns the people of each matrix for its card: those who are assigned, and the number who wait (MTX-06). */
export async function peopleOfMatrices(
  db: Kysely<DB>,
  reach: Reach,
  matrixIds: readonly number[],
): Promise<ReadonlyMap<number, MatrixPeople>> {
  if (matrixIds.length === 0) return new Map();
  const visible = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const ids = sql`any(${[...matrixIds]}::int[])`;
  const { rows } = await sql<MatrixPeople & { matrixId: number }>`
    with assigned as (
      select h.matrix_id, h.is_member, u.*,
        row_number() over (partition by h.matrix_id order by lower(u.last_name), lower(u.first_name), u.id) as place
      from (${assignedPairs()}) h join users u on u.id = h.user_id
      where h.matrix_id = ${ids} and u.erased_at is null and ${visible}
    ),
    cards as (
      select matrix_id, count(*)::int as user_count, (count(*) filter (where is_member))::int as member_count,
        json_agg(json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email,
          'jobTitle', job_title) order by place) filter (where place <= ${namedOnCard}) as users
      from assigned group by matrix_id
    ),
    waiting as (
      select w.matrix_id, count(*)::int as not_assigned_count
      from (${waitingPairs}) w join users u on u.id = w.user_id where w.matrix_id = ${ids} and ${visible}
      group by w.matrix_id
    )
    select m.id as matrix_id, coalesce(c.user_count, 0) as user_count, coalesce(c.member_count, 0) as member_count,
      coalesce(c.users, '[]') as users, coalesce(w.not_assigned_count, 0) as not_assigned_count
    from training_matrices m left join cards c on c.matrix_id = m.id left join waiting w on w.matrix_id = m.id
    where m.id = ${ids}
  `.execute(db);
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
  const all = sql`(${waiting ? waitingPairs : assignedPairs()}) p
    join users u on u.id = p.user_id join training_matrices m on m.id = p.matrix_id`;
  // Of everybody's pairs only the page is put in order, and the others are counted; a narrowed list starts with what narrows it.
  const isEverybody = query.group === 'assigned' && query.matrixId === undefined && pattern === null;
  const isByName = isEverybody && (query.sort ?? 'name') === 'name';
  const page = isByName
    ? sql`page as materialized (
        select t.*, (select count(*)::int from ${all} where ${conditions}) as total, row_number() over () as place from (
          select p.matrix_id, p.user_id from ${assignedByName} where ${conditions}
          order by ${order} limit ${query.limit} offset ${query.offset}) t
      )`
    : sql`page as materialized (
        select p.matrix_id, p.user_id, (count(*) over ())::int as total, row_number() over (order by ${order}) as place
        from ${all} where ${conditions}
        order by place limit ${query.limit} offset ${query.offset}
      )`;
  const { rows } = await sql<PersonOfMatrix & { total: number }>`
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
  `.execute(db);
  if (rows.length > 0 || query.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const { total } = await listPeopleOfMatrices(db, { ...query, limit: 1, offset: 0 });
  return { rows: [], total };
}
