import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { answersBody } from '#shared/contract/quiz-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AttemptRules, AttemptsSoFar } from '#shared/domain/quizzes/attempts.ts';
import type { Grade } from '#shared/domain/quizzes/grade.ts';
import type { Question } from '#shared/domain/quizzes/question.ts';
import type { FeedbackKind } from '#shared/domain/quizzes/quiz.ts';
import type { DB } from '#server/db/db.d.ts';
import { quizIsPendingElsewhereSql } from '#server/domains/modules/quiz/quiz-facts.ts';
import { assignedVersionSql } from '#server/domains/modules/visibility.ts';

/** A stored quiz (VIEW-06). */
export interface StoredQuiz extends AttemptRules {
  readonly questions: readonly Question[];
  readonly shuffleQuestions: boolean;
  readonly shuffleOptions: boolean;
  readonly feedback: FeedbackKind;
  readonly revision: number;
  readonly updatedAt: Date;
}

/** Answers in the form of the API. */
export type GivenAnswers = z.output<typeof answersBody>['answers'];

/** An attempt without its paper. */
export interface AttemptRow {
  readonly id: number;
  readonly number: number;
  readonly startedAt: Date;
  readonly handedInAt: Date | null;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly passingScore: number | null;
  readonly versionNumber: number;
  /** Started on the version that is assigned now: its questions were about that one (MOD-11). */
  readonly counts: boolean;
}

/** The facts of a person's own assignment that its quiz needs, with the database's clock. */
export interface QuizAssignment {
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly status: 'not_started' | 'in_progress' | 'completed';
  readonly versionId: number;
  readonly passingScore: number | null;
  readonly now: Date;
  /** Null once the quiz was taken off the module. */
  readonly quiz: StoredQuiz | null;
  readonly attempts: readonly AttemptRow[];
}

/** Returns the quiz of a module; null without one. */
export async function findQuiz(db: Kysely<DB>, moduleId: number): Promise<StoredQuiz | null> {
  const { rows } = await sql<StoredQuiz>`
    select questions, shuffle_questions, shuffle_options, max_attempts, cool_down_minutes, feedback, revision, updated_at
    from quizzes where module_id = ${moduleId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Reads the person's own assignment with its quiz and attempts. With `lock` no other command can start or submit an attempt
 * until this command ends, so that two tabs take turns. Throws NOT_FOUND, also for a voided assignment and one of another
 * person.
 */
export async function loadQuizAssignment(
  db: Kysely<DB>,
  assignmentId: number,
  userId: string,
  options: { readonly lock?: boolean } = {},
): Promise<QuizAssignment> {
  if (options.lock === true) {
    await sql`select 1 from training_assignments where id = ${assignmentId} and user_id = ${userId} for update`.execute(
      db,
    );
  }
  const { rows } = await sql<Omit<QuizAssignment, 'quiz' | 'attempts'>>`
    select a.id as assignment_id, a.user_id, a.module_id, a.status, v.id as version_id, m.passing_score, app_now() as now
    from training_assignments a
    join training_modules m on m.id = a.module_id
    join module_versions v on v.id = ${assignedVersionSql}
    where a.id = ${assignmentId} and a.user_id = ${userId} and a.status <> 'voided'`.execute(db);
  const [head] = rows;
  if (!head) throw new AppError('NOT_FOUND');
  const quiz = await findQuiz(db, head.moduleId);
  const attempts = await sql<AttemptRow>`
    select q.id, q.number, q.started_at, q.handed_in_at, q.score, q.passed, q.passing_score, v.number as version_number,
      q.module_version_id = ${head.versionId} as counts
    from quiz_attempts q join module_versions v on v.id = q.module_version_id
    where q.assignment_id = ${assignmentId} order by q.number`.execute(db);
  return { ...head, quiz, attempts: attempts.rows };
}

/** Returns the quiz of a taking; throws NOT_FOUND if the module asks no questions. */
export function requireQuiz({ quiz }: QuizAssignment): StoredQuiz {
  if (!quiz) throw new AppError('NOT_FOUND', { reason: 'no_quiz' });
  return quiz;
}

/** Refuses attempts before the training was started and after it was completed. */
export function requireInProgress({ status }: QuizAssignment): void {
  if (status === 'in_progress') return;
  throw new AppError('ILLEGAL_STEP', {
    reason: status === 'not_started' ? 'start_training_first' : 'training_completed',
  });
}

/** Returns the attempt that is started and not submitted, on the version that is assigned now. */
export const openAttempt = ({ attempts }: QuizAssignment): AttemptRow | undefined =>
  attempts.find(({ handedInAt, counts }) => counts && handedInAt === null);

/**
 * Returns the older version of the latest attempt, if none was started on the version that is assigned now. A new version took
 * effect then, and the questions are asked again (MOD-11). Returns null otherwise.
 */
export function outdatedVersion({ attempts }: QuizAssignment): number | null {
  return attempts.some(({ counts }) => counts) ? null : (attempts.at(-1)?.versionNumber ?? null);
}

/** Returns the attempts on the version that is assigned now: only those count (MOD-11). */
export function attemptsSoFar(quizAssignment: QuizAssignment): AttemptsSoFar {
  const handedIn = quizAssignment.attempts.filter(({ counts, handedInAt }) => counts && handedInAt !== null);
  return {
    handedIn: handedIn.length,
    passed: handedIn.some(({ passed }) => passed === true),
    lastHandedInAt: handedIn.at(-1)?.handedInAt ?? null,
    open: openAttempt(quizAssignment) !== undefined,
  };
}

/** Returns whether another assignment of the person asks the same questions (VIEW-06). */
export async function isPendingElsewhere(
  db: Kysely<DB>,
  { assignmentId, userId, moduleId }: QuizAssignment,
): Promise<boolean> {
  const of = {
    assignmentId: sql<number>`${assignmentId}`,
    userId: sql<string>`${userId}`,
    moduleId: sql<number>`${moduleId}`,
  };
  const { rows } = await sql<{ asked: boolean }>`select ${quizIsPendingElsewhereSql(of)} as asked`.execute(
    db,
  );
  return rows[0]?.asked ?? false;
}

/** The stored parts of an attempt in addition to its row: the paper, and the result. */
export interface AttemptPaper {
  readonly paper: readonly Question[];
  readonly answers: GivenAnswers | null;
  readonly grade: Grade | null;
}

/** Returns the paper of an attempt with its key; the caller decides what leaves the server. */
export async function readPaper(db: Kysely<DB>, attemptId: number): Promise<AttemptPaper> {
  const { rows } = await sql<AttemptPaper>`
    select paper, answers, grade from quiz_attempts where id = ${attemptId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an attempt has lost its paper');
  return row;
}
