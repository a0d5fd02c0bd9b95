import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/**
 * Records that bytes of a file are sent to a person: its pages count only in a viewer session that fetched it (VIEW-03). Does not
 * wait for the disk: if a crash of the database loses the record, the viewer fetches the file again.
 */
export async function recordFetch(db: Kysely<DB>, userId: string, fileId: number): Promise<void> {
  const statement = sql`
    with quick as (select set_config('synchronous_commit', 'off', true))
    insert into file_fetches (user_id, file_id) select ${userId}, ${fileId} from quick
    on conflict (user_id, file_id) do update set fetched_at = excluded.fetched_at`;
  await queryPrepared(db, 'files.fetched', statement);
}

/** Returns SQL for the time at which a person last fetched a file; null if they never did. */
export const fetchedAtSql = (userId: RawBuilder<unknown>, fileId: RawBuilder<unknown>) =>
  sql<Date | null>`(select fetched.fetched_at from file_fetches fetched where fetched.user_id = ${userId} and fetched.file_id = ${fileId})`;
