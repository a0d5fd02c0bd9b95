import { assignmentsContract as contract } from '#shared/contract/assignments.ts';
import { completionSourceContract } from '#shared/contract/completion-source.ts';
import { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { AppError } from '#shared/contract/errors.ts';
import { bind } from '#server/platform/http/bind.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { learnerPage } from './assignment-view.ts';
import { openOwnContent, reportProgress } from './commands/view-content.ts';
import { completionsOf } from './completions.queries.ts';
import { findSourceFile } from './record-source.ts';
import { isVisible, recordReading } from './record-reading.ts';
import { statsOf } from './stats.queries.ts';

/** Refuses people who are not within the reach: not visible is 404 (EMP-01). */
async function requireVisible(ctx: RequestContext, userId: string): Promise<void> {
  if (!(await isVisible(ctx, userId))) throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
}

/** Handlers of the views of trainings: people's own figures, training files, and reading (LRN-01, EMP-01, VIEW-03). */
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
  bind(completionSourceContract.sourceFile, async (ctx, { params: { userId, recordId } }) => {
    await requireVisible(ctx, userId);
    return answerFile(ctx, await findSourceFile(ctx.db, userId, recordId));
  }),
  bind(ownAssignmentsContract.ownStats, async (ctx) => {
    const stats = await statsOf(ctx.db, ctx.actor.id);
    if (!stats) throw new AppError('NOT_FOUND');
    return { ...stats, inProgress: stats.inProgressPercent };
  }),
  bind(ownAssignmentsContract.openView, async (ctx, { params }) =>
    ctx.command((tx) => openOwnContent(tx, params.id, ctx.actor.id)),
  ),
  bind(contract.progress, async (ctx, { params, body }) =>
    ctx.command((tx) => reportProgress(tx, params.id, ctx.actor.id, body)),
  ),
];
