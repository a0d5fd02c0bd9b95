import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { recordProgress } from './exports.store.ts';

/** How often progress is written and a cancellation is checked, in milliseconds. */
const refreshInterval = 500;

/** How long an export may make no progress before it has failed, in milliseconds: its job has a day, for any amount of data. */
const mostStill = 30 * 60_000;

/** An export that made no progress for too long. */
class Stalled extends Error {}

/** Somebody cancelled the export while it was written. */
export class Cancelled extends Error {}

/** The progress of the writing of an export. */
export interface ExportProgress {
  done: number;
  /** Null until the rows are counted. */
  total: number | null;
  cancelled: boolean;
  /** The transaction that reads, so that a long query of it can be ended. */
  reads: { readonly pid: number; readonly since: string } | null;
}

/** Remembers the transaction that reads the rows. */
export async function recordReader(db: Kysely<DB>, progress: ExportProgress): Promise<void> {
  const { rows } = await sql<{ pid: number; since: string }>`
    select pg_backend_pid() as pid, transaction_timestamp()::text as since`.execute(db);
  progress.reads = rows[0] ?? null;
}

/**
 * Records the progress of an export while `work` runs (RPT-03). Ends the work if somebody cancels it, even in the middle of a
 * long query, and throws {@link Cancelled} then. Work without progress for `still` milliseconds fails.
 */
export async function withProgress<T>(
  services: Services,
  exportId: number,
  work: (progress: ExportProgress) => Promise<T>,
  still = mostStill,
): Promise<T> {
  const progress: ExportProgress = { done: 0, total: null, cancelled: false, reads: null };
  const ended = new AbortController();
  const note = async (): Promise<boolean> => {
    progress.cancelled ||= !(await recordProgress(services.db, exportId, progress.done, progress.total));
    return !progress.cancelled;
  };
  const stalled = Promise.withResolvers<never>();
  let last = { done: 0, at: performance.now() };
  const moves = (): boolean => {
    const at = performance.now();
    if (progress.done !== last.done) last = { done: progress.done, at };
    return at - last.at < still;
  };
  // A database that was away for a moment ends neither the export nor the watch over it.
  const noteIfPossible = (): Promise<boolean> =>
    note().catch((error: unknown) => {
      services.log.warn({ err: error, exportId }, 'the progress of an export could not be written');
      return true;
    });
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted && (await noteIfPossible()) && moves())
      await pause(Math.min(refreshInterval, still), undefined, { signal: ended.signal }).catch(
        () => undefined,
      );
    if (ended.signal.aborted) return;
    if (!progress.cancelled) {
      stalled.reject(new Stalled(`${String(progress.done)} rows, and none more for ${String(still)} ms`));
      // Running work ends at its next check for a cancellation.
      progress.cancelled = true;
    }
    await endReading(services, progress);
  };
  const watching = watch().catch((error: unknown) => {
    services.log.warn({ err: error, exportId }, 'the reading of an export could not be ended');
  });
  try {
    const answer = await Promise.race([work(progress), stalled.promise]);
    ended.abort();
    await watching;
    if (!(await note())) throw new Cancelled();
    return answer;
  } catch (error) {
    if (error instanceof Stalled) throw error;
    if (progress.cancelled) throw new Cancelled();
    throw error;
  } finally {
    ended.abort();
    await watching;
  }
}

/** Ends the query of the reading transaction, and of no other that its connection may serve by now. */
async function endReading(services: Services, { reads }: ExportProgress): Promise<void> {
  if (!reads) return;
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${reads.pid} and xact_start = ${reads.since}::timestamptz`.execute(services.db);
}
