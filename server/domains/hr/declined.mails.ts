import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const declinedTexts = defineTexts('hr.agreementDeclined', {
  subject: '{person} declined to sign: {title}',
  lines: [
    '{person} declined to sign the agreement “{title}”.',
    'Reason: {reason}',
    'You can return the agreement to draft and send it again, or discard it.',
  ],
  label: 'Open the agreements',
});

/** The email to HR about an agreement that its other party declined to sign. */
export interface DeclinedAgreement {
  readonly title: string;
  readonly person: string;
  readonly reason: string;
}

/** HR of the organization learns that the other party declined to sign an agreement, and why (NOT-06, HR-03). */
export const agreementDeclinedMail: MailTemplate<DeclinedAgreement> = {
  name: 'hr.agreementDeclined',
  category: 'document',
  render: (language, declined) =>
    translatedMail(translateAll(language, declinedTexts, declined), '/hr-consulting-agreements'),
};
