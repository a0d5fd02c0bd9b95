import { sql, type Kysely } from 'kysely';
import { auditProofsSql } from '#server/db/schema/audit-proofs.ts';
import { addEventSql, headerPrefixSql } from '#server/db/schema/audit.ts';
import { attachAudit } from '#server/db/migrations/support.ts';

const text = `
alter table sessions add column mac text;
comment on column sessions.mac is 'The application''s MAC over whose session it is: without it the session signs nobody in.';
alter table one_time_tokens add column mac text;
comment on column one_time_tokens.mac is 'The application''s MAC over what the link does and for whom: without it the link opens nothing.';
-- The database cannot make these: everybody signs in again, and asks for a new link.
delete from sessions;
delete from one_time_tokens where used_at is null;
`;

/** AUD-02, AUD-04: commands are proven by the application, events name the database's user, and secret columns leave a hash in the trail. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [auditProofsSql, addEventSql, headerPrefixSql, text]) await sql.raw(part).execute(db);
  await attachAudit(db);
}
