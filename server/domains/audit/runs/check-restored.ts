import { sql } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import type { VerifyReport } from '../verify/findings.ts';
import { insertRun } from './request-check.ts';
import { runCheck } from './run-check.ts';

/** Checks everything right after a restore (OPS-10); a check that the backup shows as under way ended with its installation. */
export async function checkRestored(services: Services): Promise<VerifyReport> {
  const runId = await runCommand(services, { actorId: null, action: 'integrity.requested' }, async (tx) => {
    await sql`
      update verify_runs set state = 'cancelled', began_at = coalesce(began_at, now()), ended_at = now()
      where state in ('waiting', 'running')`.execute(tx.db);
    return insertRun(tx, { kind: 'restore', withFiles: true });
  });
  const report = runId === null ? null : await runCheck(services, runId);
  if (!report) throw new Error('the check after the restore did not come to its end; the log says why');
  return report;
}
