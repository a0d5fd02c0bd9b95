import { sql, type RawBuilder } from 'kysely';
import { quizStanding, type AttemptRules, type QuizStanding } from '#shared/domain/quizzes/attempts.ts';

/** SQL: does the module of this id ask questions (VIEW-06)? */
export function hasQuizSql(moduleId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from quizzes quiz where quiz.module_id = ${moduleId})`;
}

/**
 * SQL: is the quiz passed on this version (VIEW-06, MOD-11)? What was passed on an older version counts no more once the
 * assignment has moved to a new one.
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

/** SQL: what {@link quizStandingOf} needs to know of the quiz of a module and the attempts at one version of it; null without a quiz. */
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

/** Where the person stands with the quiz (VIEW-06). */
export function quizStandingOf({ now, lastHandedInAt, ...facts }: QuizAttempts): QuizStanding {
  const last = lastHandedInAt === null ? null : new Date(lastHandedInAt);
  return quizStanding(facts, { ...facts, lastHandedInAt: last }, new Date(now));
}
