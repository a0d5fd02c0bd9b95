import { assigningRunsContract as contract } from '#shared/contract/assigning-runs.ts';
import { AppError } from '#shared/contract/errors.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { cancelRun } from './request-run.ts';
import { countRuns, findRun, leftOutOf, runViews } from './runs.store.ts';

/** Handlers of assigning in the background (PERF-03). */
export const assigningRunsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const requestedBy = ctx.actor.id;
    ctx.total(await countRuns(ctx.db, requestedBy), query);
    return [...(await runViews(ctx.db, { requestedBy, ...query }))];
  }),
  bind(contract.leftOut, async (ctx, { query }) => {
    if (query.runId !== undefined) await requireVisible(ctx, query.runId);
    const of = query.runId === undefined ? { requestedBy: ctx.actor.id } : { runId: query.runId };
    const { rows, total } = await leftOutOf(ctx.db, ctx.reach, of, query);
    ctx.total(total, query);
    return [...rows];
  }),
  bind(contract.cancel, async (ctx, { params: { id } }) => {
    await requireVisible(ctx, id);
    return ctx.command((tx) => cancelRun(tx, id));
  }),
];

/** Runs are their requester's and administrators'; for others they are not there (AUTH-13). */
async function requireVisible(ctx: RequestContext, id: number): Promise<void> {
  const found = await findRun(ctx.db, id);
  if (!found || (found.requestedBy !== ctx.actor.id && ctx.actor.role !== 'admin'))
    throw new AppError('NOT_FOUND');
}
