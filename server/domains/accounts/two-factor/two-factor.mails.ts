import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail, withSecret } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const authenticatorAddedTexts = defineTexts('accounts.authenticatorAdded', {
  subject: 'An authenticator app was added to your account',
  lines: [
    'An authenticator app was added to your TrainTrail account. You need its codes to sign in and to sign documents.',
    'If this was not you, use the link below within seven days: the authenticator is removed, everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
  ],
  label: 'Stop the change',
});

/** Informs a person that an authenticator was added to the account, with the link that stops it (AUTH-09). */
export const authenticatorAddedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.authenticatorAdded',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, authenticatorAddedTexts), withSecret('/stop-email-change', secret)),
};

const authenticatorRemovedTexts = defineTexts('accounts.authenticatorRemoved', {
  subject: 'The authenticator app of your account was removed',
  lines: [
    'The authenticator app of your TrainTrail account was removed. Its codes no longer work.',
    'If this was not you, change your password and contact your system administrator immediately.',
  ],
  label: 'Open Settings',
});

/** Informs a person that the authenticator of the account was removed (AUTH-09). */
export const authenticatorRemovedMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.authenticatorRemoved',
  category: 'security',
  render: (language) => translatedMail(translateAll(language, authenticatorRemovedTexts), '/settings'),
};
