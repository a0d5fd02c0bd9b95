import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { sendDigests } from './commands/send-digests.ts';
import { sendExpiry } from './commands/send-expiry.ts';
import { sendNewTrainings } from './commands/send-new-trainings.ts';
import { recordScheduled, sendScheduled } from './commands/send-scheduled.ts';
import { hasAnythingDue } from './expiry.queries.ts';
import { hasAnyRequired } from './new-trainings.store.ts';
import { nextTurn, pendingRecipients } from './schedule.queries.ts';
import { hasAnyDigest } from './weekly-digest.queries.ts';

/**
 * Sends what is due (NOT-04, NOT-06): new required trainings, the reminders of the schedule for trainings and for documents that
 * expire, and the weekly digest. It runs every few minutes, because each time zone starts its day at another time. After an
 * outage, the next run sends what was missed. If one part fails, the others are sent anyway, and the job fails with the error.
 */
export const sweepRemindersJob = defineJob({
  name: 'reminders.sweep',
  data: z.object({}),
  schedule: '*/5 * * * *',
  run: async (services) => {
    const failures: unknown[] = [];
    // New trainings first: reminders do not repeat the content of their email.
    for (const part of [notifyOfNewTrainings, notifyOfTrainings, notifyOfExpiry, notifyOfWeek]) {
      try {
        await part(services);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  },
});

async function notifyOfNewTrainings(services: Services): Promise<void> {
  while (await hasAnyRequired(services)) {
    await runCommand(services, { action: 'reminders.newTrainings', actorId: null }, sendNewTrainings);
  }
}

async function notifyOfWeek(services: Services): Promise<void> {
  if (!(await hasAnyDigest(services))) return;
  await runCommand(services, { action: 'reminders.digest', actorId: null }, sendDigests);
}

async function notifyOfTrainings(services: Services): Promise<void> {
  // All is recorded before the first email, so that each person gets one. Looking alone opens no command in the trail.
  const facts = { action: 'reminders.scheduled', actorId: null, onlyChanges: true };
  while (await nextTurn(services.db)) await runCommand(services, facts, recordScheduled);
  while ((await pendingRecipients(services.db, 1)).length > 0)
    await runCommand(services, facts, sendScheduled);
}

async function notifyOfExpiry(services: Services): Promise<void> {
  if (!(await hasAnythingDue(services))) return;
  await runCommand(services, { action: 'reminders.expiry', actorId: null, onlyChanges: true }, sendExpiry);
}
