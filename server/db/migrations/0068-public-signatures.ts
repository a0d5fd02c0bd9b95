import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { publicSignaturesSql } from '#server/db/schema/public-signatures.ts';

/** SIG-04: records can be checked without a secret. A job signs those of before, whose MAC only the server can check. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(publicSignaturesSql).execute(db);
  await attachAudit(db);
}
