import { bulkAssignmentsContract as contract } from '#shared/contract/bulk-assignments.ts';
import { bind } from '#server/platform/http/bind.ts';
import { requireShown } from './bulk-effect.ts';
import { assignModules, previewModules, requireReason } from './commands/assign-modules.ts';
import { changeDueDates, previewDueDates } from './commands/change-due-dates.ts';
import { requestRun } from './runs/request-run.ts';

/** Handlers of actions for many people or assignments in one step (MGR-02, USR-07, LRN-06). */
export const bulkAssignmentsRoutes = [
  bind(contract.assignModules, async (ctx, { body }) => {
    if (body.preview) {
      return { preview: true, ...(await previewModules(ctx.db, ctx.reach, body)), run: null };
    }
    const userIds = [...new Set(body.userIds)];
    const inBackground = userIds.length > ctx.services.config.assigning.inOneCall;
    return ctx.command(
      async (tx) => {
        if (!inBackground)
          return { preview: false, ...(await assignModules(tx, ctx.reach, body)), run: null };
        const shown = await previewModules(tx.db, ctx.reach, body);
        requireShown(shown, body.effectHash);
        // Anyone who completes a module in the meantime gets it again: the reason is given before.
        if (body.retrain) requireReason(body);
        return {
          preview: false,
          ...shown,
          run: await requestRun(tx, ctx.actor.id, { ...body, userIds, kind: 'modules' }),
        };
      },
      { reason: body.reason },
    );
  }),
  bind(contract.changeDueDates, async (ctx, { body }) => {
    const shown = body.preview
      ? await previewDueDates(ctx.db, ctx.reach, body)
      : await ctx.command((tx) => changeDueDates(tx, ctx.reach, body), { reason: body.reason });
    return { preview: body.preview, ...shown };
  }),
];
