import { sql, type RawBuilder } from 'kysely';
import { QUIZ_SHARE } from '#shared/domain/viewing/progress.ts';
import { hasQuizSql, quizPassedSql } from '#server/domains/modules/quiz/quiz-facts.ts';

/** `shownProgress` in SQL (LRN-01, VIEW-06); a test compares both. `quizPassed` is null if there is no quiz. */
export function shownProgressOf(of: {
  readonly status: RawBuilder<string>;
  readonly progress: RawBuilder<number>;
  readonly quizPassed: RawBuilder<boolean | null>;
}): RawBuilder<number> {
  const share = sql.lit(QUIZ_SHARE);
  return sql<number>`(case when ${of.status} in ('completed', 'voided') then ${of.progress}
    else (select least(99, case when quiz.passed is null then ${of.progress}
      else floor(${of.progress} * (100 - ${share}) / 100) + case when quiz.passed then ${share} else 0 end end)
      from (select ${of.quizPassed} as passed) quiz) end)::int`;
}

/** SQL: the displayed progress of an assignment, at its version. */
export function shownProgressSql(of: {
  readonly id: RawBuilder<number>;
  readonly status: RawBuilder<string>;
  readonly progress: RawBuilder<number>;
  readonly moduleId: RawBuilder<number>;
  readonly versionId: RawBuilder<number | null>;
}): RawBuilder<number> {
  const passed = quizPassedSql(of.id, of.versionId);
  return shownProgressOf({
    ...of,
    quizPassed: sql<boolean | null>`case when ${hasQuizSql(of.moduleId)} then ${passed} end`,
  });
}
