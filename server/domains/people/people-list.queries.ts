import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { containing } from '#server/platform/http/order-by.ts';
import {
  displayStatusSql,
  pendingSql,
  personColumns,
  personJoins,
  reached,
  seesWork,
  seesWorkOfAll,
  toPersonRow,
  type PeopleScope,
  type PersonRow,
} from './people.queries.ts';

/** What GET /api/users may be asked for. */
interface PeopleQuery {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly role?: string | undefined;
  readonly organizationId?: number | undefined;
  readonly departmentId?: number | undefined;
  readonly managerId?: string | undefined;
  readonly status?: DisplayStatus | undefined;
  readonly isActive?: boolean | undefined;
  readonly onboardingCompleted?: boolean | undefined;
  readonly canManage?: boolean | undefined;
  readonly managerOf?: string | undefined;
}

interface PeoplePage {
  readonly rows: PersonRow[];
  readonly total: number;
}

/** The text of `users_search_index`, to the letter; no search has the line break between name and email. */
const searchText = sql`lower(coalesce(u.first_name || ' ', '') || coalesce(u.last_name, '') || chr(10) || u.email)`;

/** USR-04 as conditions that the partial indexes know. */
const statusConditions: Readonly<Record<DisplayStatus, RawBuilder<unknown>>> = {
  pending: sql`${pendingSql}`,
  active: sql`(u.is_active and not ${pendingSql})`,
  inactive: sql`(not u.is_active and not ${pendingSql})`,
};

/**
 * Who only sees names of a person must not find the person by anything else: every other filter and the search in
 * emails hold within the reach of work data alone (AUTH-13).
 */
function conditions(scope: PeopleScope, query: PeopleQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`u.erased_at is null`, reached(scope.reach)];
  const work: RawBuilder<unknown>[] = [];
  if (query.organizationId !== undefined) parts.push(sql`u.organization_id = ${query.organizationId}`);
  if (query.departmentId !== undefined) work.push(sql`u.department_id = ${query.departmentId}`);
  if (query.managerId !== undefined) work.push(sql`u.manager_id = ${query.managerId}`);
  if (query.role !== undefined) work.push(sql`u.role = ${query.role}`);
  if (query.status !== undefined) work.push(statusConditions[query.status]);
  if (query.isActive !== undefined) work.push(query.isActive ? sql`u.is_active` : sql`not u.is_active`);
  if (query.onboardingCompleted !== undefined) {
    work.push(query.onboardingCompleted ? sql`u.onboarding_completed` : sql`not u.onboarding_completed`);
  }
  if (query.canManage !== undefined) {
    const can = sql`(u.role in ('manager', 'admin') and u.is_active)`;
    work.push(query.canManage ? can : sql`not ${can}`);
  }
  if (query.managerOf !== undefined) {
    work.push(sql`u.id <> ${query.managerOf} and u.id not in (select reports_of(${query.managerOf}))`);
  }
  if (work.length > 0) parts.push(seesWork(scope), ...work);
  if (query.q) parts.push(matching(scope, query.q.trim()));
  return sql.join(parts, sql` and `);
}

function matching(scope: PeopleScope, q: string): RawBuilder<unknown> {
  const pattern = sql`lower(${containing(q)})`;
  const anywhere = sql`${searchText} like ${pattern}`;
  if (seesWorkOfAll(scope)) return anywhere;
  const name = sql`split_part(${searchText}, chr(10), 1) like ${pattern}`;
  return sql`(${anywhere} and (${seesWork(scope)} or ${name}))`;
}

const byName = [sql`lower(u.last_name)`, sql`lower(u.first_name)`, sql`u.id`];

/** Each order is that of an index, and its opposite the same index read backwards; nobody stands twice in one. */
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

function sortingOf(sort = 'name'): Sorting {
  const descending = sort.startsWith('-');
  const direction = descending ? sql`desc` : sql`asc`;
  return {
    key: descending ? sort.slice(1) : sort,
    order: (keys) => sql.join(keys.map((key) => sql`${key} ${direction}`)),
  };
}

/** The ids of the page, cut before anything is looked up for them. */
function pageIds(scope: PeopleScope, query: PeopleQuery, sorting: Sorting): RawBuilder<unknown> {
  const where = conditions(scope, query);
  const groups = isWhole(scope, query) && !narrowed(query) ? groupsOf(sorting.key) : undefined;
  const cut = sql`limit ${query.limit} offset ${query.offset}`;
  if (!groups) {
    return sql`select u.id from users u left join organizations o on o.id = u.organization_id
      where ${where} order by ${sorting.order(orders[sorting.key] ?? byName)} ${cut}`;
  }
  // Each group is read in the order of names, no further than the page can need.
  const parts = groups.map(
    ({ source, condition }) => sql`
      select s.key, s.tie, x.* from ${source} cross join lateral (
        select lower(u.last_name) as last_name, lower(u.first_name) as first_name, u.id
        from users u where ${where} and ${condition} order by ${sorting.order(byName)} limit ${query.limit + query.offset}
      ) x`,
  );
  const keys = ['key', 'tie', 'last_name', 'first_name', 'id'].map((name) => sql`g.${sql.ref(name)}`);
  return sql`select g.id from (${sql.join(parts, sql` union all `)}) g order by ${sorting.order(keys)} ${cut}`;
}

