import { remindersContract as contract } from '#shared/contract/reminders.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { sendReminders } from './commands/send-reminders.ts';
import { listReminderInfo } from './manual-reminders.queries.ts';

/** Serves {@link contract}: the people whom a sender may remind, and the sending (REM-01). */
export const manualRemindersRoutes: readonly Binding[] = [
  bind(contract.info, async (ctx, { query }) => {
    const { rows, total } = await listReminderInfo(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.send, (ctx, { body }) => {
    const { actor, reach } = ctx;
    const sender = { id: actor.id, name: fullName(actor) || actor.email, reach };
    return ctx.command((tx) => sendReminders(tx, sender, body), { organizationId: actor.organizationId });
  }),
];
