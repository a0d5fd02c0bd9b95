import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconAlertCircle, IconCheck, IconClock, IconPlayerPause, type Icon } from '@tabler/icons-react';
import type { Tone } from '#app/theme/tokens.ts';
import type { MailState } from '#shared/domain/notifications/outbox.ts';

/** The names of the kinds of email; an unknown kind is shown by its id. */
export const templateLabels: Readonly<Record<string, MessageDescriptor>> = {
  'accounts.lockAlert': msg`Locked account, to administrators`,
  'accounts.locked': msg`Account locked`,
  'accounts.passwordIssued': msg`New password issued`,
  'accounts.authenticatorAdded': msg`Authenticator app added`,
  'accounts.authenticatorRemoved': msg`Authenticator app removed`,
  'accounts.passkeyAdded': msg`Passkey added`,
  'accounts.passkeyCopied': msg`Passkey copied`,
  'accounts.passkeyCopiedAlert': msg`Passkey copied, to administrators`,
  'accounts.passkeyRevoked': msg`Passkey revoked`,
  'accounts.refusalsAlert': msg`Failed sign-ins, to administrators`,
  'accounts.signingLink': msg`Confirmation of identity`,
  'accounts.resetPassword': msg`Link for a new password`,
  'accounts.tokensExpire': msg`API tokens that expire soon, to administrators`,
  'accounts.twoFactorReset': msg`Two-factor sign-in reset`,
  'assignments.required': msg`New trainings`,
  'assignments.retraining': msg`Retraining`,
  'assignments.newVersion': msg`New version of a training`,
  'audit.integrityFindings': msg`Findings of an integrity check, to administrators`,
  'audit.newestHead': msg`Seal of the audit trail`,
  'hr.acknowledgement': msg`Request to acknowledge a document`,
  'hr.agreement': msg`Agreement to sign`,
  'hr.agreementDeclined': msg`Agreement declined, to HR`,
  'hr.agreementSigned': msg`Agreement signed, to HR`,
  'hr.cvSigned': msg`CV signed, to HR`,
  'hr.cvRequest': msg`Request for a CV`,
  'people.inspectionAnswered': msg`Request in an inspection answered, to its inspector`,
  'people.accessReviewDue': msg`Access review due, to administrators`,
  'people.confirmEmail': msg`Confirmation of an address`,
  'people.addressTaken': msg`Address of another account`,
  'people.emailChanged': msg`Address changed`,
  'people.emailReplaced': msg`Address changed by an administrator`,
  'people.emailRequested': msg`New address requested`,
  'people.nameApproved': msg`Name change approved`,
  'people.nameDeclined': msg`Name change declined`,
  'people.nameRequested': msg`Name change to approve`,
  'reminders.expiry': msg`Documents that expire`,
  'reminders.invitation': msg`Invitation`,
  'reminders.manual': msg`Manual reminder`,
  'reminders.schedule': msg`Scheduled reminder`,
  'reminders.weeklyDigest': msg`Weekly summary for managers`,
  'reports.exportReady': msg`Scheduled export ready`,
  'reports.exportStopped': msg`Scheduled export not prepared`,
  'system.announcement': msg`Announcement`,
  'webhooks.failed': msg`Webhook that could not deliver, to administrators`,
  'webhooks.gone': msg`Webhook turned off, to administrators`,
};

/** The label, tone and icon of each state of an email (NOT-02). */
export const stateLooks: Readonly<
  Record<MailState, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: Icon }>
> = {
  waiting: { label: msg({ message: 'Queued', context: 'state' }), tone: 'amber', icon: IconClock },
  sent: { label: msg`Sent`, tone: 'green', icon: IconCheck },
  failed: { label: msg`Failed`, tone: 'red', icon: IconAlertCircle },
  held: { label: msg`Held`, tone: 'violet', icon: IconPlayerPause },
};
