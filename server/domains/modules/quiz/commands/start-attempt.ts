import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { mayAttempt, type AttemptVerdict } from '#shared/domain/quizzes/attempts.ts';
import { makePaper } from '#shared/domain/quizzes/paper.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  loadQuizAssignment,
  openAttempt,
  requireInProgress,
  requireQuiz,
  attemptsSoFar,
} from '#server/domains/modules/quiz/quiz.store.ts';

/**
 * Starts an attempt at the quiz of the person's own assignment, with a separate paper (VIEW-06); an open one continues.
 * Errors: NOT_FOUND, ILLEGAL_STEP, QUIZ_PASSED, NO_ATTEMPTS_LEFT, COOLING_DOWN.
 */
export async function startAttempt(
  tx: CommandTransaction,
  assignmentId: number,
  userId: string,
): Promise<void> {
  const quizAssignment = await loadQuizAssignment(tx.db, assignmentId, userId, { lock: true });
  const quiz = requireQuiz(quizAssignment);
  requireInProgress(quizAssignment);
  if (openAttempt(quizAssignment)) return;
  refuse(mayAttempt(quiz, attemptsSoFar(quizAssignment), quizAssignment.now));
  const number = Math.max(0, ...quizAssignment.attempts.map((attempt) => attempt.number)) + 1;
  const paper = makePaper(quiz.questions, quiz, (bound) => randomInt(bound));
  await sql`
    insert into quiz_attempts (assignment_id, user_id, module_version_id, number, paper, passing_score)
    values (${assignmentId}, ${userId}, ${quizAssignment.versionId}, ${number}, ${JSON.stringify(paper)}::jsonb,
      ${quizAssignment.passingScore})`.execute(tx.db);
}

function refuse(verdict: AttemptVerdict): void {
  if (verdict.allowed) return;
  switch (verdict.reason) {
    case 'passed':
      throw new AppError('QUIZ_PASSED');
    case 'no_attempts_left':
      throw new AppError('NO_ATTEMPTS_LEFT');
    case 'cooling_down':
      throw new AppError('COOLING_DOWN', { extra: { until: verdict.until.toISOString() } });
  }
}
