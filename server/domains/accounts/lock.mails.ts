import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const accountLockedTexts = defineTexts('accounts.locked', {
  subject: 'Your account is locked',
  lines: [
    'Your TrainTrail account is locked after too many wrong passwords or codes. Whoever is signed in stays signed in.',
    'A system administrator was told and can unlock it.',
    'If it was not you who tried, tell your system administrator at once.',
  ],
});

/** Informs a person that their account is locked (AUTH-07). */
export const accountLockedMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.locked',
  category: 'security',
  render: (language) => translateAll(language, accountLockedTexts),
};

const lockAlertTexts = defineTexts('accounts.lockAlert', {
  subject: 'An account is locked',
  lines: [
    'The account of {person} is locked after too many wrong passwords or codes.',
    'Ask the person whether it was a mistake, and unlock the account under Users.',
  ],
  label: 'Open Users',
});

/** Informs the administrators, who alone can unlock it, that an account is locked (AUTH-07). */
export const lockAlertMail: MailTemplate<{ readonly person: string }> = {
  name: 'accounts.lockAlert',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, lockAlertTexts, facts), '/users'),
};
