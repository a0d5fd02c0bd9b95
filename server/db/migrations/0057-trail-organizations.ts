import { sql, type Kysely } from 'kysely';
import { auditOpeningSql } from '#server/db/schema/audit.ts';

/** AUD-03: what is recorded about a person concerns the organization of this person where no other is named. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(auditOpeningSql).execute(db);
}
