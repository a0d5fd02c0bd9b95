import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing } from '#server/platform/http/order-by.ts';

interface RequestRow {
  readonly id: number;
  readonly userId: string;
  readonly email: string;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly newFirstName: string;
  readonly newLastName: string;
  readonly requestedAt: Date;
}

/** The few requests come first, each with its person, and not everybody. */
const pending = sql`name_requests r cross join lateral (select * from users where users.id = r.user_id offset 0) u`;

/**
 * Returns one page of the pending requests of another name within a reach, the oldest first, and how many there are (AUTH-16).
 */
export async function listNameRequests(
  db: Kysely<DB>,
  reach: Reach,
  actorId: string,
  { q, limit, offset }: { readonly q?: string | undefined; readonly limit: number; readonly offset: number },
) {
  const like = q ? containing(q.trim()) : null;
  const found = like
    ? sql`and (concat_ws(' ', u.first_name, u.last_name) ilike ${like} or concat_ws(' ', r.first_name, r.last_name) ilike ${like}
        or u.email ilike ${like})`
    : sql``;
  const where = sql`r.decision is null and u.erased_at is null
    and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)} ${found}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${pending} where ${where}`.execute(db);
  const { rows } = await sql<RequestRow>`
    select r.id, r.user_id, u.email, u.organization_id, o.name as organization_name, u.first_name, u.last_name,
      r.first_name as new_first_name, r.last_name as new_last_name, r.requested_at
    from ${pending} left join organizations o on o.id = u.organization_id
    where ${where} order by r.requested_at, r.id limit ${limit} offset ${offset}`.execute(db);
  const requests = rows.map(({ firstName, lastName, newFirstName, newLastName, ...row }) => ({
    ...row,
    current: { firstName, lastName },
    requested: { firstName: newFirstName, lastName: newLastName },
    isOwn: row.userId === actorId,
  }));
  return { rows: requests, total: counted[0]?.total ?? 0 };
}
