import { sql, type Kysely } from 'kysely';
import { attachAudit, openMigrationCommand } from '#server/db/migrations/support.ts';
import { hrSettingsSql, hrSql } from '#server/db/schema/hr.ts';

/** HR-01…05: the tables of the HR area, and signatures under them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(hrSql).execute(db);
  await attachAudit(db);
  await openMigrationCommand(db, 'the HR area');
  await sql.raw(hrSettingsSql).execute(db);
}
