import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { sendExpiry } from './commands/send-expiry.ts';
import { sendScheduled } from './commands/send-scheduled.ts';
import { anythingExpires } from './expiry.queries.ts';
import { anythingToTell } from './schedule.queries.ts';

/**
 * Tells what the schedule says of trainings and of documents that expire (NOT-04), every few minutes, because the day begins at another time in each zone; after an outage
 * the next run makes up for what was missed. Neither part waits for the other: where one fails, the other is told all the same, and
 * the job fails with what went wrong.
 */
export const sweepRemindersJob = defineJob({
  name: 'reminders.sweep',
  data: z.object({}),
  schedule: '*/5 * * * *',
  run: async (services) => {
    const failures: unknown[] = [];
    for (const part of [tellOfTrainings, tellOfExpiry]) {
      try {
        await part(services);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  },
});

async function tellOfTrainings(services: Services): Promise<void> {
  if (!(await anythingToTell(services))) return;
  await runCommand(services, { action: 'reminders.scheduled', actorId: null }, sendScheduled);
}

async function tellOfExpiry(services: Services): Promise<void> {
  if (!(await anythingExpires(services))) return;
  await runCommand(services, { action: 'reminders.expiry', actorId: null }, sendExpiry);
}
