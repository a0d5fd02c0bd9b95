import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkImportJob } from './check-import.jobs.ts';
import { carryOutImport } from './carry-out-import.ts';
import { sweepImports } from './sweep-imports.ts';

const data = z.object({ importId: z.number() });

/** Carries one import out (USR-06); a second one waits for the first, on any server. */
export const carryOutImportJob = defineJob({
  name: 'people.carryOutImport',
  data,
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) =>
    carryOutImport(services, importId, stopping, isLastTry),
});

/** Resumes imports of people whose job was lost, and ends those that nobody confirmed (USR-06). */
export const sweepImportsJob = defineJob({
  name: 'people.sweepImports',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) =>
    sweepImports(services, 'people', { checking: checkImportJob, importing: carryOutImportJob }),
});
