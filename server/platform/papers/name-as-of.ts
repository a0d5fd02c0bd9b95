import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** Returns a select of the name of a person at an instant, `infinity` for now; the pseudonym if the person was erased. */
export const nameAsOf = (id: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(
  select nullif(btrim(concat_ws(' ', case when h.user_id is null then w.first_name else h.first_name end,
    case when h.user_id is null then w.last_name else h.last_name end)), '')
  from users w
  left join lateral (select * from person_history h where h.user_id = w.id and h.replaced_at >= ${until} order by h.replaced_at limit 1) h on true
  where w.id = ${id})`;

/** Returns the name of a person at an instant, or else their address. */
export async function requesterAsOf(db: Kysely<DB>, userId: string, asOf: Date): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(${nameAsOf(sql`u.id`, sql`${asOf.toISOString()}::timestamptz`)}, u.email) as name from users u where u.id = ${userId}`.execute(
    db,
  );
  return rows[0]?.name ?? userId;
}
