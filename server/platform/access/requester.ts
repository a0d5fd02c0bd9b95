import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { AccessGrant, Role } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { grantSeesSql, runningGrantSql } from './running-grant.ts';

/**
 * Returns the person on whose behalf a job works, with the current rights; undefined if the account or its organization is
 * no longer in use (AUTH-13).
 */
export async function findRequester(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{
    readonly id: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly role: Role;
    readonly organizationId: number | null;
    readonly grants: readonly (AccessGrant & { readonly organizationId: number })[];
  }>`
    select u.id, u.email, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name, u.role,
      u.organization_id,
      coalesce((select json_agg(json_build_object('kind', g.kind, 'organizationId', g.organization_id, 'sees', ${sql.raw(grantSeesSql)}))
        from user_grants g
        where g.user_id = u.id and ${sql.raw(runningGrantSql)}), '[]') as grants
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and ${isActivePerson('u')} and o.is_active is not false`.execute(db);
  return rows[0];
}

/** The person on whose behalf a job works. */
export type Requester = NonNullable<Awaited<ReturnType<typeof findRequester>>>;
