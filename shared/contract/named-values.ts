import { signatureStates } from '#shared/contract/signatures.ts';
import { grantKinds, roles } from '#shared/domain/access/permissions.ts';
import { dueGroups } from '#shared/domain/assignments/matrix-table.ts';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';
import { certificateStates } from '#shared/domain/certificates/validity.ts';
import { complianceGroups, reminderStatuses } from '#shared/domain/compliance/figures.ts';
import { tiers } from '#shared/domain/compliance/tiers.ts';
import { agreementKinds, agreementSides, agreementStates } from '#shared/domain/hr/agreements.ts';
import { cvStates } from '#shared/domain/hr/cvs.ts';
import { documentCategories } from '#shared/domain/hr/documents.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';
import { completionPolicies } from '#shared/domain/modules/completion-policy.ts';
import { moduleContentTypes } from '#shared/domain/modules/content-types.ts';
import { publishingEffects, retrainingChoices } from '#shared/domain/modules/publishing.ts';
import { copyKinds, copyStates } from '#shared/domain/integrity/copies.ts';
import { announcementAudiences, mailStates } from '#shared/domain/notifications/outbox.ts';
import { absenceKinds, absenceStates } from '#shared/domain/people/absences.ts';
import { reviewAnswers, reviewStates } from '#shared/domain/people/access-review.ts';
import { languages, themes, timeZoneLabels } from '#shared/domain/people/settings.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';
import { questionKinds } from '#shared/domain/quizzes/question.ts';
import { feedbackKinds } from '#shared/domain/quizzes/quiz.ts';
import { reminderTypes } from '#shared/domain/reminders/manual-reminders.ts';
import { scheduleAudiences, scheduleKinds } from '#shared/domain/reminders/schedule-steps.ts';
import { dataSetNames } from '#shared/domain/reports/data-sets.ts';
import { exportColumns } from '#shared/domain/reports/export-columns.ts';
import { exportFormats } from '#shared/domain/reports/export-name.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { closureCauses, signingOpenings } from '#shared/domain/signatures/signing-identity.ts';
import { completionKinds } from '#shared/domain/signatures/training-record.ts';

/** Closed lists of values in the input or answers of several calls, by the name of their schema in the OpenAPI document (OPS-06). */
export const namedValues: Readonly<Record<string, readonly string[]>> = {
  AbsenceKind: absenceKinds,
  AbsenceState: absenceStates,
  AccessReviewAnswer: reviewAnswers,
  AccessReviewState: reviewStates,
  AgreementKind: agreementKinds,
  AgreementSide: agreementSides,
  AgreementState: agreementStates,
  AnnouncementAudience: announcementAudiences,
  AssignmentStatus: effectiveStatuses,
  CertificateState: certificateStates,
  CompletionKind: completionKinds,
  CompletionPolicy: completionPolicies,
  ComplianceGroup: complianceGroups,
  ComplianceTier: tiers,
  ContentType: moduleContentTypes,
  CvState: cvStates,
  DataSet: dataSetNames,
  DocumentCategory: documentCategories,
  DueGroup: dueGroups,
  ExportColumn: Object.keys(exportColumns),
  ExportFormat: exportFormats,
  GrantKind: grantKinds,
  Language: languages,
  MailState: mailStates,
  PersonStatus: displayStatuses,
  PublishingEffect: publishingEffects,
  QuestionKind: questionKinds,
  QuizFeedback: feedbackKinds,
  RegistrationState: registrationStates,
  ReminderStatus: reminderStatuses,
  ReminderType: reminderTypes,
  Retraining: retrainingChoices,
  Role: roles,
  ScheduleAudience: scheduleAudiences,
  ScheduleKind: scheduleKinds,
  SealCopyKind: copyKinds,
  SealCopyState: copyStates,
  SignatureValidity: signatureStates,
  SigningClosureCause: closureCauses,
  SigningOpening: signingOpenings,
  Theme: themes,
  TimeZoneLabel: timeZoneLabels,
  TrainingState: trainingStates,
};
