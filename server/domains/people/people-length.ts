import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { conditions, type PeopleQuery } from './people-filters.ts';
import { seesWorkOfAll, type PeopleScope } from './people.queries.ts';

/** The length of a list, and the number of all people if the sums contain it. */
export interface Length {
  readonly total: number;
  readonly everybody: number | null;
}

/** Returns whether the sums of people contain the length of a list, except for people whose account is pending. */
export const isSummed = (scope: PeopleScope, query: PeopleQuery): boolean =>
  scope.reach.all &&
  seesWorkOfAll(scope) &&
  !query.q &&
  [query.departmentId, query.managerId, query.managerOf, query.away].every((filter) => filter === undefined);

/** Returns how many people a list has: from the stored sums if possible, otherwise counted. */
export async function findLength(db: Kysely<DB>, scope: PeopleScope, query: PeopleQuery): Promise<Length> {
  const found = isSummed(scope, query)
    ? sql<Length>`select ${summed(scope, query)} as total,
        (select coalesce(sum(people), 0)::int from people_counts) as everybody`
    : sql<Length>`select ${counted(scope, query)} as total, null::int as everybody`;
  const { rows } = await found.execute(db);
  const [length] = rows;
  if (!length) throw new Error('the length of a list gave no row');
  return length;
}

const counted = (scope: PeopleScope, query: PeopleQuery, more = sql`true`): RawBuilder<number> =>
  sql`(select count(*)::int from users u where ${conditions(scope, query)} and ${more})`;

function summed(scope: PeopleScope, query: PeopleQuery): RawBuilder<number> {
  const { organizationId, role, isActive, onboardingCompleted, canManage, status } = query;
  if (status === 'pending') return counted(scope, query);
  const parts = [sql`true`];
  if (organizationId !== undefined) parts.push(sql`organization_id = ${organizationId}`);
  if (role !== undefined) parts.push(sql`role = ${role}`);
  if (isActive !== undefined) parts.push(sql`is_active = ${isActive}`);
  if (onboardingCompleted !== undefined) parts.push(sql`onboarding_completed = ${onboardingCompleted}`);
  if (canManage !== undefined) parts.push(sql`(role in ('manager', 'admin') and is_active) = ${canManage}`);
  if (status !== undefined) parts.push(sql`is_active = ${status === 'active'}`);
  const sums = sql<number>`(select coalesce(sum(people), 0)::int from people_counts where ${sql.join(parts, sql` and `)})`;
  if (status === undefined) return sums;
  // Pending goes before active and inactive (USR-04). They have an index, and mostly few are.
  const pending = counted(
    scope,
    { ...query, status: 'pending' },
    status === 'active' ? sql`u.is_active` : sql`not u.is_active`,
  );
  return sql`${sums} - ${pending}`;
}
