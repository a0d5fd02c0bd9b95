import { sql, type Kysely } from 'kysely';
import { historyFromTrailSql, historySql, historyTriggersSql } from '#server/db/schema/history.ts';

/** RPT-04: what reports need to answer as the records stood on a day, with the history of what is there already. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(historySql).execute(db);
  await sql.raw(historyFromTrailSql).execute(db);
  await sql.raw(historyTriggersSql).execute(db);
}
