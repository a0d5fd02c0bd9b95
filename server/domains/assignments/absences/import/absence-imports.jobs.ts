import { z } from 'zod';
import { sweepImports } from '#server/domains/people/index.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { carryOutAbsences } from './carry-out-absences.ts';
import { checkAbsencesJob } from './check-absences.jobs.ts';

/** Carries one import of absences out (USR-10); a second one waits for the first, on any server. */
export const carryOutAbsencesJob = defineJob({
  name: 'absences.carryOutImport',
  data: z.object({ importId: z.number() }),
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) =>
    carryOutAbsences(services, importId, stopping, isLastTry),
});

/** Resumes imports of absences whose job was lost, and ends those that nobody confirmed (USR-10). */
export const sweepAbsenceImportsJob = defineJob({
  name: 'absences.sweepImports',
  data: z.object({}),
  schedule: '8-59/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) =>
    sweepImports(services, 'absences', { checking: checkAbsencesJob, importing: carryOutAbsencesJob }),
});
