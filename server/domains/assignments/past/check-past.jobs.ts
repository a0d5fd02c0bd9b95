import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkPast } from './check-past.ts';

/** Checks one import of past completions (USR-09); each server one at a time. */
export const checkPastJob = defineJob({
  name: 'completions.checkImport',
  data: z.object({ importId: z.number() }),
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) => checkPast(services, importId, stopping, isLastTry),
});
