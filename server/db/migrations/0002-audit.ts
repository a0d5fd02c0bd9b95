import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { auditRedactionSql } from '#server/db/schema/audit-redaction.ts';
import { auditSealingSql } from '#server/db/schema/audit-sealing.ts';
import { auditFunctionsSql, auditTablesSql } from '#server/db/schema/audit.ts';

/** AUD-01, AUD-02: the trail, its functions, and its triggers on every record table. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const text of [auditTablesSql, auditFunctionsSql, auditRedactionSql, auditSealingSql])
    await sql.raw(text).execute(db);
  await attachAudit(db);
}
