import {
  endFeedOfPerson,
  endFeedsOfImported,
  moveToNewVersion,
  reconcileImportedPeople,
  reconcileMovedPerson,
  retrainAfterOldVersion,
  completeOnboardingOnOwnPassword,
  voidOfRetiredModule,
} from '#server/domains/assignments/index.ts';
import { issueCertificate, revokeCertificates } from '#server/domains/certificates/index.ts';
import {
  removeUnsignedCv,
  notifyHrOfDecline,
  notifyHrOfSignature,
  withdrawAcknowledgements,
  withdrawCvRequests,
  withdrawOfImported,
} from '#server/domains/hr/index.ts';
import {
  endPushOfImported,
  endPushOfOrganization,
  endPushOfOtherPerson,
  endPushOfOtherSessions,
  endPushOfPerson,
  endPushOfSession,
  endPushWhereOff,
  notifyAdministratorsOfLock,
  notifyAdministratorsOfPassword,
  notifyAssigned,
  notifyOfCompletion,
  notifyOfFirstSignIn,
  notifyOfJobTitleChange,
  notifyNamedPeople,
  notifyOfNameRequest,
  notifyOfRegistration,
  recordAssigned,
  recordRegistration,
} from '#server/domains/notifications/index.ts';
import {
  admitExternalPerson,
  settleImportedPeople,
  settleMovedPerson,
} from '#server/domains/people/index.ts';
import { inviteNewAccount, recordNewTrainings, notifyChosen } from '#server/domains/reminders/index.ts';
import { queueDeliveries } from '#server/domains/webhooks/index.ts';
import type { Subscribers } from '#server/platform/command/transaction.ts';

/** Event → who reacts, in the command's transaction: the one visible table (DESIGN 'The house'). */
export const subscriptions: Subscribers = {
  'user.created': [reconcileMovedPerson, recordRegistration, queueDeliveries],
  'user.invited': [inviteNewAccount],
  'user.changed': [
    reconcileMovedPerson,
    settleMovedPerson,
    withdrawAcknowledgements,
    withdrawCvRequests,
    queueDeliveries,
  ],
  'people.imported': [
    reconcileImportedPeople,
    settleImportedPeople,
    recordRegistration,
    inviteNewAccount,
    withdrawOfImported,
    endFeedsOfImported,
    endPushOfImported,
    queueDeliveries,
  ],
  'user.deactivated': [endFeedOfPerson, endPushOfPerson, queueDeliveries],
  'user.settings_changed': [endPushWhereOff],
  'user.erased': [
    endFeedOfPerson,
    removeUnsignedCv,
    withdrawAcknowledgements,
    withdrawCvRequests,
    queueDeliveries,
  ],
  'user.profile_changed': [notifyOfJobTitleChange],
  'user.name_requested': [notifyOfNameRequest],
  'account.externalPersonAdmitted': [admitExternalPerson],
  'account.signedIn': [notifyOfFirstSignIn, endPushOfOtherPerson],
  'account.locked': [notifyAdministratorsOfLock, queueDeliveries],
  'account.signedOut': [endPushOfSession],
  'account.sessionsEnded': [endPushOfOtherSessions],
  'account.temporaryPasswordIssued': [notifyAdministratorsOfPassword, endPushOfPerson],
  'account.passwordChanged': [
    completeOnboardingOnOwnPassword,
    notifyAdministratorsOfPassword,
    endPushOfPerson,
  ],
  'organization.archived': [endPushOfOrganization, queueDeliveries],
  'module.published': [moveToNewVersion, queueDeliveries],
  'module.retired': [voidOfRetiredModule, queueDeliveries],
  'assignment.assigned': [recordAssigned, recordNewTrainings, queueDeliveries],
  'assignment.completed': [issueCertificate, retrainAfterOldVersion, notifyOfCompletion, queueDeliveries],
  'assignment.voided': [revokeCertificates, queueDeliveries],
  'notifications.assigned': [notifyAssigned],
  'notifications.registered': [notifyOfRegistration],
  'reminders.chosen': [notifyChosen],
  'agreement.declined': [notifyHrOfDecline],
  'signature.given': [notifyHrOfSignature],
  'people.told': [notifyNamedPeople],
};
