import { sql, type Kysely } from 'kysely';
import { auditDdlSql } from '#server/db/schema/audit-ddl.ts';

/** AUD-04: changes of the schema outside a migration are events; `migrate` attaches the function where its role may. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(auditDdlSql).execute(db);
}
