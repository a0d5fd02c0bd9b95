import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail, withSecret } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const resetPasswordTexts = defineTexts('accounts.resetPassword', {
  subject: 'Choose a new password',
  lines: [
    'Someone requested a password reset for your TrainTrail account.',
    'Open the link below to choose one. It works once and for 30 minutes.',
    'If it was not you, ignore this message: your password stays as it is.',
  ],
  label: 'Choose a new password',
});

/** The link to choose a new password (AUTH-10); its secret is the token, behind the # that no server and no log sees. */
export const resetPasswordMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.resetPassword',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, resetPasswordTexts), withSecret('/reset-password', secret)),
};

const twoFactorResetTexts = defineTexts('accounts.twoFactorReset', {
  subject: 'Your two-factor sign-in was reset',
  lines: [
    'An administrator has switched off the two-factor sign-in of your TrainTrail account, and you were signed out everywhere.',
    'Sign in with your password and set it up again in Settings, under Security.',
    'If you did not request this, use the link below within seven days: everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
  ],
  label: 'Stop the change',
});

/** Informs a person that an administrator reset the second factor, with the link that stops it (AUTH-09, AUTH-16). */
export const twoFactorResetMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.twoFactorReset',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, twoFactorResetTexts), withSecret('/stop-email-change', secret)),
};

const passwordIssuedTexts = defineTexts('accounts.passwordIssued', {
  subject: 'An administrator issued a new password for you',
  lines: [
    'Your TrainTrail account has a new password, which an administrator will tell you. You were signed out everywhere.',
    'It works for seven days, and you choose your own at the first sign-in.',
    'If you did not request this, use the link below within seven days: everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
  ],
  label: 'Stop the change',
});

/** Informs a person that an administrator issued a password (AUTH-08, T7). The email does not contain it. The link stops it (AUTH-16). */
export const passwordIssuedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.passwordIssued',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, passwordIssuedTexts), withSecret('/stop-email-change', secret)),
};
