import { sql, type Kysely } from 'kysely';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { reportPeople } from '../report-scope.ts';

/** A person of a binder, with their name at the instant. */
export interface BinderPerson {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  /** The present place of the person: it decides who may see the CV. */
  readonly organizationId: number | null;
}

/** The people whose training files are requested. */
export interface BinderScope {
  readonly userIds: readonly string[] | null;
  readonly org: 'all' | 'none' | number;
  /** The person whose direct and indirect reports they are. */
  readonly teamOf: string | null;
}

const reached = (reach: Reach) =>
  withinReach(reach, sql<string>`x.id`, sql<number | null>`x.organization_id`);

/** Returns the people of a binder by name. They were in the scope at the instant, and their training file may be opened today. */
export async function binderPeople(
  db: Kysely<DB>,
  { userIds, org, teamOf }: BinderScope,
  reach: Reach,
  asOf: Date,
): Promise<readonly BinderPerson[]> {
  const then = {
    reach: teamOf === null ? { ...noReach, all: true } : { ...noReach, reportsOf: teamOf },
    org,
    asOf: asOf.toISOString(),
  };
  const among = userIds === null ? undefined : sql`select unnest(${[...userIds]}::text[])`;
  const { rows } = await sql<BinderPerson>`
    with ${reportPeople(then, among)}
    select p.id, p.first_name, p.last_name, p.email, x.organization_id
    from people p join users x on x.id = p.id
    where ${reached(reach)} and (${userIds === null}::boolean or p.id = any(${[...(userIds ?? [])]}::text[]))
    order by lower(p.last_name), lower(p.first_name), p.id`.execute(db);
  return rows;
}

/** Returns how many of these people are within a reach today. */
export async function countReached(
  db: Kysely<DB>,
  reach: Reach,
  userIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users x where x.id = any(${[...userIds]}::text[]) and ${reached(reach)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many people of an organization, or reports of a person, are within a reach today; counted up to a limit. */
export async function countInScope(
  db: Kysely<DB>,
  { org, teamOf }: BinderScope,
  reach: Reach,
  most: number,
): Promise<number> {
  const team =
    teamOf === null
      ? sql`true`
      : withinReach(
          { ...noReach, reportsOf: teamOf },
          sql<string>`x.id`,
          sql<number | null>`x.organization_id`,
        );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from users x where x.erased_at is null and ${reached(reach)} and ${team}
        and (${org === 'all'}::boolean or x.organization_id = ${typeof org === 'number' ? org : null}::integer) limit ${most + 1}
    ) x`.execute(db);
  return rows[0]?.count ?? 0;
}
