import { sql, type Kysely } from 'kysely';
import { headDestinationsSql } from '#server/db/schema/head-destinations.ts';

/** AUD-02: the newest head of the audit trail is sent to places outside the installation. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(headDestinationsSql).execute(db);
}
