import {
  passwordIssuedMail,
  resetPasswordMail,
  twoFactorResetMail,
} from '#server/domains/accounts/accounts.mails.ts';
import { signingLinkMail } from '#server/domains/accounts/signing/signing.mails.ts';
import { refusalsAlertMail } from '#server/domains/accounts/alert.mails.ts';
import { accountLockedMail, lockAlertMail } from '#server/domains/accounts/lock.mails.ts';
import {
  copiedPasskeyAlertMail,
  passkeyAddedMail,
  passkeyCopiedMail,
  passkeyRevokedMail,
} from '#server/domains/accounts/passkeys/passkeys.mails.ts';
import {
  authenticatorAddedMail,
  authenticatorRemovedMail,
} from '#server/domains/accounts/two-factor/two-factor.mails.ts';
import { tokensExpireMail } from '#server/domains/accounts/tokens/tokens.mails.ts';
import { newVersionMail } from '#server/domains/assignments/index.ts';
import { integrityFindingsMail, newestHeadMail } from '#server/domains/audit/index.ts';
import {
  expiryMail,
  invitationMail,
  manualReminderMail,
  newTrainingsMail,
  reminderDigestMail,
  retrainingMail,
  weeklyDigestMail,
} from '#server/domains/reminders/index.ts';
import {
  acknowledgementMail,
  agreementDeclinedMail,
  agreementMail,
  agreementSignedMail,
  cvRequestMail,
  cvSignedMail,
} from '#server/domains/hr/index.ts';
import { accessReviewDueMail, inspectionAnsweredMail } from '#server/domains/people/index.ts';
import { nameApprovedMail, nameDeclinedMail, nameRequestedMail } from '#server/domains/people/names.mails.ts';
import {
  addressTakenMail,
  confirmEmailMail,
  emailChangedMail,
  emailReplacedMail,
  emailRequestedMail,
} from '#server/domains/people/people.mails.ts';
import {
  exportReadyMail,
  exportStoppedMail,
} from '#server/domains/reports/saved-exports/saved-exports.mails.ts';
import { webhookFailedMail, webhookGoneMail } from '#server/domains/webhooks/index.ts';
import { mailEditing } from '#server/mail-editing.ts';
import { announcementMail } from '#server/domains/mail/index.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';

const templates: readonly MailTemplate[] = [
  accessReviewDueMail,
  accountLockedMail,
  announcementMail,
  acknowledgementMail,
  addressTakenMail,
  agreementDeclinedMail,
  agreementMail,
  agreementSignedMail,
  authenticatorAddedMail,
  authenticatorRemovedMail,
  tokensExpireMail,
  confirmEmailMail,
  copiedPasskeyAlertMail,
  passkeyAddedMail,
  passkeyCopiedMail,
  passkeyRevokedMail,
  cvRequestMail,
  cvSignedMail,
  emailChangedMail,
  emailReplacedMail,
  emailRequestedMail,
  expiryMail,
  inspectionAnsweredMail,
  integrityFindingsMail,
  invitationMail,
  lockAlertMail,
  manualReminderMail,
  nameApprovedMail,
  nameDeclinedMail,
  nameRequestedMail,
  newestHeadMail,
  newTrainingsMail,
  newVersionMail,
  passwordIssuedMail,
  refusalsAlertMail,
  reminderDigestMail,
  resetPasswordMail,
  retrainingMail,
  signingLinkMail,
  twoFactorResetMail,
  weeklyDigestMail,
  exportReadyMail,
  exportStoppedMail,
  webhookFailedMail,
  webhookGoneMail,
];

/** Every kind of email by its name (NOT-02); the outbox renders when it sends. */
export const mailTemplates: ReadonlyMap<string, MailTemplate> = new Map(
  templates.map((template) => [template.name, { ...template, editing: mailEditing[template.name] }]),
);
