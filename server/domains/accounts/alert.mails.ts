import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

/** The owner of the account, and the number of failed attempts. */
interface Refusals {
  readonly person: string;
  readonly failures: number;
}

const refusalsAlertTexts = defineTexts('accounts.refusalsAlert', {
  subject: 'Many failed sign-ins on one account',
  lines: [
    '{failures} attempts on the account of {person} failed within an hour. Further ones are slowed down.',
    'Ask the person whether it was a mistake. If it was not, the audit trail says from where they came.',
  ],
  label: 'Open Users',
});

/** Informs the administrators that many attempts on one account have failed (AUTH-11). */
export const refusalsAlertMail: MailTemplate<Refusals> = {
  name: 'accounts.refusalsAlert',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, refusalsAlertTexts, facts), '/users'),
};
