import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { answerRequest } from './commands/answer-request.ts';
import { changeInspection } from './commands/change-inspection.ts';
import { closeInspection } from './commands/close-inspection.ts';
import { openInspection } from './commands/open-inspection.ts';
import { putRequest } from './commands/put-request.ts';
import { inspectionView, listInspections, listRequests } from './inspections.queries.ts';
import { requireInspection } from './inspections.store.ts';

const readerOf = (ctx: RequestContext) => ({ reach: ctx.reach, actorId: ctx.actor.id });

/** Reads the inspection of a call with the facts that its command needs; NOT_FOUND. */
async function inspectionOf(ctx: RequestContext, id: number) {
  const inspection = await requireInspection(ctx.db, readerOf(ctx), id);
  return { inspection, organizationId: inspection.organizationIds[0] };
}

/** Handlers of inspections (INS-01); `opened` is bound by the reports, which read the trail. */
export const inspectionsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listInspections(ctx.db, readerOf(ctx), query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params: { id } }) => inspectionView(ctx.db, readerOf(ctx), id)),
  bind(contract.open, async (ctx, { body }) =>
    ctx.command(async (tx) => ({ id: await openInspection(tx, body) }), {
      organizationId: body.organizationIds[0],
      reason: body.purpose.slice(0, 500),
    }),
  ),
  bind(contract.change, async (ctx, { params: { id }, body }) => {
    const { inspection, organizationId } = await inspectionOf(ctx, id);
    await ctx.command((tx) => changeInspection(tx, inspection, body), {
      organizationId,
      reason: body.reason,
    });
    return { id };
  }),
  bind(contract.close, async (ctx, { params: { id }, body: { reason } }) => {
    const { organizationId } = await inspectionOf(ctx, id);
    await ctx.command((tx) => closeInspection(tx, id, reason), { organizationId, reason });
    return { id };
  }),
  bind(contract.requests, async (ctx, { params: { id }, query }) => {
    const { inspection } = await inspectionOf(ctx, id);
    return listRequests(ctx.db, inspection.id, query);
  }),
  bind(contract.request, async (ctx, { params: { id }, body }) => {
    const { inspection, organizationId } = await inspectionOf(ctx, id);
    return ctx.command(async (tx) => ({ id: await putRequest(tx, inspection, body.request) }), {
      organizationId,
    });
  }),
  bind(contract.answer, async (ctx, { params: { id, requestId }, body }) => {
    const { inspection, organizationId } = await inspectionOf(ctx, id);
    await ctx.command((tx) => answerRequest(tx, inspection, requestId, body), { organizationId });
    return { id: requestId };
  }),
];
