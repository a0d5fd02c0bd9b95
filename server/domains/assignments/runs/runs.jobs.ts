import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { carryOutRun } from './carry-out-run.ts';

/** Carries out one run (PERF-03). Each server carries out one at a time. */
export const carryOutRunJob = defineJob({
  name: 'assignments.carryOutRun',
  data: z.object({ runId: z.number() }),
  waitsOnceFor: ({ runId }) => String(runId),
  run: (services, { runId }, stopping, isLastTry) => carryOutRun(services, runId, stopping, isLastTry),
});

/** Resumes runs whose job was lost (PERF-03). */
export const sweepRunsJob = defineJob({
  name: 'assignments.sweepRuns',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services) => {
    const { rows } = await sql<{ runId: number }>`
      select r.id as run_id from assigning_runs r left join assigning_progress p on p.run_id = r.id
      where r.state in ('waiting', 'running')
        and coalesce(p.updated_at, r.created_at) < app_now() - interval '10 minutes'`.execute(services.db);
    if (rows.length === 0) return;
    await runCommand(services, { actorId: null, action: 'assigning_run.taken_up' }, (tx) =>
      services.jobs.enqueue(tx.db, carryOutRunJob, rows),
    );
  },
});
