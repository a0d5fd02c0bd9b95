import { absenceImportsContract } from '#shared/contract/absence-imports.ts';
import { absencesContract } from '#shared/contract/absences.ts';
import { auditTrailContract } from '#shared/contract/audit-trail.ts';
import { accessReviewsContract } from '#shared/contract/access-reviews.ts';
import { accountSecurityContract } from '#shared/contract/account-security.ts';
import { accountsContract } from '#shared/contract/accounts.ts';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { completionSourceContract } from '#shared/contract/completion-source.ts';
import { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import { calendarFeedContract } from '#shared/contract/calendar-feed.ts';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { complianceContract } from '#shared/contract/compliance.ts';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { dashboardContract } from '#shared/contract/dashboard.ts';
import { directoryContract } from '#shared/contract/directory.ts';
import { scimContract, scimGroupsContract, scimUsersContract } from '#shared/contract/scim.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { externalSignInContract } from '#shared/contract/external-sign-in.ts';
import { homeContract } from '#shared/contract/home.ts';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { hrViewingContract } from '#shared/contract/hr-viewing.ts';
import { pastImportsContract } from '#shared/contract/past-imports.ts';
import { peopleImportsContract } from '#shared/contract/people-imports.ts';
import { savedExportsContract } from '#shared/contract/saved-exports.ts';
import { webhooksContract } from '#shared/contract/webhooks.ts';
import { inspectionsContract } from '#shared/contract/inspections.ts';
import { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { notificationsContract } from '#shared/contract/notifications.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { mailTextsContract } from '#shared/contract/mail-texts.ts';
import { outboxContract } from '#shared/contract/outbox.ts';
import { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { namesContract } from '#shared/contract/names.ts';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { passkeysContract } from '#shared/contract/passkeys.ts';
import { passwordResetContract } from '#shared/contract/password-reset.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { platformContract } from '#shared/contract/platform.ts';
import { recordProtectionContract } from '#shared/contract/record-protection.ts';
import { bindersContract } from '#shared/contract/binders.ts';
import { papersContract } from '#shared/contract/papers.ts';
import { proofsContract } from '#shared/contract/proofs.ts';
import { pushContract } from '#shared/contract/push.ts';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import { remindersContract } from '#shared/contract/reminders.ts';
import { exportsContract } from '#shared/contract/exports.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { signingIdentityContract } from '#shared/contract/signing-identity.ts';
import { samlSignInContract } from '#shared/contract/saml-sign-in.ts';
import { signaturesContract } from '#shared/contract/signatures.ts';
import { trailReviewsContract } from '#shared/contract/trail-reviews.ts';
import { teamContract } from '#shared/contract/team.ts';
import { trainingGridContract } from '#shared/contract/training-grid.ts';

/** Every call of the API (DESIGN rule 1): the server refuses to start unless each has its handler. */
export const catalogue: readonly AnyEndpoint[] = [
  ...Object.values(platformContract),
  ...Object.values(accountsContract),
  ...Object.values(externalSignInContract),
  ...Object.values(samlSignInContract),
  ...Object.values(accountSecurityContract),
  ...Object.values(passkeysContract),
  ...Object.values(passwordResetContract),
  ...Object.values(signaturesContract),
  ...Object.values(signingIdentityContract),
  ...Object.values(organizationsContract),
  ...Object.values(peopleContract),
  ...Object.values(namesContract),
  ...Object.values(absencesContract),
  ...Object.values(absenceImportsContract),
  ...Object.values(ownAccountContract),
  ...Object.values(accessReviewsContract),
  ...Object.values(pastImportsContract),
  ...Object.values(peopleImportsContract),
  ...Object.values(inspectionsContract),
  ...Object.values(webhooksContract),
  ...Object.values(directoryContract),
  ...Object.values(scimContract),
  ...Object.values(scimUsersContract),
  ...Object.values(scimGroupsContract),
  ...Object.values(apiTokensContract),
  ...Object.values(modulesContract),
  ...Object.values(moduleLibraryContract),
  ...Object.values(modulePublishingContract),
  ...Object.values(modulePeopleContract),
  ...Object.values(trainingGridContract),
  ...Object.values(qualifiedContract),
  ...Object.values(quizzesContract),
  ...Object.values(reportsContract),
  ...Object.values(complianceContract),
  ...Object.values(dashboardContract),
  ...Object.values(remindersContract),
  ...Object.values(reminderScheduleContract),
  ...Object.values(exportsContract),
  ...Object.values(savedExportsContract),
  ...Object.values(integrityChecksContract),
  ...Object.values(auditTrailContract),
  ...Object.values(trailReviewsContract),
  ...Object.values(assignmentsContract),
  ...Object.values(completionSourceContract),
  ...Object.values(bulkAssignmentsContract),
  ...Object.values(assigningRunsContract),
  ...Object.values(teamContract),
  ...Object.values(ownAssignmentsContract),
  ...Object.values(homeContract),
  ...Object.values(calendarFeedContract),
  ...Object.values(certificatesContract),
  ...Object.values(proofsContract),
  ...Object.values(papersContract),
  ...Object.values(bindersContract),
  ...Object.values(recordProtectionContract),
  ...Object.values(hrCvsContract),
  ...Object.values(hrAgreementsContract),
  ...Object.values(hrDocumentsContract),
  ...Object.values(hrOwnContract),
  ...Object.values(hrRegistrationsContract),
  ...Object.values(hrViewingContract),
  ...Object.values(hrDashboardContract),
  ...Object.values(curriculaContract),
  ...Object.values(matrixOverviewContract),
  ...Object.values(matrixChangesContract),
  ...Object.values(outboxContract),
  ...Object.values(mailTextsContract),
  ...Object.values(notificationsContract),
  ...Object.values(pushContract),
];
