import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { writeExportJob } from '../exports/exports.jobs.ts';
import { runDue } from './run-due.ts';

/** Starts the scheduled exports that are due (RPT-03). */
export const scheduledExportsJob = defineJob({
  name: 'exports.schedule',
  data: z.object({}),
  schedule: '* * * * *',
  waitsOnceFor: () => 'sweep',
  run: (services) => runDue(services, writeExportJob),
});
