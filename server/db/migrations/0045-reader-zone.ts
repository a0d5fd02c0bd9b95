import { sql, type Kysely } from 'kysely';
import { openMigrationCommand } from '#server/db/migrations/support.ts';

/** The names that columns of exports had while their instants were written in UTC. */
const renamed = ['assigned_at', 'completed_at', 'last_activity', 'recorded_at', 'signed_at', 'started_at'];

/**
 * SHELL-09: UTC was the default and was stored with any other setting, so that nobody can be told to have chosen it: times follow
 * the organization's zone until somebody chooses. RPT-05: stored exports name their columns as exports do now.
 */
const text = `
update users set settings = settings - 'timezone' where settings ->> 'timezone' = 'UTC';
update exports set columns = (
  select array_agg(case when name = any(array[${renamed.map((name) => `'${name}_utc'`).join(', ')}]) then left(name, -4) else name end order by place)
  from unnest(columns) with ordinality as named (name, place)
)
where columns && array[${renamed.map((name) => `'${name}_utc'`).join(', ')}];
`;

/** SHELL-09, RPT-05: a zone that nobody chose is not stored, and columns of exports lose the zone in their names. */
export async function up(db: Kysely<never>): Promise<void> {
  await openMigrationCommand(db, 'times in the zone of their reader');
  await sql.raw(text).execute(db);
}
