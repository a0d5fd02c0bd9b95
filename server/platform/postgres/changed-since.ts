import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the former values of a record in the trail since an instant: for each column the first one, for a removed record
 * all of them; null if nothing changed. The table is written into the text: for a table that it does not know, the planner
 * expects so many rows that it plans a prepared statement again each time.
 */
export const changedSince = (
  table: string,
  id: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select jsonb_object_agg(b.key, b.value order by e.id desc)
  from audit.events e cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb -> 'before') b
  where e.object_type = ${sql.lit(table)} and e.object_id = ${id}::text and e.kind in ('update', 'delete') and e.at >= ${since})`;
