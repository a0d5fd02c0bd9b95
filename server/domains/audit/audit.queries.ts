import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** The delay of sealing (AUD-02): more than 300 seconds is a fault that `doctor` and the metrics show. */
export interface SealLag {
  /** Events that no seal has yet. */
  readonly unsealed: number;
  /** Seconds since the oldest of them, 0 when there is none. */
  readonly seconds: number;
}

/** Seconds of lag from which on sealing counts as failing (AUD-02). */
export const sealLagLimit = 300;

/**
 * Returns the lag of sealing, also while an open transaction delays it. Where sealing starts is read first: the planner knows how few
 * events follow a known transaction, but expects a third of the trail after one that the same statement finds (PERF-03).
 */
export async function readSealLag(db: Kysely<DB>): Promise<SealLag> {
  const { rows: starts } = await sql<{ systemId: string; xid: string }>`
    select system_id, xid::text from audit.seal_starts`.execute(db);
  const waiting = starts.map(({ systemId, xid }) => sql`(system_id = ${systemId} and xid >= ${xid}::xid8)`);
  const { rows } = await sql<SealLag>`
    select count(*)::integer as unsealed, coalesce(extract(epoch from greatest(app_now() - min(at), interval '0')), 0)::float8 as seconds
    from audit.events where ${sql.join([sql`false`, ...waiting], sql` or `)}`.execute(db);
  return rows[0] ?? { unsealed: 0, seconds: 0 };
}

/** A seal as people compare it. */
export interface SealShown {
  readonly number: number;
  readonly sealedAt: Date;
  readonly head: string;
  readonly keyId: string;
}

/** Returns the times of the first and the newest seal; null before the first. */
export async function readSealEnds(
  db: Kysely<DB>,
): Promise<{ readonly firstSealedAt: Date | null; readonly newestSeal: SealShown | null }> {
  const { rows } = await sql<SealShown & { firstSealedAt: Date }>`
    select number, sealed_at, encode(head, 'hex') as head, key_id,
      (select sealed_at from audit.seals order by number limit 1) as first_sealed_at
    from audit.seals order by number desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return { firstSealedAt: null, newestSeal: null };
  const { firstSealedAt, ...newestSeal } = row;
  return { firstSealedAt, newestSeal };
}
