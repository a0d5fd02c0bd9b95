import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkAbsences } from './check-absences.ts';

/** Checks one import of absences (USR-10); each server one at a time. */
export const checkAbsencesJob = defineJob({
  name: 'absences.checkImport',
  data: z.object({ importId: z.number() }),
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) =>
    checkAbsences(services, importId, stopping, isLastTry),
});
