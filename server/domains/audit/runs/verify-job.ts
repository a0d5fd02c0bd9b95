import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { runCheck } from './run-check.ts';

/** Checks the trail and the records, and the stored files if requested (AUD-04, OPS-10). */
export const verifyJob = defineJob({
  name: 'audit.verify',
  data: z.object({ runId: z.number() }),
  waitsOnceFor: ({ runId }) => String(runId),
  run: async (services, { runId }, stopping) => {
    await runCheck(services, runId, stopping);
  },
});
