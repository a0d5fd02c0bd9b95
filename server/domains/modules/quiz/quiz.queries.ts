import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { quizzesContract } from '#shared/contract/quizzes.ts';
import { attemptsLeft, mayAttempt } from '#shared/domain/quizzes/attempts.ts';
import { shownPaper } from '#shared/domain/quizzes/paper.ts';
import { showsQuestions } from '#shared/domain/quizzes/quiz.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  findQuiz,
  isPendingElsewhere,
  loadQuizAssignment,
  openAttempt,
  outdatedVersion,
  readPaper,
  requireQuiz,
  attemptsSoFar,
  type GivenAnswers,
  type QuizAssignment,
} from '#server/domains/modules/quiz/quiz.store.ts';

/** A quiz as its author sees it. */
export type QuizView = ResponseInput<typeof quizzesContract.get>;
/** A quiz in the form for the person who has to pass it. */
export type QuizState = ResponseInput<typeof quizzesContract.state>;
/** An attempt that was submitted. */
export type AttemptResult = ResponseInput<typeof quizzesContract.attempt>;

/** GET /api/training-modules/{id}/quiz: with its key, for the person who may write it. Throws NOT_FOUND. */
export async function getQuiz(db: Kysely<DB>, moduleId: number): Promise<QuizView> {
  const { rows } = await sql<Pick<QuizView, 'passingScore' | 'completionPolicy' | 'attempts'>>`
    select m.passing_score, m.completion_policy, (
      select count(*)::int from quiz_attempts q join training_assignments a on a.id = q.assignment_id
      where a.module_id = m.id and q.handed_in_at is not null) as attempts
    from training_modules m where m.id = ${moduleId}`.execute(db);
  const [module] = rows;
  if (!module) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  const quiz = await findQuiz(db, moduleId);
  return {
    moduleId,
    ...module,
    questions: (quiz?.questions ?? []).map((question) => structuredClone(question) as Stored),
    shuffleQuestions: quiz?.shuffleQuestions ?? false,
    shuffleOptions: quiz?.shuffleOptions ?? true,
    maxAttempts: quiz?.maxAttempts ?? null,
    coolDownMinutes: quiz?.coolDownMinutes ?? 0,
    feedback: quiz?.feedback ?? 'full',
    revision: quiz?.revision ?? 0,
    updatedAt: quiz?.updatedAt ?? null,
  };
}

/** A question in the form that was validated when it was stored. */
type Stored = QuizView['questions'][number];

/** GET /api/training-assignments/{id}/quiz: it does not disclose the correct answers. Throws NOT_FOUND. */
export async function quizState(db: Kysely<DB>, assignmentId: number, userId: string): Promise<QuizState> {
  const quizAssignment = await loadQuizAssignment(db, assignmentId, userId);
  const quiz = requireQuiz(quizAssignment);
  const attempted = attemptsSoFar(quizAssignment);
  const verdict = mayAttempt(quiz, attempted, quizAssignment.now);
  const running = quizAssignment.status === 'in_progress';
  const reason = verdict.allowed ? null : verdict.reason;
  return {
    questions: quiz.questions.length,
    points: quiz.questions.reduce((sum, { points }) => sum + points, 0),
    passingScore: quizAssignment.passingScore,
    maxAttempts: quiz.maxAttempts,
    attemptsLeft: attemptsLeft(quiz, attempted),
    coolDownMinutes: quiz.coolDownMinutes,
    feedback: quiz.feedback,
    passed: attempted.passed,
    mayBegin: verdict.allowed && running,
    reason: running || reason === 'passed' ? reason : 'not_in_progress',
    until: !verdict.allowed && verdict.reason === 'cooling_down' ? verdict.until : null,
    now: quizAssignment.now,
    outdated: outdatedVersion(quizAssignment),
    attempts: quizAssignment.attempts
      .flatMap(({ number, startedAt, handedInAt, score, passed, passingScore, versionNumber, counts }) =>
        handedInAt === null || score === null || passed === null
          ? []
          : { number, startedAt, handedInAt, score, passed, passingScore, versionNumber, counts },
      )
      .toReversed(),
    open: running ? await shownAttempt(db, quizAssignment) : null,
  };
}

async function shownAttempt(db: Kysely<DB>, quizAssignment: QuizAssignment): Promise<QuizState['open']> {
  const open = openAttempt(quizAssignment);
  if (!open) return null;
  const { paper } = await readPaper(db, open.id);
  const draft = await sql<{ answers: GivenAnswers; savedAt: Date }>`
    select answers, saved_at from quiz_drafts where attempt_id = ${open.id}`.execute(db);
  return {
    number: open.number,
    startedAt: open.startedAt,
    questions: shownPaper(paper).map((question) => ({ ...question, options: [...question.options] })),
    answers: draft.rows[0]?.answers ?? [],
    savedAt: draft.rows[0]?.savedAt ?? null,
  };
}

/**
 * GET …/quiz/attempts/{number}: the result of an attempt, with its paper of that time. Its questions are shown once no
 * further attempt can use them, for every attempt. Throws NOT_FOUND, ILLEGAL_STEP before it was submitted.
 */
export async function attemptResult(
  db: Kysely<DB>,
  assignmentId: number,
  userId: string,
  number: number,
): Promise<AttemptResult> {
  const quizAssignment = await loadQuizAssignment(db, assignmentId, userId);
  const attempt = quizAssignment.attempts.find((candidate) => candidate.number === number);
  if (!attempt) throw new AppError('NOT_FOUND');
  const { paper, answers, grade } = await readPaper(db, attempt.id);
  const { handedInAt, score, passed } = attempt;
  if (handedInAt === null || score === null || passed === null || !grade)
    throw new AppError('ILLEGAL_STEP', { reason: 'attempt_open' });
  // If there is no quiz, no setting allows more than the score.
  const feedback = quizAssignment.quiz?.feedback ?? 'score';
  const standing = attemptsSoFar(quizAssignment);
  const shows = showsQuestions(feedback, {
    passed: standing.passed,
    attemptsLeft: quizAssignment.quiz ? attemptsLeft(quizAssignment.quiz, standing) : 0,
    askedAgain: await isPendingElsewhere(db, quizAssignment),
  });
  const given = new Map((answers ?? []).map(({ questionId, answer }) => [questionId, answer]));
  const graded = new Map(grade.answers.map((answer) => [answer.questionId, answer]));
  return {
    number,
    startedAt: attempt.startedAt,
    handedInAt,
    score,
    passed,
    passingScore: attempt.passingScore,
    versionNumber: attempt.versionNumber,
    counts: attempt.counts,
    points: grade.points,
    possible: grade.possible,
    right: grade.answers.filter(({ right }) => right).length,
    total: paper.length,
    feedback,
    showsQuestions: shows,
    questions: shows
      ? paper.map(({ key, explanation, ...question }) => ({
          ...question,
          options: [...question.options],
          answer: given.get(question.id) ?? null,
          right: graded.get(question.id)?.right ?? false,
          earned: graded.get(question.id)?.points ?? 0,
          explanation,
          key: key as Stored['key'],
        }))
      : [],
  };
}
