import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { integrityChecksSql } from '#server/db/schema/integrity-checks.ts';

/** AUD-04, OPS-10: the checks of the trail run by themselves, and what they find is signed for. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(integrityChecksSql).execute(db);
  await attachAudit(db);
}
