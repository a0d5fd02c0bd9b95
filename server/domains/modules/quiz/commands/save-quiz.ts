import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { quizBody } from '#shared/contract/quiz-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import { faultsOfQuiz, idsOfQuiz, withIssuedIds } from '#shared/domain/quizzes/quiz.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { findQuiz, type StoredQuiz } from '#server/domains/modules/quiz/quiz.store.ts';
import { lockModule } from '#server/domains/modules/versions.store.ts';

/** A quiz as its author sends it. */
export type QuizInput = z.output<typeof quizBody>;

/**
 * Writes the whole quiz of a module (VIEW-06); attempts keep the questions that they had. `check` may refuse once the module
 * is locked (If-Match): a module without a quiz has the revision 0. Errors: NOT_FOUND, VALIDATION_FAILED at the fields.
 */
export async function saveQuiz(
  tx: CommandTransaction,
  moduleId: number,
  input: QuizInput,
  check: (stored: Pick<StoredQuiz, 'revision'>) => Promise<void> = async () => undefined,
): Promise<void> {
  await lockModule(tx, moduleId);
  const stored = await findQuiz(tx.db, moduleId);
  await check(stored ?? { revision: 0 });
  const faults = faultsOfQuiz(input.questions);
  const [first] = faults;
  if (first) throw new AppError('VALIDATION_FAILED', { errors: faults });
  const questions = withIssuedIds(input.questions, idsOfQuiz(stored?.questions ?? []), () =>
    randomUUID().replaceAll('-', '').slice(0, 12),
  );
  const { shuffleQuestions, shuffleOptions, maxAttempts, coolDownMinutes, feedback } = input;
  await sql`
    insert into quizzes (module_id, questions, shuffle_questions, shuffle_options, max_attempts, cool_down_minutes, feedback)
    values (${moduleId}, ${JSON.stringify(questions)}::jsonb, ${shuffleQuestions}, ${shuffleOptions}, ${maxAttempts},
      ${coolDownMinutes}, ${feedback})
    on conflict (module_id) do update set questions = excluded.questions, shuffle_questions = excluded.shuffle_questions,
      shuffle_options = excluded.shuffle_options, max_attempts = excluded.max_attempts,
      cool_down_minutes = excluded.cool_down_minutes, feedback = excluded.feedback`.execute(tx.db);
}

/**
 * Removes the quiz of a module (VIEW-06); attempts stay. Refused while the module is completed by passing it: nobody could
 * complete it any more. Errors: NOT_FOUND, CONFLICT.
 */
export async function removeQuiz(
  tx: CommandTransaction,
  moduleId: number,
  check: (stored: Pick<StoredQuiz, 'revision'>) => Promise<void>,
): Promise<void> {
  await lockModule(tx, moduleId);
  const stored = await findQuiz(tx.db, moduleId);
  if (!stored) throw new AppError('NOT_FOUND', { reason: 'no_quiz' });
  await check(stored);
  const { rows } = await sql<{ needed: boolean }>`
    select completion_policy = 'quiz' as needed from training_modules where id = ${moduleId}`.execute(tx.db);
  if (rows[0]?.needed === true) {
    throw new AppError('CONFLICT', {
      reason: 'quiz_completes',
    });
  }
  await sql`delete from quizzes where module_id = ${moduleId}`.execute(tx.db);
}
