import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { Findings, type VerifyReport } from '../verify/findings.ts';
import { finishRun } from './finish-run.ts';
import { findRun, type StoredRun } from './runs.store.ts';
import { verifyInstallation } from './verify-installation.ts';
import { Cancelled, withProgress } from './watch-run.ts';

const lock = sql`hashtextextended('audit.verify', 7078)`;

/**
 * Carries out one check (AUD-04, OPS-10). One check runs at a time in the whole installation, on one connection, which reads one
 * snapshot and uses one processor of the database. Safe to run again: the lock of a killed process ends with its connection, and
 * its check is started again. Returns null if another server runs the check, or if it is over or was cancelled.
 */
export async function runCheck(
  services: Services,
  runId: number,
  stopping?: AbortSignal,
): Promise<VerifyReport | null> {
  return services.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(
      connection,
    );
    if (rows[0]?.mine !== true) return null;
    try {
      await sql`set max_parallel_workers_per_gather = 0`.execute(connection);
      return await checkAlone(services, connection, runId, stopping);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      await sql`reset max_parallel_workers_per_gather`.execute(connection);
    }
  });
}

async function checkAlone(
  services: Services,
  connection: Kysely<DB>,
  runId: number,
  stopping: AbortSignal | undefined,
): Promise<VerifyReport | null> {
  stopping?.throwIfAborted();
  const run = await beginRun(services, runId);
  if (!run) return null;
  const findings = new Findings();
  try {
    const report = await withProgress(services, { runId, connection, findings, stopping }, () =>
      verifyInstallation(services, { db: connection, withFiles: run.withFiles, findings }),
    );
    await finishRun(services, runId, { state: 'finished', report });
    return report;
  } catch (error) {
    if (error instanceof Cancelled) return null;
    // The next process starts it again.
    if (stopping?.aborted === true) throw error;
    services.log.error({ err: error, runId }, 'an integrity check failed');
    const message = error instanceof Error ? error.message : String(error);
    await finishRun(services, runId, {
      state: 'failed',
      report: {
        ...findings.report(),
        findings: [{ kind: 'check_failed', object: 'integrity check', detail: message }],
      },
    });
    return null;
  }
}

/** Starts a check. Returns undefined if it is over already. */
async function beginRun(services: Services, runId: number): Promise<StoredRun | undefined> {
  return runCommand(services, { actorId: null, action: 'integrity.started' }, async (tx) => {
    const run = await findRun(tx.db, runId, true);
    if (run?.state !== 'waiting' && run?.state !== 'running') return undefined;
    await sql`update verify_runs set state = 'running', began_at = now() where id = ${runId}`.execute(tx.db);
    return run;
  });
}
