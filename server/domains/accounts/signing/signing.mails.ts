import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail, withSecret } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const signingLinkTexts = defineTexts('accounts.signingLink', {
  subject: 'Confirm your identity to sign again',
  lines: [
    'Someone changed your TrainTrail account, so nothing can be signed with it until you confirm your identity.',
    'Open the link below and choose a new password. It works once and for 30 minutes. Everyone is signed out then; sign in with the new password.',
    'If you did not request this, ignore this message and tell your system administrator.',
  ],
  label: 'Choose a new password',
});

/** The link by which people prove their identity at their own mailbox (SIG-05); its secret is the token. */
export const signingLinkMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.signingLink',
  category: 'security',
  render: (language, { secret = '' }) =>
    translatedMail(translateAll(language, signingLinkTexts), withSecret('/reset-password', secret)),
};
