import { hrViewingContract as contract } from '#shared/contract/hr-viewing.ts';
import { bind } from '#server/platform/http/bind.ts';
import { creditDocumentPages, documentSight, openDocumentView } from './document-sight.ts';

/** Handlers of reading documents before they are signed (HR-03, HR-04). */
export const hrViewingRoutes = [
  bind(contract.sight, (ctx, { params }) => documentSight(ctx.db, ctx.reach, ctx.actor.id, params.versionId)),
  bind(contract.open, (ctx, { params }) =>
    ctx.command((tx) => openDocumentView(tx, ctx.reach, ctx.actor.id, params.versionId), {
      subjectId: ctx.actor.id,
    }),
  ),
  bind(contract.progress, (ctx, { params, body }) =>
    ctx.command((tx) => creditDocumentPages(tx, ctx.reach, ctx.actor.id, params.versionId, body), {
      subjectId: ctx.actor.id,
    }),
  ),
];
