import { teamContract as contract } from '#shared/contract/team.ts';
import { bind } from '#server/platform/http/bind.ts';
import { directReportsOf, managerDashboard, requireManager, teamOf } from './team.queries.ts';

/** Handlers of the pages with the people who report to a manager (MGR-01, MGR-02). */
export const teamRoutes = [
  bind(contract.stats, async (ctx, { params }) => {
    await requireManager(ctx.db, ctx.reach, ctx.actor.id, params.id);
    return managerDashboard(ctx.db, params.id);
  }),
  bind(contract.directReports, async (ctx, { params, query }) => {
    await requireManager(ctx.db, ctx.reach, ctx.actor.id, params.id);
    const all = await directReportsOf(ctx.db, params.id);
    const search = query.q?.trim().toLowerCase() ?? '';
    const wanted = all.filter(
      (person) =>
        (query.includeInactive !== false || person.isActive) &&
        [person.firstName, person.lastName, person.email].join(' ').toLowerCase().includes(search),
    );
    if (query.sort?.endsWith('completionRate')) wanted.sort((a, b) => a.completionRate - b.completionRate);
    if (query.sort?.startsWith('-')) wanted.reverse();
    ctx.total(wanted.length, query);
    return wanted.slice(query.offset, query.offset + query.limit);
  }),
  bind(contract.tree, async (ctx, { params }) => {
    await requireManager(ctx.db, ctx.reach, ctx.actor.id, params.id);
    return { people: await teamOf(ctx.db, params.id) };
  }),
];
