import { sql, type Kysely } from 'kysely';
import { attachAudit } from '#server/db/migrations/support.ts';
import { passkeysSql } from '#server/db/schema/passkeys.ts';

/** AUTH-19: passkeys. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(passkeysSql).execute(db);
  await attachAudit(db);
}
