import { sql, type Kysely } from 'kysely';
import { openMigrationCommand } from '#server/db/migrations/support.ts';
import { curriculaSeedSql } from '#server/db/schema/curricula.ts';
import { modulesSeedSql } from '#server/db/schema/modules.ts';

/** ORG-04, MOD-02: families, Training Categories and matrix templates that every installation starts with. */
export async function up(db: Kysely<never>): Promise<void> {
  await openMigrationCommand(db, 'seed');
  await sql.raw(modulesSeedSql).execute(db);
  await sql.raw(curriculaSeedSql).execute(db);
}
