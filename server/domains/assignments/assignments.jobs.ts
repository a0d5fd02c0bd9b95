import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { openRenewals, peopleToRenew } from './commands/open-renewals.ts';

const peopleAtOnce = 500;

/**
 * Opens renewals whose window has come (MTX-08), every hour because each time zone starts the day at another one. After an
 * outage it finds the missed ones; a command covers some hundred people, so that other requests do not wait long.
 */
export const openRenewalsJob = defineJob({
  name: 'assignments.openRenewals',
  data: z.object({}),
  schedule: '4 * * * *',
  run: async (services, _data, stopping) => {
    let after = '';
    while (stopping?.aborted !== true) {
      const userIds = await peopleToRenew(services.db, after, peopleAtOnce);
      const last = userIds.at(-1);
      if (last === undefined) return;
      await runCommand(services, { action: 'assignment.renewals_opened', actorId: null }, (tx) =>
        openRenewals(tx, userIds),
      );
      after = last;
    }
  },
});
