import type { MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

/** The email to HR about an agreement that its other party declined to sign. */
export interface DeclinedAgreement {
  readonly title: string;
  readonly person: string;
  readonly reason: string;
}

interface Texts {
  readonly subject: (title: string, person: string) => string;
  readonly lines: (title: string, person: string, reason: string) => readonly string[];
  readonly open: string;
}

const texts: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    subject: (title, person) => `${person} declined to sign: ${title}`,
    lines: (title, person, reason) => [
      `${person} declined to sign the agreement “${title}”.`,
      `Reason: ${reason}`,
      'You can return the agreement to draft and send it again, or discard it.',
    ],
    open: 'Open the agreements',
  },
  es: {
    subject: (title, person) => `${person} rechazó firmar: ${title}`,
    lines: (title, person, reason) => [
      `${person} rechazó firmar el acuerdo «${title}».`,
      `Motivo: ${reason}`,
      'Puede devolver el acuerdo a borrador y enviarlo de nuevo, o descartarlo.',
    ],
    open: 'Abrir los acuerdos',
  },
  fr: {
    subject: (title, person) => `${person} a refusé de signer : ${title}`,
    lines: (title, person, reason) => [
      `${person} a refusé de signer l’accord « ${title} ».`,
      `Motif : ${reason}`,
      'Vous pouvez remettre l’accord à l’état de brouillon et le renvoyer, ou l’abandonner.',
    ],
    open: 'Ouvrir les accords',
  },
  de: {
    subject: (title, person) => `${person} hat die Unterschrift abgelehnt: ${title}`,
    lines: (title, person, reason) => [
      `${person} hat es abgelehnt, die Vereinbarung „${title}“ zu unterschreiben.`,
      `Grund: ${reason}`,
      'Sie können die Vereinbarung wieder zum Entwurf machen und erneut senden oder sie verwerfen.',
    ],
    open: 'Vereinbarungen öffnen',
  },
};

/** HR of the organization learns that the other party declined to sign an agreement, and why (NOT-06, HR-03). */
export const agreementDeclinedMail: MailTemplate<DeclinedAgreement> = {
  name: 'hr.agreementDeclined',
  category: 'document',
  render: (language, { title, person, reason }) => ({
    subject: texts[language].subject(title, person),
    lines: texts[language].lines(title, person, reason),
    action: { label: texts[language].open, path: '/hr-consulting-agreements' },
  }),
};
