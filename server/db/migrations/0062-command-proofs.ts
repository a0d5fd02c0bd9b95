import { sql, type Kysely } from 'kysely';
import { auditProofsSql } from '#server/db/schema/audit-proofs.ts';
import { addEventSql, headerPrefixSql } from '#server/db/schema/audit.ts';
import { attachAudit } from '#server/db/migrations/support.ts';

/** AUD-02: commands are proven by the application, events name the database's user, and secret columns leave a hash in the trail. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const text of [auditProofsSql, addEventSql, headerPrefixSql]) await sql.raw(text).execute(db);
  await attachAudit(db);
}
