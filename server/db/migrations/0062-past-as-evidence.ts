import { sql, type Kysely } from 'kysely';
import { givePastSql } from '#server/db/schema/history.ts';
import { openMigrationCommand } from './support.ts';

/** AUD-04: the invented past of a demo is in the trail. */
export async function up(db: Kysely<never>): Promise<void> {
  await givePastOfDemo(db);
}

/** Writes the invented past of demo data from before to the trail; other installations have none. */
export async function givePastOfDemo(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`
    select from audit.events where kind = 'command' and action = 'demo.past' limit 1`.execute(db);
  if (rows.length === 0) return;
  await openMigrationCommand(db, 'The invented past of the demo data is written to the trail.');
  await sql.raw(givePastSql).execute(db);
}
