/** The public interface of the area modules: what areas to its left may use. */
export { createModule, type NewModule } from '#server/domains/modules/commands/create-module.ts';
export { type LoadedContent } from '#server/domains/modules/commands/load-content.ts';
export { publishDraft, type Publishing } from '#server/domains/modules/commands/publish-draft.ts';
export { contentHash, hasContentSql } from '#server/domains/modules/content-facts.ts';
export { familiesJson, familySql, moduleFamilies } from '#server/domains/modules/families.ts';
export { allStages, filterStages, type ModuleFilters } from '#server/domains/modules/module-filters.ts';
export { listModules, overtakingOf } from '#server/domains/modules/modules.queries.ts';
export { requirePublishable } from '#server/domains/modules/publishable.ts';
export { fileUrl } from '#server/domains/modules/module-view.ts';
export type { ModulePublished, ModuleRetired } from '#server/domains/modules/modules.events.ts';
export { startAttempt } from '#server/domains/modules/quiz/commands/start-attempt.ts';
export { submitAttempt } from '#server/domains/modules/quiz/commands/submit-attempt.ts';
export { saveQuiz, type QuizInput } from '#server/domains/modules/quiz/commands/save-quiz.ts';
export {
  hasQuizSql,
  quizAttemptsSql,
  quizPassedSql,
  quizStandingOf,
  showsQuestionsSql,
  type QuizAttempts,
} from '#server/domains/modules/quiz/quiz-facts.ts';
export { assignedVersionSql, isInMatrixOf } from '#server/domains/modules/visibility.ts';
export { creditProgress, type ProgressReport } from '#server/domains/modules/viewing/credit-progress.ts';
export { openViewSession, type ViewSession } from '#server/domains/modules/viewing/open-view-session.ts';
export { shownProgressSql } from '#server/domains/modules/viewing/shown-progress.ts';
export {
  isContentSeen,
  viewStateSql,
  type ProgressView,
  type StoredViewState,
} from '#server/domains/modules/viewing/view-state.ts';
