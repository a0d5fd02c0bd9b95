import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { grantEntry } from '#shared/contract/people-schemas.ts';
import type { DB } from '#server/db/db.d.ts';

/** A grant with the people behind it, as the contract takes it. */
type GrantEntry = z.input<typeof grantEntry>;

/** Returns the active and the past grants of a person, the latest first (AUTH-14); null for an unknown person. */
export async function findGrants(
  db: Kysely<DB>,
  userId: string,
): Promise<{ readonly current: GrantEntry[]; readonly past: GrantEntry[] } | null> {
  const { rows: people } = await sql`select 1 from users where id = ${userId} and erased_at is null`.execute(
    db,
  );
  if (people.length === 0) return null;
  const running = sql`(g.revoked_at is null and (g.valid_until is null or g.valid_until > app_now()))`;
  const read = async (which: typeof running): Promise<GrantEntry[]> => {
    const { rows } = await sql<GrantEntry>`
      select g.id, g.kind, g.organization_id, o.name as organization_name, g.valid_from, g.valid_until, g.revoked_at,
        to_char(g.valid_until at time zone o.time_zone - interval '1 day', 'YYYY-MM-DD') as expires_on,
        nullif(concat_ws(' ', b.first_name, b.last_name), '') as granted_by_name,
        nullif(concat_ws(' ', r.first_name, r.last_name), '') as revoked_by_name
      from user_grants g join organizations o on o.id = g.organization_id
      left join users b on b.id = g.granted_by
      left join users r on r.id = g.revoked_by
      where g.user_id = ${userId} and ${which} order by g.id desc
    `.execute(db);
    return rows;
  };
  return { current: await read(running), past: await read(sql`not ${running}`) };
}
