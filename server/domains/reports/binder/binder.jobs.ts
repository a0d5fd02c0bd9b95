import { z } from 'zod';
import { binder } from '#shared/domain/reports/data-sets.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { exportJobData, resumeLost } from '../exports/resume-lost.ts';
import { writeBinder } from './write-binder.ts';

/** Writes one binder; like every export, one at a time in each process (F20). */
export const writeBinderJob = defineJob({
  name: 'binders.write',
  data: exportJobData,
  mostHours: 24,
  waitsOnceFor: ({ exportId }) => String(exportId),
  run: (services, { exportId }, stopping) => writeBinder(services, exportId, stopping),
});

/** Enqueues binders again whose job was lost. Finished ones expire with the other exports (RPT-03). */
export const sweepBindersJob = defineJob({
  name: 'binders.sweep',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) => resumeLost(services, writeBinderJob, [binder]),
});
