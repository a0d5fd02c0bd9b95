import {
  endFeedOfPerson,
  moveToNewVersion,
  reconcileMovedPerson,
  retrainAfterOldVersion,
  settleOnboardingOnOwnPassword,
  voidOfRetiredModule,
} from '#server/domains/assignments/index.ts';
import { issueCertificate, revokeCertificates } from '#server/domains/certificates/index.ts';
import {
  removeUnsignedCv,
  tellHrOfDecline,
  tellHrOfSignature,
  withdrawAcknowledgements,
  withdrawCvRequests,
} from '#server/domains/hr/index.ts';
import {
  endPushOfOrganization,
  endPushOfOtherPerson,
  endPushOfOtherSessions,
  endPushOfPerson,
  endPushOfSession,
  endPushWhereOff,
  tellAdministratorsOfLock,
  tellAdministratorsOfPassword,
  tellAssigned,
  tellCompletion,
  tellFirstSignIn,
  tellJobTitleChange,
  tellNamedPeople,
  tellNameRequest,
  tellRegistered,
  noteAssigned,
  noteRegistered,
} from '#server/domains/notifications/index.ts';
import { admitExternalPerson } from '#server/domains/people/index.ts';
import { inviteNewAccount, noteNewTrainings, tellChosen } from '#server/domains/reminders/index.ts';
import type { Subscribers } from '#server/platform/command/transaction.ts';

/** Event → who reacts, in the command's transaction: the one visible table (DESIGN 'The house'). */
export const subscriptions: Subscribers = {
  'user.created': [reconcileMovedPerson, noteRegistered],
  'user.invited': [inviteNewAccount],
  'user.changed': [reconcileMovedPerson, withdrawAcknowledgements, withdrawCvRequests],
  'user.deactivated': [endFeedOfPerson, endPushOfPerson],
  'user.settings_changed': [endPushWhereOff],
  'user.erased': [endFeedOfPerson, removeUnsignedCv, withdrawAcknowledgements, withdrawCvRequests],
  'user.profile_changed': [tellJobTitleChange],
  'user.name_requested': [tellNameRequest],
  'account.externalPersonAdmitted': [admitExternalPerson],
  'account.signedIn': [tellFirstSignIn, endPushOfOtherPerson],
  'account.locked': [tellAdministratorsOfLock],
  'account.signedOut': [endPushOfSession],
  'account.sessionsEnded': [endPushOfOtherSessions],
  'account.temporaryPasswordIssued': [tellAdministratorsOfPassword, endPushOfPerson],
  'account.passwordChanged': [settleOnboardingOnOwnPassword, tellAdministratorsOfPassword, endPushOfPerson],
  'organization.archived': [endPushOfOrganization],
  'module.published': [moveToNewVersion],
  'module.retired': [voidOfRetiredModule],
  'assignment.assigned': [noteAssigned, noteNewTrainings],
  'assignment.completed': [issueCertificate, retrainAfterOldVersion, tellCompletion],
  'assignment.voided': [revokeCertificates],
  'notifications.assigned': [tellAssigned],
  'notifications.registered': [tellRegistered],
  'reminders.chosen': [tellChosen],
  'agreement.declined': [tellHrOfDecline],
  'signature.given': [tellHrOfSignature],
  'people.told': [tellNamedPeople],
};
