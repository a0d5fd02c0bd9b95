import type { Migration } from 'kysely/migration';
import * as tables from './0001-tables.ts';
import * as audit from './0002-audit.ts';
import * as seed from './0003-seed.ts';
import * as externalIdentities from './0004-external-identities.ts';
import * as twoFactor from './0005-two-factor.ts';
import * as people from './0006-people.ts';
import * as organizationsAndProfile from './0007-organizations-and-profile.ts';
import * as quizzes from './0008-quizzes.ts';
import * as modulePublishing from './0009-module-publishing.ts';
import * as officeConversions from './0010-office-conversions.ts';
import * as sealOrder from './0012-seal-order.ts';
import * as ownTitle from './0013-own-title.ts';
import * as attemptsOfVersions from './0015-attempts-of-versions.ts';
import * as basesOfVersions from './0016-bases-of-versions.ts';
import * as calendarFeeds from './0017-calendar-feeds.ts';
import * as renewalWindow from './0019-renewal-window.ts';
import * as matrixUpkeep from './0020-matrix-upkeep.ts';
import * as notifications from './0022-notifications.ts';
import * as push from './0023-push.ts';
import * as outbox from './0024-outbox.ts';
import * as reminderSchedule from './0025-reminder-schedule.ts';
import * as figures from './0026-figures.ts';
import * as figureDays from './0027-figure-days.ts';
import * as history from './0028-history.ts';
import * as exportFiles from './0029-exports.ts';
import * as manualReminders from './0030-manual-reminders.ts';
import * as hr from './0031-hr.ts';
import * as pastFigures from './0032-past-figures.ts';
import * as scheduleAndPush from './0034-schedule-and-push.ts';
import * as hrDashboard from './0037-hr-dashboard.ts';
import * as expirySchedule from './0038-expiry-schedule.ts';
import * as noticeSchedule from './0039-notice-schedule.ts';
import * as leftPeople from './0040-left-people.ts';
import * as outboxUpkeep from './0042-outbox-upkeep.ts';
import * as registrationAudiences from './0043-registration-audiences.ts';
import * as runningDays from './0044-running-days.ts';
import * as readerZone from './0045-reader-zone.ts';
import * as movedDueDates from './0046-moved-due-dates.ts';
import * as figuresByGroup from './0047-figures-by-group.ts';
import * as emails from './0049-emails.ts';
import * as mailTexts from './0050-mail-texts.ts';
import * as emptyFiles from './0052-empty-files.ts';
import * as readBeforeSigning from './0053-read-before-signing.ts';
import * as nameRequests from './0054-name-requests.ts';
import * as trailOrganizations from './0057-trail-organizations.ts';
import * as contentDownloads from './0058-content-downloads.ts';
import * as documentDownloads from './0060-document-downloads.ts';
import * as requestedNames from './0061-requested-names.ts';
import * as commandProofs from './0062-command-proofs.ts';
import * as keys from './0063-keys.ts';
import * as pastAsEvidence from './0064-past-as-evidence.ts';
import * as guards from './0065-guards.ts';
import * as blockedMails from './0066-blocked-mails.ts';
import * as integrityChecks from './0067-integrity-checks.ts';
import * as publicSignatures from './0068-public-signatures.ts';
import * as headDestinations from './0072-head-destinations.ts';
import * as uploadsAndFetches from './0096-uploads-and-fetches.ts';
import * as renewedHashes from './0105-renewed-hashes.ts';
import * as namesAsTheyStood from './0106-names-as-they-stood.ts';
import * as statementLanguages from './0110-statement-languages.ts';
import * as emailStop from './0111-email-stop.ts';
import * as signingIdentity from './0112-signing-identity.ts';
import * as passkeys from './0116-passkeys.ts';
import * as expiredByGroup from './0120-expired-by-group.ts';

/** Every migration in its order (OPS-05); a released one is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': tables,
  '0002-audit': audit,
  '0003-seed': seed,
  '0004-external-identities': externalIdentities,
  '0005-two-factor': twoFactor,
  '0006-people': people,
  '0007-organizations-and-profile': organizationsAndProfile,
  '0008-quizzes': quizzes,
  '0009-module-publishing': modulePublishing,
  '0010-office-conversions': officeConversions,
  '0012-seal-order': sealOrder,
  '0013-own-title': ownTitle,
  '0015-attempts-of-versions': attemptsOfVersions,
  '0016-bases-of-versions': basesOfVersions,
  '0017-calendar-feeds': calendarFeeds,
  '0019-renewal-window': renewalWindow,
  '0020-matrix-upkeep': matrixUpkeep,
  '0022-notifications': notifications,
  '0023-push': push,
  '0024-outbox': outbox,
  '0025-reminder-schedule': reminderSchedule,
  '0026-figures': figures,
  '0027-figure-days': figureDays,
  '0028-history': history,
  '0029-exports': exportFiles,
  '0030-manual-reminders': manualReminders,
  '0031-hr': hr,
  '0032-past-figures': pastFigures,
  '0034-schedule-and-push': scheduleAndPush,
  '0037-hr-dashboard': hrDashboard,
  '0038-expiry-schedule': expirySchedule,
  '0039-notice-schedule': noticeSchedule,
  '0040-left-people': leftPeople,
  '0042-outbox-upkeep': outboxUpkeep,
  '0043-registration-audiences': registrationAudiences,
  '0044-running-days': runningDays,
  '0045-reader-zone': readerZone,
  '0046-moved-due-dates': movedDueDates,
  '0047-figures-by-group': figuresByGroup,
  '0049-emails': emails,
  '0050-mail-texts': mailTexts,
  '0052-empty-files': emptyFiles,
  '0053-read-before-signing': readBeforeSigning,
  '0054-name-requests': nameRequests,
  '0057-trail-organizations': trailOrganizations,
  '0058-content-downloads': contentDownloads,
  '0060-document-downloads': documentDownloads,
  '0061-requested-names': requestedNames,
  '0062-command-proofs': commandProofs,
  '0063-keys': keys,
  '0064-past-as-evidence': pastAsEvidence,
  '0065-guards': guards,
  '0066-blocked-mails': blockedMails,
  '0067-integrity-checks': integrityChecks,
  '0068-public-signatures': publicSignatures,
  '0072-head-destinations': headDestinations,
  '0096-uploads-and-fetches': uploadsAndFetches,
  '0105-renewed-hashes': renewedHashes,
  '0106-names-as-they-stood': namesAsTheyStood,
  '0110-statement-languages': statementLanguages,
  '0111-email-stop': emailStop,
  '0112-signing-identity': signingIdentity,
  '0116-passkeys': passkeys,
  '0120-expired-by-group': expiredByGroup,
};
