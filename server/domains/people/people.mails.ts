import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail, withSecret } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const confirmEmailTexts = defineTexts('people.confirmEmail', {
  subject: 'Confirm your new email address',
  lines: [
    'You asked TrainTrail to use this address for your account.',
    'Open the link below to confirm it. It works once and for one day. Until then your old address stays in use.',
    'If you did not ask for this, ignore this message: nothing changes.',
  ],
  label: 'Confirm this address',
});

/** The link that confirms a new email (AUTH-16); its secret is the token. */
export const confirmEmailMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.confirmEmail',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, confirmEmailTexts), withSecret('/confirm-email', secret)),
};

const emailChangedTexts = defineTexts('people.emailChanged', {
  subject: 'Your email address was changed',
  lines: [
    'Your TrainTrail account now uses another email address. This address no longer signs you in.',
    'If you did not change it, tell your system administrator at once.',
  ],
});

/** Informs the former address that the account no longer uses it (AUTH-16). */
export const emailChangedMail: MailTemplate<Record<string, never>> = {
  name: 'people.emailChanged',
  category: 'security',
  render: (language) => translateAll(language, emailChangedTexts),
};

const emailRequestedTexts = defineTexts('people.emailRequested', {
  subject: 'A new email address was requested',
  lines: [
    'Your TrainTrail account is to use another email address. It is used once it is confirmed.',
    'If you did not request this, stop it with the link below. It works for seven days, also after the new address was confirmed. Everyone is signed out then, and you choose a new password.',
  ],
  label: 'Stop the change',
});

/** Informs the present address that another one was requested; its secret is the token that stops it (AUTH-16). */
export const emailRequestedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.emailRequested',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, emailRequestedTexts), withSecret('/stop-email-change', secret)),
};

const emailReplacedTexts = defineTexts('people.emailReplaced', {
  subject: 'An administrator changed your email address',
  lines: [
    'An administrator gave your TrainTrail account another email address. This address no longer signs you in.',
    'If this is not right, stop it with the link below within seven days. Everyone is signed out then, and you choose a new password.',
  ],
  label: 'Stop the change',
});

/** Informs the former address that an administrator replaced it; its secret is the token that stops it (AUTH-16, SIG-05). */
export const emailReplacedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.emailReplaced',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, emailReplacedTexts), withSecret('/stop-email-change', secret)),
};

const addressTakenTexts = defineTexts('people.addressTaken', {
  subject: 'Your email address was entered for another account',
  lines: [
    'Someone entered this address as the new one of another TrainTrail account. It belongs to your account, so nothing was changed.',
    'If that was you, use another address for the other account, or contact your system administrator.',
  ],
});

/**
 * Notifies the owner of an address that somebody requested it for another account; the requester does not learn that the
 * owner has an account (AUTH-16).
 */
export const addressTakenMail: MailTemplate<Record<string, never>> = {
  name: 'people.addressTaken',
  category: 'security',
  render: (language) => translateAll(language, addressTakenTexts),
};
