import { sql } from 'kysely';
import { assignmentsContract as contract } from '#shared/contract/assignments.ts';
import { AppError } from '#shared/contract/errors.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { learnerPage } from './assignment-view.ts';
import { openOwnContent, reportProgress } from './commands/view-content.ts';
import { completionsOf } from './completions.queries.ts';
import { isVisible, recordReading } from './record-reading.ts';
import { directReportsOf, managerDashboard, statsOf } from './stats.queries.ts';

/** Refuses people who are not within the reach: not visible is 404 (EMP-01). */
async function requireVisible(ctx: RequestContext, userId: string): Promise<void> {
  if (!(await isVisible(ctx, userId)))
    throw new AppError('NOT_FOUND', { detail: 'The requested user could not be found.' });
}

/** A manager's own board, those of managers below, and all for admins (AUTH-13); anything else is 404. */
async function requireManager(ctx: RequestContext, id: string): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select u.role from users u where u.id = ${id} and u.erased_at is null and (u.id = ${ctx.actor.id}
      or ${withinReach(ctx.reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)})
  `.execute(ctx.db);
  const [person] = rows;
  if (person?.role !== 'manager' && person?.role !== 'admin') throw new AppError('NOT_FOUND');
}

/** Handlers of what people see of trainings: own figures, training files, teams, and reading (LRN-01, EMP-01, MGR-01, VIEW-03). */
export const learningRoutes = [
  bind(contract.employeeAssignments, async (ctx, { params, query }) => {
    await requireVisible(ctx, params.userId);
    await recordReading(ctx, params.userId, 'assignments');
    const wanted = { ...query, userId: params.userId };
    const { views, total } = await learnerPage(ctx.services, ctx.db, ctx.reach, wanted);
    ctx.total(total, query);
    return views;
  }),
  bind(contract.employeeStats, async (ctx, { params }) => {
    await requireVisible(ctx, params.userId);
    await recordReading(ctx, params.userId, 'stats');
    const stats = await statsOf(ctx.db, params.userId);
    if (!stats) throw new AppError('NOT_FOUND');
    return stats;
  }),
  bind(contract.employeeCompletions, async (ctx, { params, query }) => {
    await requireVisible(ctx, params.userId);
    await recordReading(ctx, params.userId, 'completions');
    const { completions, total } = await completionsOf(ctx.services, ctx.db, params.userId, query);
    ctx.total(total, query);
    return completions;
  }),
  bind(contract.ownStats, async (ctx) => {
    const stats = await statsOf(ctx.db, ctx.actor.id);
    if (!stats) throw new AppError('NOT_FOUND');
    return { ...stats, inProgress: stats.inProgressPercent };
  }),
  bind(contract.managerStats, async (ctx, { params }) => {
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
  bind(contract.openView, async (ctx, { params }) =>
    ctx.command((tx) => openOwnContent(tx, params.id, ctx.actor.id)),
  ),
  bind(contract.progress, async (ctx, { params, body }) =>
    ctx.command((tx) => reportProgress(tx, params.id, ctx.actor.id, body)),
  ),
];
