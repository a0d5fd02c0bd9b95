import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import type { Findings } from '../verify/findings.ts';
import { findRun } from './runs.store.ts';

/** How often progress is written and a cancellation is checked, in milliseconds. */
const refreshInterval = 1000;

/** Somebody cancelled the check while it ran. */
export class Cancelled extends Error {}

/** A check that runs. */
export interface Watched {
  readonly runId: number;
  /** The one connection on which it reads. */
  readonly connection: Kysely<DB>;
  readonly findings: Findings;
  readonly stopping: AbortSignal | undefined;
}

/**
 * Records the progress of a check while `work` runs (AUD-04). Ends the check if somebody cancels it or this process stops, even
 * in the middle of a long query. Throws {@link Cancelled} if it was cancelled.
 */
export async function withProgress<T>(
  services: Services,
  { runId, connection, findings, stopping }: Watched,
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const { pid, total } = await readReader(connection);
  let cancelled = false;
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      cancelled ||= !(await recordProgress(services.db, runId, findings, total));
      // Repeated, because between two statements there is nothing to cancel.
      if (cancelled || stopping?.aborted === true)
        await sql`select pg_cancel_backend(${pid})`.execute(services.db);
      await pause(refreshInterval, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const watching = watch().catch((error: unknown) => {
    services.log.warn({ err: error, runId }, 'the progress of an integrity check could not be written');
  });
  try {
    return await work();
  } catch (error) {
    if (cancelled) throw new Cancelled();
    throw error;
  } finally {
    ended.abort();
    await watching;
  }
}

/** Returns the connection that reads, and about how much it will read. */
async function readReader(connection: Kysely<DB>): Promise<{ readonly pid: number; readonly total: number }> {
  const names = auditedTables.map(({ name }) => name);
  const { rows } = await sql<{ pid: number; total: number }>`
    select pg_backend_pid() as pid, coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as total
    from pg_class c
    where c.oid = 'audit.events'::regclass
      or (c.relnamespace = 'public'::regnamespace and c.relname = any(${names}::text[]))`.execute(connection);
  return rows[0] ?? { pid: 0, total: 0 };
}

/** Records the progress of a check, and returns whether it is still wanted. */
async function recordProgress(
  db: Kysely<DB>,
  runId: number,
  { checked }: Findings,
  total: number,
): Promise<boolean> {
  const done = checked.events + checked.records + checked.files;
  await sql`
    insert into verify_progress (run_id, done, total) values (${runId}, ${done}, ${total})
    on conflict (run_id) do update set done = excluded.done, total = excluded.total, updated_at = now()`.execute(
    db,
  );
  return (await findRun(db, runId))?.state === 'running';
}
