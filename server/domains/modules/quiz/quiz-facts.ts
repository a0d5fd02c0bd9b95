import { sql, type RawBuilder } from 'kysely';
import { quizStanding, type AttemptRules, type QuizStanding } from '#shared/domain/quizzes/attempts.ts';
import { assignedVersionSql } from '#server/domains/modules/visibility.ts';

/** SQL: does the module of this id ask questions (VIEW-06)? */
export function hasQuizSql(moduleId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from quizzes quiz where quiz.module_id = ${moduleId})`;
}

/**
 * SQL: is the quiz passed on this version (VIEW-06, MOD-11)? An attempt on an older version no longer counts once the assignment
 * has moved to a new one.
 */
export function quizPassedSql(
  assignmentId: RawBuilder<number>,
  versionId: RawBuilder<number | null>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from quiz_attempts attempt where attempt.assignment_id = ${assignmentId}
    and attempt.module_version_id = ${versionId} and attempt.passed)`;
}

/** The rules of a quiz and the attempts at it, as {@link quizAttemptsSql} reads them. */
export interface QuizAttempts extends AttemptRules {
  readonly handedIn: number;
  readonly passed: boolean;
  readonly lastHandedInAt: string | null;
  readonly open: boolean;
  /** The database's clock. */
  readonly now: string;
}

/**
 * SQL: the facts that {@link quizStandingOf} needs about the quiz of a module and the attempts at one version of it; null
 * without a quiz.
 */
export function quizAttemptsSql(
  moduleId: RawBuilder<number>,
  assignmentId: RawBuilder<number>,
  versionId: RawBuilder<number | null>,
): RawBuilder<QuizAttempts | null> {
  return sql<QuizAttempts | null>`(select json_build_object('maxAttempts', quiz.max_attempts,
      'coolDownMinutes', quiz.cool_down_minutes, 'handedIn', count(attempt.handed_in_at),
      'passed', coalesce(bool_or(attempt.passed), false), 'lastHandedInAt', max(attempt.handed_in_at),
      'open', coalesce(bool_or(attempt.id is not null and attempt.handed_in_at is null), false), 'now', app_now())
    from quizzes quiz left join quiz_attempts attempt on attempt.assignment_id = ${assignmentId}
      and attempt.module_version_id = ${versionId}
    where quiz.module_id = ${moduleId} group by quiz.max_attempts, quiz.cool_down_minutes)`;
}

/** Returns the state of the person in the quiz (VIEW-06). */
export function quizStandingOf({ now, lastHandedInAt, ...facts }: QuizAttempts): QuizStanding {
  const last = lastHandedInAt === null ? null : new Date(lastHandedInAt);
  return quizStanding(facts, { ...facts, lastHandedInAt: last }, new Date(now));
}

/** SQL: assignments `a` with the `quiz` of their module `m`, and the attempts `done` at the version that is assigned now. */
const takingsSql = sql`training_assignments a join training_modules m on m.id = a.module_id
  join quizzes quiz on quiz.module_id = m.id
  cross join lateral (
    select count(attempt.handed_in_at) as handed_in, coalesce(bool_or(attempt.passed), false) as passed
    from quiz_attempts attempt where attempt.assignment_id = a.id and attempt.module_version_id = ${assignedVersionSql}
  ) done`;

/**
 * SQL: does the person have another open assignment of the same module, such as its renewal, whose quiz can still be attempted?
 * Feedback on this quiz would answer the questions of that one.
 */
export function quizIsPendingElsewhereSql(of: {
  readonly assignmentId: RawBuilder<number>;
  readonly userId: RawBuilder<string>;
  readonly moduleId: RawBuilder<number>;
}): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${takingsSql}
    where a.user_id = ${of.userId} and a.module_id = ${of.moduleId} and a.id <> ${of.assignmentId}
      and a.status in ('not_started', 'in_progress') and not done.passed
      and (quiz.max_attempts is null or done.handed_in < quiz.max_attempts))`;
}

/** SQL: is an attempt at the quiz of this assignment shown question by question (VIEW-06), by the rule `showsQuestions`? */
export function showsQuestionsSql(assignmentId: RawBuilder<number>): RawBuilder<boolean> {
  const given = {
    assignmentId: sql<number>`given.id`,
    userId: sql<string>`given.user_id`,
    moduleId: sql<number>`given.module_id`,
  };
  return sql<boolean>`exists (select 1 from training_assignments given
    where given.id = ${assignmentId} and given.status <> 'voided'
      and exists (select 1 from ${takingsSql} where a.id = given.id and quiz.feedback = 'full'
        and (done.passed or done.handed_in >= quiz.max_attempts))
      and not ${quizIsPendingElsewhereSql(given)})`;
}
