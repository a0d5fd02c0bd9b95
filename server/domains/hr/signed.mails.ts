import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import { mailDate, type MailTemplate } from '#server/platform/mail/template.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';

/** The email to HR about a CV that was signed. */
export interface SignedCv {
  readonly person: string;
  /** The last day on which it is valid. */
  readonly validUntil: string | null;
}

/** The email to HR about an agreement that was signed. */
export interface SignedAgreement {
  readonly title: string;
  readonly person: string;
  /** Nobody has to sign it now. */
  readonly complete: boolean;
}

const cvTexts = defineTexts('hr.cvSigned', {
  subject: '{person} signed a CV',
  uploaded: '{person} uploaded and signed a current CV.',
  validUntil: 'It is valid until {day}.',
  label: 'Open the CV repository',
});

/** HR of the organization learns that a CV was signed (NOT-06). */
export const cvSignedMail: MailTemplate<SignedCv> = {
  name: 'hr.cvSigned',
  category: 'document',
  render: (language, { person, validUntil }) => {
    const { validUntil: until, ...always } = cvTexts;
    const { subject, uploaded, label } = translateAll(language, always, { person });
    const day =
      validUntil === null ? [] : [translate(language, until, { day: mailDate(validUntil, language) })];
    return translatedMail({ subject, lines: [uploaded, ...day], label }, '/hr-cv-repository');
  },
};

const agreementTexts = defineTexts('hr.agreementSigned', {
  subject: '{person} signed: {title}',
  signed: '{person} signed the agreement “{title}”.',
  complete: 'Both sides have signed.',
  pending: 'The other side has not signed yet.',
  label: 'Open the agreements',
});

/** HR of the organization learns that an agreement was signed (NOT-06). */
export const agreementSignedMail: MailTemplate<SignedAgreement> = {
  name: 'hr.agreementSigned',
  category: 'document',
  render: (language, { title, person, complete }) => {
    const texts = translateAll(language, agreementTexts, { title, person });
    const lines = [texts.signed, complete ? texts.complete : texts.pending];
    return translatedMail({ ...texts, lines }, '/hr-consulting-agreements');
  },
};
