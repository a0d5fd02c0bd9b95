import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { statementLanguagesSql } from '#server/db/schema/signatures.ts';

/** SIG-05: signatures store the language of their statement; those from before keep what they have. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(statementLanguagesSql).execute(db);
  await attachAudit(db);
}
