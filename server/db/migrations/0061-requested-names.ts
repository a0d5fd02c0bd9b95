import { sql, type Kysely } from 'kysely';
import { textsOfPersonSql } from '#server/db/schema/audit-redaction.ts';

/** USR-08: names that a person requested or preferred go with an erasure from reasons in the trail too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(textsOfPersonSql).execute(db);
}
