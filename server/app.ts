import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { catalogue } from '#shared/contract/catalogue.ts';
import { readIntegrity } from '#server/domains/audit/index.ts';
import { integrityChecksRoutes } from '#server/domains/audit/integrity-checks.routes.ts';
import { proofsRoutes } from '#server/domains/audit/proofs/proofs.routes.ts';
import { papersRoutes } from '#server/domains/audit/papers/papers.routes.ts';
import { recordProtectionRoutes } from '#server/domains/audit/record-protection.routes.ts';
import { absenceImportsRoutes } from '#server/domains/assignments/absences/import/absence-imports.routes.ts';
import { absencesRoutes } from '#server/domains/assignments/absences/absences.routes.ts';
import { assignmentsRoutes } from '#server/domains/assignments/assignments.routes.ts';
import { calendarFeedRoutes } from '#server/domains/assignments/calendar/calendar-feed.routes.ts';
import { bulkAssignmentsRoutes } from '#server/domains/assignments/bulk.routes.ts';
import { assigningRunsRoutes } from '#server/domains/assignments/runs/runs.routes.ts';
import { learningRoutes } from '#server/domains/assignments/learning.routes.ts';
import { teamRoutes } from '#server/domains/assignments/team.routes.ts';
import { ownAssignmentsRoutes } from '#server/domains/assignments/own-assignments.routes.ts';
import { matrixChangesRoutes } from '#server/domains/assignments/matrix-changes.routes.ts';
import { matrixRoutes } from '#server/domains/assignments/matrix.routes.ts';
import { publishingRoutes } from '#server/domains/assignments/publishing.routes.ts';
import { hrRoutes } from '#server/domains/hr/hr.routes.ts';
import { certificatesRoutes } from '#server/domains/certificates/certificates.routes.ts';
import { curriculaRoutes } from '#server/domains/curricula/curricula.routes.ts';
import { createAuthenticate } from '#server/domains/accounts/authenticate.ts';
import { accountSecurityRoutes } from '#server/domains/accounts/account-security.routes.ts';
import { accountsRoutes } from '#server/domains/accounts/accounts.routes.ts';
import { externalSignInRoutes } from '#server/domains/accounts/external/external.routes.ts';
import { samlSignInRoutes } from '#server/domains/accounts/external/saml/saml.routes.ts';
import { tokensRoutes } from '#server/domains/accounts/tokens/tokens.routes.ts';
import { modulesRoutes } from '#server/domains/modules/modules.routes.ts';
import { quizRoutes } from '#server/domains/modules/quiz/quiz.routes.ts';
import { closeStreams } from '#server/domains/notifications/index.ts';
import { notificationsRoutes } from '#server/domains/notifications/notifications.routes.ts';
import { pushRoutes } from '#server/domains/notifications/push/push.routes.ts';
import { passkeysRoutes } from '#server/domains/accounts/passkeys.routes.ts';
import { passwordResetRoutes } from '#server/domains/accounts/password-reset.routes.ts';
import { organizationsRoutes } from '#server/domains/organizations/organizations.routes.ts';
import { ownAccountRoutes } from '#server/domains/people/own-account.routes.ts';
import { namesRoutes } from '#server/domains/people/names.routes.ts';
import { signingRoutes } from '#server/domains/people/signing.routes.ts';
import { pastImportsRoutes } from '#server/domains/assignments/past/past-imports.routes.ts';
import { peopleImportsRoutes } from '#server/domains/people/imports/imports.routes.ts';
import { inspectionsRoutes } from '#server/domains/people/inspections/inspections.routes.ts';
import { accessReviewsRoutes } from '#server/domains/people/access-reviews/access-reviews.routes.ts';
import { peopleRoutes } from '#server/domains/people/people.routes.ts';
import { modulePeopleRoutes } from '#server/domains/reports/module-people/module-people.routes.ts';
import { complianceRoutes } from '#server/domains/reports/compliance/compliance.routes.ts';
import { dashboardRoutes } from '#server/domains/reports/dashboard/dashboard.routes.ts';
import { homeRoutes } from '#server/domains/reports/home/home.routes.ts';
import { reminderScheduleRoutes } from '#server/domains/reminders/reminder-schedule.routes.ts';
import { manualRemindersRoutes } from '#server/domains/reminders/manual-reminders.routes.ts';
import { binderRoutes } from '#server/domains/reports/binder/binder.routes.ts';
import { exportsRoutes } from '#server/domains/reports/exports/exports.routes.ts';
import { personalDataRoutes } from '#server/domains/reports/personal-data/personal-data.routes.ts';
import { gridRoutes } from '#server/domains/reports/grid/grid.routes.ts';
import { qualifiedRoutes } from '#server/domains/reports/qualified/qualified.routes.ts';
import { reportsRoutes } from '#server/domains/reports/reports.routes.ts';
import { trailReviewsRoutes } from '#server/domains/reports/trail/reviews/trail-reviews.routes.ts';
import { inspectionRoutes } from '#server/domains/reports/inspection/inspection.routes.ts';
import { trailRoutes } from '#server/domains/reports/trail/trail.routes.ts';
import { signaturesRoutes } from '#server/domains/signatures/signatures.routes.ts';
import { savedExportsRoutes } from '#server/domains/reports/saved-exports/saved-exports.routes.ts';
import { directoryRoutes } from '#server/domains/people/directory/directory.routes.ts';
import { scimRoutes } from '#server/domains/people/directory/scim.routes.ts';
import { webhooksRoutes } from '#server/domains/webhooks/index.ts';
import type { Binding } from '#server/platform/http/bind.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { mailTextsRoutes, outboxRoutes } from '#server/domains/mail/index.ts';
import { platformRoutes } from '#server/platform/http/platform.routes.ts';
import { serveStaticPages } from '#server/platform/http/static-pages.ts';
import type { Services } from '#server/platform/services.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** Every handler of the API, by area. */
const bindings: readonly Binding[] = [
  ...platformRoutes(catalogue, readIntegrity),
  ...outboxRoutes,
  ...mailTextsRoutes,
  ...accountsRoutes,
  ...accountSecurityRoutes,
  ...passkeysRoutes,
  ...passwordResetRoutes,
  ...externalSignInRoutes,
  ...samlSignInRoutes,
  ...signaturesRoutes,
  ...organizationsRoutes,
  ...peopleRoutes,
  ...namesRoutes,
  ...signingRoutes,
  ...ownAccountRoutes,
  ...accessReviewsRoutes,
  ...pastImportsRoutes,
  ...peopleImportsRoutes,
  ...inspectionsRoutes,
  ...tokensRoutes,
  ...modulesRoutes,
  ...quizRoutes,
  ...curriculaRoutes,
  ...matrixRoutes,
  ...matrixChangesRoutes,
  ...publishingRoutes,
  ...absencesRoutes,
  ...absenceImportsRoutes,
  ...assignmentsRoutes,
  ...bulkAssignmentsRoutes,
  ...assigningRunsRoutes,
  ...learningRoutes,
  ...teamRoutes,
  ...ownAssignmentsRoutes,
  ...calendarFeedRoutes,
  ...certificatesRoutes,
  ...manualRemindersRoutes,
  ...reminderScheduleRoutes,
  ...hrRoutes,
  ...reportsRoutes,
  ...trailRoutes,
  ...trailReviewsRoutes,
  ...inspectionRoutes,
  ...personalDataRoutes,
  ...complianceRoutes,
  ...modulePeopleRoutes,
  ...gridRoutes,
  ...qualifiedRoutes,
  ...dashboardRoutes,
  ...homeRoutes,
  ...notificationsRoutes,
  ...pushRoutes,
  ...savedExportsRoutes,
  ...directoryRoutes,
  ...scimRoutes,
  ...webhooksRoutes,
  ...exportsRoutes,
  ...binderRoutes,
  ...integrityChecksRoutes,
  ...proofsRoutes,
  ...papersRoutes,
  ...recordProtectionRoutes,
];

/** Creates the web server: contract, handlers, sessions and pages over the given services. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = await createHttpServer(services, {
    catalogue,
    bindings,
    authenticate: createAuthenticate(services),
  });
  // Streams stay open for hours: a stopping server ends them before it waits for running calls.
  app.addHook('preClose', async () => closeStreams(services));
  await serveStaticPages(app, path.resolve(dist));
  return app;
}
