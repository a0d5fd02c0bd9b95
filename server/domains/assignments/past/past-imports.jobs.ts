import { z } from 'zod';
import { sweepImports } from '#server/domains/people/index.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { carryOutPast } from './carry-out-past.ts';
import { checkPastJob } from './check-past.jobs.ts';
import { reversePast } from './reverse-past.ts';

const data = z.object({ importId: z.number() });

/** Carries one import of past completions out (USR-09); a second one waits for the first, on any server. */
export const carryOutPastJob = defineJob({
  name: 'completions.carryOutImport',
  data,
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) => carryOutPast(services, importId, stopping, isLastTry),
});

/** Reverses one import of past completions (USR-09). */
export const reversePastJob = defineJob({
  name: 'completions.reverseImport',
  data,
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) => reversePast(services, importId, stopping, isLastTry),
});

/** Resumes imports of past completions whose job was lost, and ends those that nobody confirmed (USR-09). */
export const sweepPastJob = defineJob({
  name: 'completions.sweepImports',
  data: z.object({}),
  schedule: '5-59/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) =>
    sweepImports(services, 'completions', {
      checking: checkPastJob,
      importing: carryOutPastJob,
      reversing: reversePastJob,
    }),
});
