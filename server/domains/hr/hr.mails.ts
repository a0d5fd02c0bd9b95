import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import { mailDate, type MailTemplate } from '#server/platform/mail/template.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';

const cvTexts = defineTexts('hr.cvRequest', {
  subject: 'Please upload your current CV',
  lines: [
    'Your organization asks you for your current CV.',
    'Open the link below, sign in, upload the CV and sign it. The link works once, for 30 days, and only for you; after that you find the upload in your profile under Documents.',
  ],
  label: 'Upload your CV',
});

/** Asks a person for the CV (HR-02); the secret is the token of the link. */
export const cvRequestMail: MailTemplate<{ readonly message: string; readonly secret?: string }> = {
  name: 'hr.cvRequest',
  // A request to sign: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, { message, secret = '' }) => ({
    ...translatedMail(
      translateAll(language, cvTexts),
      `/profile/documents?request=${encodeURIComponent(secret)}`,
    ),
    details: message.trim() === '' ? [] : [message.trim()],
  }),
};

const agreementTexts = defineTexts('hr.agreement', {
  subject: 'Agreement to sign: {title}',
  lines: ['The agreement “{title}” was sent to you for signature.'],
  label: 'Read and sign',
});

/** Notifies the party of an agreement that it is pending signature (HR-03). */
export const agreementMail: MailTemplate<{ readonly title: string }> = {
  name: 'hr.agreement',
  // A request to sign: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, { title }) =>
    translatedMail(translateAll(language, agreementTexts, { title }), '/profile/documents'),
};

const readTexts = defineTexts('hr.acknowledgement', {
  subject: 'Please read: {title}',
  request: 'You are asked to read “{title}”, version {version}, and to acknowledge it by your signature.',
  by: 'Please do so by {due}.',
  label: 'Read and acknowledge',
});

/** Asks a person to read and acknowledge an organization document by a day (HR-04). */
export const acknowledgementMail: MailTemplate<{
  readonly title: string;
  readonly version: number;
  /** Missing in emails that were queued before reading had a due date. */
  readonly dueOn?: string;
}> = {
  name: 'hr.acknowledgement',
  // A request to sign: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, { title, version, dueOn }) => {
    const { by, ...always } = readTexts;
    const { subject, request, label } = translateAll(language, always, { title, version });
    const due = dueOn === undefined ? [] : [translate(language, by, { due: mailDate(dueOn, language) })];
    return translatedMail({ subject, lines: [request, ...due], label }, '/profile/documents');
  },
};