interface Group {
  readonly source: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

const organizationGroups: readonly Group[] = [
  {
    source: sql`(select lower(name) as key, id as tie from organizations) s`,
    condition: sql`u.organization_id = s.tie`,
  },
  {
    source: sql`(select null::text as key, null::int as tie) s`,
    condition: sql`u.organization_id is null`,
  },
];

const statusGroups: readonly Group[] = Object.entries(statusConditions).map(([status, condition]) => ({
  source: sql`(select ${sql.lit(status)} as key, 0 as tie) s`,
  condition,
}));

/** Orders that no index of people has, as groups that have one each. */
function groupsOf(key: string): readonly Group[] | undefined {
  if (key === 'organization') return organizationGroups;
  return key === 'status' ? statusGroups : undefined;
}

const isWhole = (scope: PeopleScope, query: PeopleQuery): boolean =>
  scope.reach.all &&
  seesWorkOfAll(scope) &&
  !query.q &&
  [query.departmentId, query.managerId, query.status, query.canManage, query.managerOf].every(
    (filter) => filter === undefined,
  );

const narrowed = ({ organizationId, role, isActive, onboardingCompleted }: PeopleQuery): boolean =>
  [organizationId, role, isActive, onboardingCompleted].some((filter) => filter !== undefined);

/** How many people the list has in all: from the sums where they know it, else counted. */
function totalOf(scope: PeopleScope, query: PeopleQuery): RawBuilder<{ total: number }> {
  if (!isWhole(scope, query)) {
    return sql`select count(*)::int as total from users u where ${conditions(scope, query)}`;
  }
  const parts = [sql`true`];
  if (query.organizationId !== undefined) parts.push(sql`organization_id = ${query.organizationId}`);
  if (query.role !== undefined) parts.push(sql`role = ${query.role}`);
  if (query.isActive !== undefined) parts.push(sql`is_active = ${query.isActive}`);
  if (query.onboardingCompleted !== undefined)
    parts.push(sql`onboarding_completed = ${query.onboardingCompleted}`);
  return sql`select coalesce(sum(people), 0)::int as total from people_counts where ${sql.join(parts, sql` and `)}`;
}

/** One page of the people in reach, each with what the caller may see of him, and the length of the whole list (USR-07). */
export async function listPeople(
  db: Kysely<DB>,
  scope: PeopleScope,
  query: PeopleQuery,
): Promise<PeoplePage> {
  // The order of rows must not tell what their names-only view hides.
  const sorting = sortingOf(seesWorkOfAll(scope) ? query.sort : undefined);
  if (query.q) return searchPeople(db, scope, query, sorting);
  const page = sql<Record<string, unknown>>`
    with page as materialized (${pageIds(scope, query, sorting)}) ${shown(scope, sorting)}`;
  const [found, counted] = await Promise.all([page.execute(db), totalOf(scope, query).execute(db)]);
  return { rows: found.rows.map(toPersonRow), total: counted.rows[0]?.total ?? 0 };
}

/** The rows of the CTE `page` with everything that the caller sees, in their order. */
function shown(scope: PeopleScope, sorting: Sorting, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`
    select ${personColumns(scope.admin)}, ${seesWork(scope)} as sees_work${more}
    from page join users u on u.id = page.id ${personJoins(scope.admin)}
    order by ${sorting.order(orders[sorting.key] ?? byName)}`;
}

/**
 * A search reads its matches once, for the page and the length. The planner must not walk the order of names instead and look
 * for matches on the way: they often stand close together in it, and far from its beginning.
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
  const { rows } = await sql<Record<string, unknown> & { readonly total: number }>`
    with matches as materialized (
      select u.id, ${sql.join(keys.map(({ key, name }) => sql`${key} as ${name}`))}
      from users u left join organizations o on o.id = u.organization_id where ${conditions(scope, query)}
    ), page as materialized (
      select id from matches order by ${sorting.order(keys.map(({ name }) => name))}
      limit ${query.limit} offset ${query.offset}
    ) ${shown(scope, sorting, sql`, (select count(*)::int from matches) as total`)}`.execute(db);
  const [first] = rows;
  // Beyond the last page there is no row to tell the length.
  const total = first?.total ?? (query.offset === 0 ? 0 : await countedBy(db, scope, query));
  return { rows: rows.map(toPersonRow), total };
}

async function countedBy(db: Kysely<DB>, scope: PeopleScope, query: PeopleQuery): Promise<number> {
  const { rows } = await totalOf(scope, query).execute(db);
  return rows[0]?.total ?? 0;
}

/** The four cards of Users & Roles over the people in reach (SPEC §2.9). */
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
