import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { noReach, wholeReach } from '#shared/domain/access/permissions.ts';
import { requireInspection } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { readTrail } from '../trail/trail.queries.ts';

/**
 * The routes for what was opened and downloaded in an inspection (INS-01). They read the trail of its inspectors during its time;
 * there is no second history.
 */
export const inspectionRoutes = [
  bind(contract.opened, async (ctx, { params: { id }, query }) => {
    const reader = { reach: ctx.reach, actorId: ctx.actor.id };
    const { openedAt, endsAt, userIds, organizationIds } = await requireInspection(ctx.db, reader, id);
    const isHost = ctx.reach.all;
    // Inspectors see all of their own actions within the scope of the inspection.
    const scope = isHost
      ? ({ reach: wholeReach, org: 'all' } as const)
      : ({ reach: { ...noReach, organizationIds }, org: 'all', isOwn: true } as const);
    return readTrail(ctx.db, scope, ctx.actor.readerZone, {
      ...query,
      actors: isHost ? userIds : [ctx.actor.id],
      since: openedAt,
      until: endsAt,
    });
  }),
];
