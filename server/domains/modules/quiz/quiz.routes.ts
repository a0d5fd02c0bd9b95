import { quizzesContract as contract } from '#shared/contract/quizzes.ts';
import { bind } from '#server/platform/http/bind.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { startAttempt } from '#server/domains/modules/quiz/commands/start-attempt.ts';
import { submitAttempt, saveDraft } from '#server/domains/modules/quiz/commands/submit-attempt.ts';
import { removeQuiz, saveQuiz } from '#server/domains/modules/quiz/commands/save-quiz.ts';
import { attemptResult, getQuiz, quizState } from '#server/domains/modules/quiz/quiz.queries.ts';

/** Handlers of the calls about quizzes and attempts at them (VIEW-06). */
export const quizRoutes = [
  bind(contract.get, async (ctx, { params }) => {
    const quiz = await getQuiz(ctx.db, params.id);
    sendRevision(ctx, quiz.revision);
    return quiz;
  }),

  bind(contract.save, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const saved = await ctx.command(async (tx) => {
      await saveQuiz(tx, params.id, body, async (stored) => {
        const current = await getQuiz(tx.db, params.id);
        refuseStale(expected, stored, () => ({ current, submitted: body }));
      });
      return getQuiz(tx.db, params.id);
    });
    sendRevision(ctx, saved.revision);
    return saved;
  }),

  bind(contract.remove, async (ctx, { params }) => {
    const expected = expectedRevision(ctx);
    return ctx.command(async (tx) => {
      await removeQuiz(tx, params.id, async (stored) => {
        const current = await getQuiz(tx.db, params.id);
        refuseStale(expected, stored, () => ({ current, submitted: null }));
      });
      return { ok: true as const };
    });
  }),

  bind(contract.state, async (ctx, { params }) => quizState(ctx.db, params.id, ctx.actor.id)),

  bind(contract.begin, async (ctx, { params }) =>
    ctx.command(async (tx) => {
      await startAttempt(tx, params.id, ctx.actor.id);
      return quizState(tx.db, params.id, ctx.actor.id);
    }),
  ),

  bind(contract.saveDraft, async (ctx, { params, body }) =>
    ctx.command((tx) =>
      saveDraft(tx, { assignmentId: params.id, userId: ctx.actor.id, number: params.number }, body.answers),
    ),
  ),

  bind(contract.submitAttempt, async (ctx, { params, body }) => {
    const attempt = { assignmentId: params.id, userId: ctx.actor.id, number: params.number };
    return ctx.command(async (tx) => {
      await submitAttempt(tx, attempt, body.answers);
      return attemptResult(tx.db, attempt.assignmentId, attempt.userId, attempt.number);
    });
  }),

  bind(contract.attempt, async (ctx, { params }) =>
    attemptResult(ctx.db, params.id, ctx.actor.id, params.number),
  ),
];
