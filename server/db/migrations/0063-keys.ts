import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { installationFunctionsSql, installationTablesSql } from '#server/db/schema/installation.ts';

/** OPS-09: the installation, its keys and how one follows the other; the next start fills them in. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(installationTablesSql).execute(db);
  await sql.raw(installationFunctionsSql).execute(db);
  await attachAudit(db);
}
