import { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import { bind } from '#server/platform/http/bind.ts';
import { readTrail, readTrailCommand } from './trail.queries.ts';

/** Binds the trail for people (AUD-03). */
export const trailRoutes = [
  bind(contract.list, (ctx, { query }) =>
    readTrail(ctx.db, { reach: ctx.reach, org: 'all' }, ctx.actor.readerZone, query),
  ),
  bind(contract.get, (ctx, { params, query }) =>
    readTrailCommand(ctx.db, { reach: ctx.reach, org: 'all' }, params.id, query),
  ),
];
