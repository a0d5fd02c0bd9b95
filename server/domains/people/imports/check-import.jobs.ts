import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkImport } from './check-import.ts';

/** Checks one import (USR-06); each server one at a time. */
export const checkImportJob = defineJob({
  name: 'people.checkImport',
  data: z.object({ importId: z.number() }),
  waitsOnceFor: ({ importId }) => String(importId),
  run: (services, { importId }, stopping, isLastTry) => checkImport(services, importId, stopping, isLastTry),
});
