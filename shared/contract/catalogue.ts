import { accountSecurityContract } from '#shared/contract/account-security.ts';
import { accountsContract } from '#shared/contract/accounts.ts';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { calendarFeedContract } from '#shared/contract/calendar-feed.ts';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { curriculaContract } from '#shared/contract/curricula.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { externalSignInContract } from '#shared/contract/external-sign-in.ts';
import { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { passwordResetContract } from '#shared/contract/password-reset.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { platformContract } from '#shared/contract/platform.ts';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { signaturesContract } from '#shared/contract/signatures.ts';
import { teamContract } from '#shared/contract/team.ts';

/** Every call of the API (DESIGN rule 1): the server refuses to start unless each has its handler. */
export const catalogue: readonly AnyEndpoint[] = [
  ...Object.values(platformContract),
  ...Object.values(accountsContract),
  ...Object.values(externalSignInContract),
  ...Object.values(accountSecurityContract),
  ...Object.values(passwordResetContract),
  ...Object.values(signaturesContract),
  ...Object.values(organizationsContract),
  ...Object.values(peopleContract),
  ...Object.values(ownAccountContract),
  ...Object.values(modulesContract),
  ...Object.values(moduleLibraryContract),
  ...Object.values(modulePublishingContract),
  ...Object.values(quizzesContract),
  ...Object.values(reportsContract),
  ...Object.values(assignmentsContract),
  ...Object.values(teamContract),
  ...Object.values(ownAssignmentsContract),
  ...Object.values(calendarFeedContract),
  ...Object.values(certificatesContract),
  ...Object.values(curriculaContract),
  ...Object.values(matrixOverviewContract),
  ...Object.values(matrixChangesContract),
];
