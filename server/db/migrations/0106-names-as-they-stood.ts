import { sql, type Kysely } from 'kysely';
import { textsOfPersonSql } from '#server/db/schema/audit-redaction.ts';

/** USR-08: an erasure looks for first and last names as they stood together, so that many changes of a name stay many, not their product. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(textsOfPersonSql).execute(db);
}
