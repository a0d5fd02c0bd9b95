import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import { gradeAttempt, isPassed } from '#shared/domain/quizzes/grade.ts';
import { answerFits, type Question } from '#shared/domain/quizzes/question.ts';
import { scoreToShow } from '#shared/domain/quizzes/quiz.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  loadQuizAssignment,
  readPaper,
  requireInProgress,
  requireQuiz,
  type AttemptRow,
  type GivenAnswers,
  type QuizAssignment,
} from '#server/domains/modules/quiz/quiz.store.ts';
import { loadViewState, progressOf } from '#server/domains/modules/viewing/view-state.ts';

/** The attempt and its person. */
export interface AttemptOf {
  readonly assignmentId: number;
  readonly userId: string;
  readonly number: number;
}

/**
 * Stores all answers of the open attempt, for every device (VIEW-06). Errors: NOT_FOUND, ILLEGAL_STEP, ATTEMPT_HANDED_IN,
 * VALIDATION_FAILED.
 */
export async function saveDraft(
  tx: CommandTransaction,
  attemptOf: AttemptOf,
  answers: GivenAnswers,
): Promise<{ readonly savedAt: Date }> {
  const { quizAssignment, attempt } = await lockAttempt(tx, attemptOf);
  if (attempt.handedInAt !== null) throw new AppError('ATTEMPT_HANDED_IN');
  requireQuiz(quizAssignment);
  requireInProgress(quizAssignment);
  const { paper } = await readPaper(tx.db, attempt.id);
  requireFitting(paper, answers);
  const { rows } = await sql<{ savedAt: Date }>`
    insert into quiz_drafts (attempt_id, answers) values (${attempt.id}, ${JSON.stringify(answers)}::jsonb)
    on conflict (attempt_id) do update set answers = excluded.answers, saved_at = app_now()
    returning saved_at`.execute(tx.db);
  const [saved] = rows;
  if (!saved) throw new Error('a draft was not kept');
  return saved;
}

/**
 * Submits an attempt: grades it by its own paper and stores it permanently, with the score in the assignment (VIEW-06).
 * Twenty clicks submit one attempt: a submitted one does not change. Errors: NOT_FOUND, ILLEGAL_STEP, VALIDATION_FAILED.
 */
export async function submitAttempt(
  tx: CommandTransaction,
  attemptOf: AttemptOf,
  answers: GivenAnswers,
): Promise<void> {
  const { quizAssignment, attempt } = await lockAttempt(tx, attemptOf);
  if (attempt.handedInAt !== null) return;
  requireQuiz(quizAssignment);
  requireInProgress(quizAssignment);
  const { paper } = await readPaper(tx.db, attempt.id);
  requireFitting(paper, answers);
  const grade = gradeAttempt(paper, new Map(answers.map(({ questionId, answer }) => [questionId, answer])));
  const passed = isPassed(grade.score, attempt.passingScore);
  await sql`
    update quiz_attempts set answers = ${JSON.stringify(answers)}::jsonb, grade = ${JSON.stringify(grade)}::jsonb,
      score = ${grade.score}, passed = ${passed}, handed_in_at = app_now()
    where id = ${attempt.id}`.execute(tx.db);
  await sql`delete from quiz_drafts where attempt_id = ${attempt.id}`.execute(tx.db);
  // An attempt that was started on an older version is stored, and counts for that version only (MOD-11).
  if (attempt.counts) await keepScore(tx, quizAssignment, { score: grade.score, passed });
}

/** The score of the assignment, and its progress if the quiz is the only content. */
async function keepScore(
  tx: CommandTransaction,
  { assignmentId, attempts }: QuizAssignment,
  made: { readonly score: number; readonly passed: boolean },
): Promise<void> {
  const before = attempts.flatMap(({ counts, score, passed }) =>
    counts && score !== null && passed !== null ? { score, passed } : [],
  );
  const { percent } = progressOf(await loadViewState(tx.db, assignmentId));
  await sql`
    update training_assignments set score = ${scoreToShow([...before, made])}, progress = greatest(progress, ${percent})
    where id = ${assignmentId}`.execute(tx.db);
}

async function lockAttempt(
  tx: CommandTransaction,
  { assignmentId, userId, number }: AttemptOf,
): Promise<{ readonly quizAssignment: QuizAssignment; readonly attempt: AttemptRow }> {
  const quizAssignment = await loadQuizAssignment(tx.db, assignmentId, userId, { lock: true });
  const attempt = quizAssignment.attempts.find((candidate) => candidate.number === number);
  if (!attempt) throw new AppError('NOT_FOUND');
  return { quizAssignment, attempt };
}

/** Refuses, at their fields, answers to questions that are not in the paper, two answers to one question, and answers of another kind. */
function requireFitting(paper: readonly Question[], answers: GivenAnswers): void {
  const asked = new Map(paper.map((question) => [question.id, question]));
  const seen = new Set<string>();
  const errors = answers.flatMap(({ questionId, answer }, index): FieldError[] => {
    const question = asked.get(questionId);
    const at = `answers.${String(index)}`;
    if (!question) return [{ path: `${at}.questionId`, reason: 'question_not_on_paper' }];
    if (seen.has(questionId)) return [{ path: `${at}.questionId`, reason: 'question_answered_twice' }];
    seen.add(questionId);
    return answerFits(question, answer) ? [] : [{ path: `${at}.answer`, reason: 'answer_does_not_fit' }];
  });
  const [first] = errors;
  if (first) throw new AppError('VALIDATION_FAILED', { errors });
}
