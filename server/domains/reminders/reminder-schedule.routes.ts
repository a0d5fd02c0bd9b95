import { reminderScheduleContract as contract } from '#shared/contract/reminder-schedule.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { expectedRevision, refuseStale } from '#server/platform/http/if-match.ts';
import { changeSchedule } from './commands/change-schedule.ts';
import { countRecipientsNow, readSchedule } from './schedule-settings.queries.ts';

/** Serves {@link contract}: administrators see and change the schedule (NOT-04). */
export const reminderScheduleRoutes: readonly Binding[] = [
  bind(contract.get, (ctx) => readSchedule(ctx.db)),
  bind(contract.preview, (ctx, { body }) =>
    ctx.rehearse(async (tx) => {
      await changeSchedule(tx, body, () => undefined);
      return countRecipientsNow(tx.db);
    }),
  ),
  bind(contract.change, (ctx, { body }) => {
    const expected = expectedRevision(ctx);
    return ctx.command((tx) =>
      changeSchedule(tx, body, (stored) =>
        refuseStale(expected, stored, () => ({ current: stored, submitted: body })),
      ),
    );
  }),
];
