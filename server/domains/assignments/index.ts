/** The public interface of assignments: required trainings, progress and completions of people (LRN, MTX-05…07, SIG-02, SIG-04). */
export type { AssignmentCompleted, AssignmentsCreated, AssignmentsVoided } from './assignments.events.ts';
export { recordAbsence } from './absences/commands/change-absences.ts';
export { wrongDueDates } from './absences/check-due-dates.ts';
export { assignMatrix } from './commands/assign-matrix.ts';
export { endFeedOfPerson, endFeedsOfImported } from './commands/calendar-feed.ts';
export { recordCompletion } from './commands/record-completion.ts';
export { startAssignment } from './commands/start-assignment.ts';
export { voidAssignments } from './commands/void-assignments.ts';
export { newVersionMail } from './assignments.mails.ts';
export { moveToNewVersion } from './new-version.ts';
export { retrainAfterOldVersion } from './retraining.ts';
export { rememberedContents, type ReadContents } from './content-integrity.ts';
export {
  effectiveStatusOf,
  isExpired,
  isOverdue,
  isOpenOrValid,
  isValidLongest,
  todayIn,
} from './effective-status.ts';
export { reconcileMovedPerson, reconcileImportedPeople } from './reconcile.ts';
export { completeOnboardingOnOwnPassword, voidOfRetiredModule } from './subscribers.ts';
export { isVisible, recordReading } from './record-reading.ts';
export { evidenceOf } from './evidence.ts';
export { evidenceValidity } from './evidence-validity.ts';
export { recordTables } from './record-statements.ts';
export { joinedEvidence, type JoinedEvidence } from './joined-evidence.ts';
export { joinedValidity, recordFaults, recordValidity } from './record-validity.ts';
export type { RecordFault, RecordValidity, ShownSignature } from './record-validity.ts';
export { dueMoveJson, dueMoveSql, type DueDateMove } from './versions-and-moves.ts';
export { completedZoneSql } from './completed-zone.ts';
export { type AssignmentRow } from './assignments.queries.ts';
export { signatureView } from './assignment-view.ts';
export { homeTrainings } from './home-trainings.ts';
export { recordSourceJson, type RecordSource } from './record-source.ts';
export { insertRecord } from './training-record.ts';
export type { NewRecord, RecordColumns } from './training-record.ts';
export { lockPeople } from './plan.ts';
export { openRenewals, peopleToRenew } from './commands/open-renewals.ts';
export {
  currentPeople,
  everybody,
  figureCtes,
  figuresBy,
  inPlace,
  sumsBy,
} from './figures/figures.queries.ts';
export type { FigureKey, FigureScope, GroupRow } from './figures/figures.queries.ts';
export {
  contributionsOf,
  countsOf,
  moduleFacts,
  moduleStatus,
  pastColumns,
  stateConditions,
  statusConditions,
} from './figures/figures-sql.ts';
export { currentCvs } from './figures/cv-figures.ts';
export { moduleCounts } from './figures/module-counts.ts';
export { peoplePage } from './figures/people-page.ts';
export { wrongFigureDays } from './figures/check-days.ts';
export {
  differenceOf,
  wrongCvFigures,
  wrongGroupFigures,
  wrongGroupModuleFigures,
  wrongMatrixFigures,
  wrongPersonCvs,
  wrongPersonFigures,
  wrongPersonMatrixFigures,
  wrongPersonModuleFigures,
  type FigureFault,
} from './figures/check-figures.ts';
export { figureDays, type FigureDay } from './figures/trend.queries.ts';
export { peopleRequiredFor, peopleWithout, missingTrainings } from './matrix-pairs.ts';
export { belongs } from './plan.ts';
