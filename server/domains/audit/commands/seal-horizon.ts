import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** Up to where the trail of this cluster is certain to be complete, and when that was found out. */
export interface Horizon {
  readonly system: string;
  /** Every transaction of this database below it has ended. */
  readonly xid: string;
  /** By the database's clock, in UTC. */
  readonly now: string;
}

/**
 * Returns the oldest transaction that may still write to the trail (AUD-02). A transaction that is certainly in another database
 * of the cluster never does, so it does not delay sealing. The lock on its number names its process, and the process names its
 * database. A transaction whose database is unknown (prepared, or just started) counts as one of this database.
 */
export async function readHorizon(db: Kysely<DB>): Promise<Horizon> {
  const { rows } = await sql<Horizon>`
    with running as (select x as xid from pg_snapshot_xip(pg_current_snapshot()) x),
    elsewhere as (
      select l.transactionid::text::bigint as short
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'
        and a.datid is not null and a.datid <> (select oid from pg_database where datname = current_database())
    )
    select audit.system_id() as system,
      coalesce(
        (select min(r.xid) from running r where mod(r.xid::text::numeric, 4294967296) not in (select short from elsewhere)),
        pg_snapshot_xmax(pg_current_snapshot())
      )::text as xid,
      to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`.execute(db);
  const [horizon] = rows;
  if (!horizon) throw new Error('the database named no horizon');
  return horizon;
}
