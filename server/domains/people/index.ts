/** The public interface of people: their accounts, their changes, and the fields that a caller may see (USR-01 … USR-08). */
export { wrongPeopleCounts } from './check-people-counts.ts';
export { admitExternalPerson } from './commands/admit-external-person.ts';
export { awayKnownAt, awayPeople, isAway, isAwayToday, maybeAway, ownAbsenceSql } from './away.ts';
export { settleImportedPeople, settleMovedPerson } from './directory/settle.ts';
export { createUser } from './commands/create-user.ts';
export type * from './people.events.ts';
export { factsOf } from './people.events.ts';
export { holdPlaces, sharePlaces } from './places.ts';
export {
  cancelImport,
  checkAnew,
  finishImport,
  startCheck,
  startImport,
  storeCheck,
} from './imports/import-steps.ts';
export {
  guarded,
  recordOutcomes,
  ImportCancelled,
  requireManager,
  returnToDone,
} from './imports/import-work.ts';
export {
  findImportOf,
  importViewOf,
  listImports,
  lockImportOf,
  recordProgress,
  requireImportOf,
  type ImportSubjects,
  type StoredImport,
} from './imports/imports.store.ts';
export { shownProblems } from './imports/imports.queries.ts';
export { problemsFile } from './imports/problems-file.ts';
export { cellsOf } from './imports/read-plan.ts';
export { receiveImport } from './imports/receive-import.ts';
export { sweepImports } from './imports/sweep-imports.ts';
export { remindOfReviewsJob } from './access-reviews/reviews.jobs.ts';
export { accessReviewDueMail } from './access-reviews/reviews.mails.ts';
export { readSignedReviews } from './access-reviews/signed-reviews.ts';
export { readConfirmations } from './identity-confirmations.ts';
export { nameOrEmailHas } from './people-filters.ts';
export { displayStatusSql, findPersonPage, findProfile } from './people.queries.ts';
export { inspectionAnsweredMail } from './inspections/inspections.mails.ts';
export { requireInspection } from './inspections/inspections.store.ts';
