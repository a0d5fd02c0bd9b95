import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { requestCheck } from './request-check.ts';
import { verifyJob } from './verify-job.ts';
import { findDueCheck, findOpenRun } from './runs.store.ts';

/** Starts the check that is due, and resumes one whose job was lost (OPS-10). */
export const sweepVerifyJob = defineJob({
  name: 'audit.verify-sweep',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services) => {
    if (await findOpenRun(services.db)) {
      const { rows } = await sql<{ runId: number }>`
        select r.id as run_id from verify_runs r left join verify_progress p on p.run_id = r.id
        where r.state in ('waiting', 'running')
          and greatest(p.updated_at, r.began_at, r.created_at) not between now() - interval '5 minutes' and now() + interval '5 minutes'`.execute(
        services.db,
      );
      if (rows.length === 0) return;
      await runCommand(services, { actorId: null, action: 'integrity.taken-up' }, (tx) =>
        services.jobs.enqueue(tx.db, verifyJob, rows),
      );
      return;
    }
    const kind = await findDueCheck(services.db);
    if (kind === null) return;
    await runCommand(services, { actorId: null, action: 'integrity.requested' }, async (tx) => {
      if (await findOpenRun(tx.db)) return;
      await requestCheck(tx, { kind, withFiles: kind !== 'nightly' });
    });
  },
});
