import { sql, type RawBuilder } from 'kysely';

/**
 * SQL of the zone in which everybody reads when an assignment `a` with the record `r` was completed (RPT-05); null while it is
 * open.
 */
export const completedZoneSql: RawBuilder<string | null> = sql<string | null>`
  case when a.completed_at is not null then coalesce(r.time_zone, 'UTC') end`;
