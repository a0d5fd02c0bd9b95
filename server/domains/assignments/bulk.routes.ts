import { bulkAssignmentsContract as contract } from '#shared/contract/bulk-assignments.ts';
import { bind } from '#server/platform/http/bind.ts';
import { assignModules, previewModules } from './commands/assign-modules.ts';
import { changeDueDates, previewDueDates } from './commands/change-due-dates.ts';

/** Handlers of what is done for many people or assignments in one step (MGR-02, USR-07, LRN-06). */
export const bulkAssignmentsRoutes = [
  bind(contract.assignModules, async (ctx, { body }) => {
    const shown = body.preview
      ? await previewModules(ctx.db, ctx.reach, body)
      : await ctx.command((tx) => assignModules(tx, ctx.reach, body), { reason: body.reason });
    return { preview: body.preview, ...shown };
  }),
  bind(contract.changeDueDates, async (ctx, { body }) => {
    const shown = body.preview
      ? await previewDueDates(ctx.db, ctx.reach, body)
      : await ctx.command((tx) => changeDueDates(tx, ctx.reach, body), { reason: body.reason });
    return { preview: body.preview, ...shown };
  }),
];
