import { sql, type Kysely } from 'kysely';
import { emailStopSql } from '#server/db/schema/people.ts';

/** AUTH-16: a link to the former address stops the change of an email. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(emailStopSql).execute(db);
}
