import { sql, type Kysely, type RawBuilder } from 'kysely';
import { displayStatuses, type DisplayStatus } from '#shared/domain/people/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { conditions, statusConditions, type PeopleQuery } from './people-filters.ts';
import { findLength, isSummed, type Length } from './people-length.ts';
import {
  displayStatusSql,
  personColumns,
  personJoins,
  reached,
  seesWork,
  seesWorkOfAll,
  toPersonRow,
  type PeopleScope,
  type PersonRow,
} from './people.queries.ts';

interface PeoplePage {
  readonly rows: PersonRow[];
  readonly total: number;
}

const byName = [sql`lower(u.last_name)`, sql`lower(u.first_name)`, sql`u.id`];

/** Each order is that of an index, and its opposite the same index read backwards; each is unique per person. */
const orders: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  name: byName,
  email: [sql`lower(u.email)`],
  role: [sql`u.role`, ...byName],
  createdAt: [sql`u.created_at`, sql`u.id`],
  organization: [sql`lower(o.name)`, sql`o.id`, ...byName],
  status: [displayStatusSql, ...byName],
};

interface Sorting {
  readonly key: string;
  readonly order: (keys: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>;
}

function sortingOf(query: PeopleQuery, sort = 'name'): Sorting {
  const descending = sort.startsWith('-');
  const direction = descending ? sql`desc` : sql`asc`;
  const key = descending ? sort.slice(1) : sort;
  return {
    // A value that all people of the list share does not sort them.
    key: isCommon(key, query) ? 'name' : key,
    order: (keys) => sql.join(keys.map((part) => sql`${part} ${direction}`)),
  };
}

const isCommon = (key: string, { organizationId, role, status }: PeopleQuery): boolean =>
  ({ organization: organizationId, role, status })[key] !== undefined;

/** Returns SQL of the ids of the page in an order that an index has, or of so few that they may be sorted. */
function sortedIds(scope: PeopleScope, query: PeopleQuery, sorting: Sorting): RawBuilder<unknown> {
  return sql`select u.id from users u left join organizations o on o.id = u.organization_id
    where ${conditions(scope, query)} order by ${sorting.order(orders[sorting.key] ?? byName)}
    limit ${query.limit} offset ${query.offset}`;
}

/** Returns SQL of the ids of the page from groups, each read in the order of names and no further than the page can need. */
function groupedIds(
  scope: PeopleScope,
  query: PeopleQuery,
  sorting: Sorting,
  groups: readonly Group[],
): RawBuilder<unknown> {
  const where = conditions(scope, query);
  const deep = sql`limit ${query.limit + query.offset}`;
  const ordered = (table: string) =>
    sorting.order(['key', 'tie', 'last_name', 'first_name', 'id'].map((name) => sql.ref(`${table}.${name}`)));
  const parts = groups.map(
    ({ source, condition, order }) => sql`(
      select g.* from (
        select s.key, s.tie, x.* from ${source} cross join lateral (
          select lower(u.last_name) as last_name, lower(u.first_name) as first_name, u.id
          from users u where ${where} and ${condition} order by ${sorting.order(order)} ${deep}
        ) x
      ) g order by ${ordered('g')} ${deep})`,
  );
  return sql`select p.id from (${sql.join(parts, sql` union all `)}) p
    order by ${ordered('p')} limit ${query.limit} offset ${query.offset}`;
}

interface Group {
  readonly source: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** The order of an index with the condition. All people of a group have the same values before the names. */
  readonly order: readonly RawBuilder<unknown>[];
}

const byNameInOrganization = [sql`u.organization_id`, ...byName];

const organizationGroups: readonly Group[] = [
  {
    source: sql`(select lower(name) as key, id as tie from organizations) s`,
    condition: sql`u.organization_id = s.tie`,
    order: byNameInOrganization,
  },
  {
    source: sql`(select null::text as key, null::int as tie) s`,
    condition: sql`u.organization_id is null`,
    order: byNameInOrganization,
  },
];

/** Whether the list can contain people of a status: without this, the query would search for people whom the filters exclude. */
const statusIsPossible: Readonly<Record<DisplayStatus, (query: PeopleQuery) => boolean>> = {
  pending: ({ onboardingCompleted }) => onboardingCompleted !== true,
  active: ({ isActive }) => isActive !== false,
  inactive: ({ isActive }) => isActive !== true,
};

const statusGroups = (query: PeopleQuery): readonly Group[] =>
  displayStatuses
    .filter((status) => statusIsPossible[status](query))
    .map((status) => ({
      source: sql`(select ${sql.lit(status)} as key, 0 as tie) s`,
      condition: statusConditions[status],
      order: byName,
    }));

/** Orders that no index of people has, as groups that have one each. */
function groupsOf(key: string, query: PeopleQuery): readonly Group[] | undefined {
  if (key === 'organization') return organizationGroups;
  return key === 'status' ? statusGroups(query) : undefined;
}

/** Returns one page of the people in reach, each with the fields that the caller may see, and the length of the whole list (USR-07). */
export async function listPeople(
  db: Kysely<DB>,
  scope: PeopleScope,
  query: PeopleQuery,
): Promise<PeoplePage> {
  // The order of rows must not disclose the fields that a names-only view hides.
  const sorting = sortingOf(query, seesWorkOfAll(scope) ? query.sort : undefined);
  // The choice of a manager works out once who is below the person, for page and length, as a search does with its matches.
  const choosesManager = query.managerOf !== undefined && query.canManage === true;
  if (query.q || choosesManager) return searchPeople(db, scope, query, sorting);
  const read = async (ids: RawBuilder<unknown>): Promise<PersonRow[]> => {
    const { rows } = await sql<{ readonly id: string }>`${ids}`.execute(db);
    return readPeople(
      db,
      scope,
      rows.map(({ id }) => id),
    );
  };
  const groups = isSummed(scope, query) ? groupsOf(sorting.key, query) : undefined;
  if (!groups) {
    const [rows, { total }] = await Promise.all([
      read(sortedIds(scope, query, sorting)),
      findLength(db, scope, query),
    ]);
    return { rows, total };
  }
  const length = await findLength(db, scope, query);
  const ids = groupsReadLess(length, query)
    ? groupedIds(scope, query, sorting, groups)
    : sortedIds(scope, query, sorting);
  return { rows: await read(ids), total: length.total };
}

/**
 * Sorting reads everybody who matches. Groups read on until they have the page, past everybody who does not match: the more
 * match, the fewer they read.
 */
const groupsReadLess = ({ total, everybody }: Length, { limit, offset }: PeopleQuery): boolean =>
  total * total > (limit + offset) * (everybody ?? 0);

/**
 * Returns the people of a page with everything that the caller sees of them, in the order of the ids. Planning this statement
 * costs more than reading its rows, and it is the same for every page: it stays prepared, apart from what finds the page.
 */
async function readPeople(db: Kysely<DB>, scope: PeopleScope, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  const rows = await queryPrepared<Record<string, unknown>, DB>(
    db,
    'people.shown',
    sql`
    select ${personColumns(scope.admin)}, ${seesWork(scope)} as sees_work
    from unnest(${[...ids]}::text[]) with ordinality page (id, place)
    join users u on u.id = page.id ${personJoins(scope.admin)}
    order by page.place`,
  );
  return rows.map(toPersonRow);
}

/**
 * A search reads its matches once, for the page and the length. The planner must not walk the order of names and check each
 * name for a match: matches are often close together in this order, and far from its start.
 */
async function searchPeople(
  db: Kysely<DB>,
  scope: PeopleScope,
  query: PeopleQuery,
  sorting: Sorting,
): Promise<PeoplePage> {
  const keys = (orders[sorting.key] ?? byName).map((key, at) => ({
    key,
    name: sql.ref(`key_${String(at)}`),
  }));
  const { rows } = await sql<{ readonly id: string; readonly total: number }>`
    with matches as materialized (
      select u.id, ${sql.join(keys.map(({ key, name }) => sql`${key} as ${name}`))}
      from users u left join organizations o on o.id = u.organization_id where ${conditions(scope, query)}
    )
    select id, (select count(*)::int from matches) as total from matches
    order by ${sorting.order(keys.map(({ name }) => name))} limit ${query.limit} offset ${query.offset}`.execute(
    db,
  );
  const [first] = rows;
  // Beyond the last page there is no row with the length.
  const total = first?.total ?? (query.offset === 0 ? 0 : (await findLength(db, scope, query)).total);
  const ids = rows.map(({ id }) => id);
  return { rows: await readPeople(db, scope, ids), total };
}

/** Returns the four cards of Users & Roles over the people in reach (SPEC §2.9). */
export async function countPeople(db: Kysely<DB>, scope: PeopleScope) {
  const { rows } = await sql<{
    totalUsers: number;
    activeUsers: number;
    organizations: number;
    accountActivation: number;
  }>`${
    scope.reach.all
      ? everybody
      : sql`
    select count(*)::int as total_users, (count(*) filter (where u.is_active))::int as active_users,
      count(distinct u.organization_id)::int as organizations,
      (count(*) filter (where not u.onboarding_completed))::int as account_activation
    from users u where u.erased_at is null and ${reached(scope.reach)}`
  }`.execute(db);
  const [stats] = rows;
  if (!stats) throw new Error('the count of people gave no row');
  return stats;
}

const everybody = sql`
  select coalesce(sum(people), 0)::int as total_users,
    coalesce(sum(people) filter (where is_active), 0)::int as active_users,
    (select count(*)::int from organizations where is_active) as organizations,
    coalesce(sum(people) filter (where not onboarding_completed), 0)::int as account_activation
  from people_counts`;
