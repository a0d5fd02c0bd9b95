import { roles, grantKinds } from '#shared/domain/access/permissions.ts';
import { dueGroups } from '#shared/domain/assignments/matrix-table.ts';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';
import { complianceGroups, reminderStatuses } from '#shared/domain/compliance/figures.ts';
import { tiers } from '#shared/domain/compliance/tiers.ts';
import { agreementKinds, agreementStates } from '#shared/domain/hr/agreements.ts';
import { cvStates } from '#shared/domain/hr/cvs.ts';
import { documentCategories } from '#shared/domain/hr/documents.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';
import { completionPolicies } from '#shared/domain/modules/completion-policy.ts';
import { moduleContentTypes } from '#shared/domain/modules/content-types.ts';
import { publishingEffects, retrainingChoices } from '#shared/domain/modules/publishing.ts';
import { mailStates } from '#shared/domain/notifications/outbox.ts';
import { languages, themes } from '#shared/domain/people/settings.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';
import { questionKinds } from '#shared/domain/quizzes/question.ts';
import { reminderTypes } from '#shared/domain/reminders/manual-reminders.ts';
import { dataSetNames, exportColumns } from '#shared/domain/reports/data-sets.ts';
import { exportFormats } from '#shared/domain/reports/export-name.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';

/** Closed lists of values that several calls take or answer, by the name of their schema in the OpenAPI document (OPS-06). */
export const namedValues: Readonly<Record<string, readonly string[]>> = {
  AgreementKind: agreementKinds,
  AgreementState: agreementStates,
  AssignmentStatus: effectiveStatuses,
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
  RegistrationState: registrationStates,
  ReminderStatus: reminderStatuses,
  ReminderType: reminderTypes,
  Retraining: retrainingChoices,
  Role: roles,
  Theme: themes,
  TrainingState: trainingStates,
};
