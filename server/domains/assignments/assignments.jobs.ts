import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { openRenewals, peopleToRenew } from './commands/open-renewals.ts';

const peopleAtOnce = 500;

/**
 * Opens renewals whose window has come (MTX-08), every hour because the day starts at another one in each time zone. After an
 * outage it finds what was missed; a command holds some hundred people, so that nobody waits long for them.
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
