import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import {
  refuseConfirmer,
  type ClosureCause,
  type ConfirmerRefusal,
  type SigningOpening,
} from '#shared/domain/signatures/signing-identity.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';

interface ClosureRow {
  readonly id: number;
  readonly cause: ClosureCause;
  readonly causedAt: Date;
  readonly causedByFirst: string | null;
  readonly causedByLast: string | null;
  readonly openedAt: Date | null;
  readonly opening: SigningOpening | null;
  readonly confirmedByFirst: string | null;
  readonly confirmedByLast: string | null;
  readonly reason: string | null;
}

/** Returns everything that closed and opened signing of a person, the newest first (SIG-05). */
export async function closuresOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<ClosureRow>`
    select c.id, c.cause, c.caused_at, b.first_name as caused_by_first, b.last_name as caused_by_last, c.opened_at, c.opening,
      f.first_name as confirmed_by_first, f.last_name as confirmed_by_last, s.reason
    from signing_closures c left join users b on b.id = c.caused_by
    left join signing_confirmations s on s.id = c.confirmation_id left join users f on f.id = s.confirmed_by
    where c.user_id = ${userId} order by c.id desc limit 200`.execute(db);
  return rows.map(({ causedByFirst, causedByLast, confirmedByFirst, confirmedByLast, ...row }) => ({
    ...row,
    causedByName: fullName({ firstName: causedByFirst, lastName: causedByLast }) || null,
    confirmedByName: fullName({ firstName: confirmedByFirst, lastName: confirmedByLast }) || null,
  }));
}

/**
 * SQL of a table `resting` of the people whose statements alone prove who owns an account (SIG-05). It has the person of the
 * account, its creator, and the issuer of its first password if no mailbox could prove the owner, until another person or an
 * identity provider has confirmed the identity. The same applies to the accounts of these people, and so on upwards.
 */
const restingSql = (userId: string) => sql`
  resting (id) as (
    select ${userId}::text
    union
    select c.caused_by from resting r
    join signing_closures c on c.user_id = r.id and (c.cause = 'account_created' or c.opening = 'new_account')
    where c.caused_by is not null and not exists (
      select 1 from signing_closures v
      where v.user_id = r.id and v.opening in ('second_person', 'provider') and v.opened_at >= c.caused_at)
  )`;

/** Returns whether the account of a person depends only on the statement of another one (SIG-05): the two may be one. */
export async function dependsOnStatement(db: Kysely<DB>, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive ${restingSql(userId)} select 1 from resting where id = ${otherId} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns why a person cannot confirm the identity of another; null if they can (SIG-05). People who created, promoted or
 * equipped an account cannot confirm it. Neither can people who did so with the accounts of these people, upwards to the server's
 * console, which belongs to nobody.
 */
export async function confirmerRefusal(
  db: Kysely<DB>,
  confirmerId: string,
  personId: string,
): Promise<ConfirmerRefusal | null> {
  const { rows } = await sql<{ causedBy: (string | null)[]; owesTo: string[] }>`
    with recursive owed (id) as (
      select ${confirmerId}::text
      union
      select given.by from owed cross join lateral (
        select c.caused_by as by from signing_closures c
        where c.user_id = owed.id
          and (c.cause in ('account_created', 'credential_issued') or c.opening = 'new_account') and not exists (
            select 1 from signing_closures v
            where v.user_id = c.user_id and v.opening in ('second_person', 'provider') and v.opened_at >= c.caused_at)
        union all
        select g.granted_by from user_grants g where g.user_id = owed.id and g.kind = 'hr'
        union all
        select e.actor_id from audit.events e
        where e.object_type = 'users' and e.object_id = owed.id and e.kind in ('insert', 'update')
          and coalesce(e.payload, e.residual)::jsonb -> 'after' ->> 'role' = 'admin'
      ) given
      where given.by is not null
    )
    select array(select distinct c.caused_by from signing_closures c where c.user_id = ${personId} and c.opened_at is null) as caused_by,
      array(select id from owed where id <> ${confirmerId}) as owes_to`.execute(db);
  const [facts = { causedBy: [], owesTo: [] }] = rows;
  return refuseConfirmer({ confirmerId, personId, ...facts });
}

/** NOT_FOUND for an unknown or erased person, and one out of reach. */
export async function requireReached(db: Kysely<DB>, reach: Reach, userId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}`.execute(db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}
