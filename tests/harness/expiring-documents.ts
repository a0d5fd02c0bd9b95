import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { expiringBetween, type ExpiringDocument } from '#server/domains/hr/index.ts';

/** What ends or is to be reviewed from one day to another, both included, as the reminders ask it. */
export async function expiringDocuments(
  db: Kysely<DB>,
  from: string,
  to: string,
): Promise<readonly ExpiringDocument[]> {
  const { rows } = await sql<ExpiringDocument>`
    ${expiringBetween(sql`${from}::date`, sql`${to}::date`)} order by day, kind, id
  `.execute(db);
  return rows;
}
