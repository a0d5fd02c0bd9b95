import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { teamContract as contract } from '#shared/contract/team.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { directReportsOf, managerDashboard, teamOf } from './team.queries.ts';

/** A manager's own board, those of managers below, and all for admins (AUTH-13); anything else is 404. */
async function requireManager(ctx: RequestContext, id: string): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select u.role from users u where u.id = ${id} and u.erased_at is null and (u.id = ${ctx.actor.id}
      or ${withinReach(ctx.reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)})
  `.execute(ctx.db);
  const [person] = rows;
  if (person?.role !== 'manager' && person?.role !== 'admin') throw new AppError('NOT_FOUND');
}

/** Handlers of what managers see of the people whom they lead (MGR-01, MGR-02). */
export const teamRoutes = [
  bind(contract.stats, async (ctx, { params }) => {
    await requireManager(ctx, params.id);
    return managerDashboard(ctx.db, params.id);
  }),
  bind(contract.directReports, async (ctx, { params, query }) => {
    await requireManager(ctx, params.id);
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
    await requireManager(ctx, params.id);
    return { people: await teamOf(ctx.db, params.id) };
  }),
];
