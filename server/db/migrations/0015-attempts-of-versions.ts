import { sql, type Kysely } from 'kysely';
import { keepAttemptSql } from '#server/db/schema/quizzes.ts';

/** An attempt that was left open on an older version must not stand in the way of one on the new version. */
const openAttemptSql = `
drop index quiz_attempts_open_key;
create unique index quiz_attempts_open_key on quiz_attempts (assignment_id, module_version_id) where handed_in_at is null;
`;

/** How far single parts were read, so that reading goes on where it stopped on any device. */
const sharesSql = `
alter table viewer_sessions add column declared_shares jsonb not null default '{}'
  check (jsonb_typeof(declared_shares) = 'object');
comment on column viewer_sessions.declared_shares is 'Share seen of each part that the server cannot count, 0 to 1 by its name; only upward.';
`;

/** MOD-11, VIEW-06: attempts belong to the version that they were begun on; VIEW-03: shares of parts are kept. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const text of [openAttemptSql, keepAttemptSql, sharesSql]) await sql.raw(text).execute(db);
}
