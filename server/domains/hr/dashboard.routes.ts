import { hrDashboardContract as contract } from '#shared/contract/hr-dashboard.ts';
import { bind } from '#server/platform/http/bind.ts';
import { hrActivity } from './activity.queries.ts';
import { hrFigures } from './dashboard.queries.ts';

/** Handlers of the HR dashboard (SPEC §2.16, HR-01). */
export const hrDashboardRoutes = [
  bind(contract.figures, async (ctx, { query }) => hrFigures(ctx.db, ctx.reach, query)),
  bind(contract.activity, async (ctx, { query }) => hrActivity(ctx.db, ctx.reach, query)),
];
