import { sql, type RawBuilder } from 'kysely';

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
