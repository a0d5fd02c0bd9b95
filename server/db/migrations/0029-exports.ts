import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { exportsSql } from '#server/db/schema/exports.ts';

/** RPT-03: exports in the background with progress, which can be cancelled and are found again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(exportsSql).execute(db);
  await attachAudit(db);
}
