import { mailDate, type MailLanguage, type MailTemplate } from '#server/platform/mail/template.ts';

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

interface Said {
  readonly subject: string;
  readonly lines: readonly string[];
}

interface Texts {
  readonly cv: (person: string, validUntil: string | null) => Said;
  readonly agreement: (title: string, person: string, complete: boolean) => Said;
  readonly openCvs: string;
  readonly openAgreements: string;
}

const texts: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    cv: (person, day) => ({
      subject: `${person} signed a CV`,
      lines: [
        `${person} uploaded and signed a current CV.`,
        ...(day === null ? [] : [`It is valid until ${day}.`]),
      ],
    }),
    agreement: (title, person, complete) => ({
      subject: `${person} signed: ${title}`,
      lines: [
        `${person} signed the agreement “${title}”.`,
        complete ? 'Both sides have signed.' : 'The other side has not signed yet.',
      ],
    }),
    openCvs: 'Open the CV repository',
    openAgreements: 'Open the agreements',
  },
  es: {
    cv: (person, day) => ({
      subject: `${person} firmó un CV`,
      lines: [
        `${person} subió y firmó un CV actual.`,
        ...(day === null ? [] : [`Es válido hasta el ${day}.`]),
      ],
    }),
    agreement: (title, person, complete) => ({
      subject: `${person} firmó: ${title}`,
      lines: [
        `${person} firmó el acuerdo «${title}».`,
        complete ? 'Ambas partes han firmado.' : 'La otra parte aún no ha firmado.',
      ],
    }),
    openCvs: 'Abrir el repositorio de CV',
    openAgreements: 'Abrir los acuerdos',
  },
  fr: {
    cv: (person, day) => ({
      subject: `${person} a signé un CV`,
      lines: [
        `${person} a déposé et signé un CV à jour.`,
        ...(day === null ? [] : [`Il est valable jusqu’au ${day}.`]),
      ],
    }),
    agreement: (title, person, complete) => ({
      subject: `${person} a signé : ${title}`,
      lines: [
        `${person} a signé l’accord « ${title} ».`,
        complete ? 'Les deux parties ont signé.' : 'L’autre partie n’a pas encore signé.',
      ],
    }),
    openCvs: 'Ouvrir les CV',
    openAgreements: 'Ouvrir les accords',
  },
  de: {
    cv: (person, day) => ({
      subject: `${person} hat einen Lebenslauf unterschrieben`,
      lines: [
        `${person} hat einen aktuellen Lebenslauf hochgeladen und unterschrieben.`,
        ...(day === null ? [] : [`Er gilt bis ${day}.`]),
      ],
    }),
    agreement: (title, person, complete) => ({
      subject: `${person} hat unterschrieben: ${title}`,
      lines: [
        `${person} hat die Vereinbarung „${title}“ unterschrieben.`,
        complete ? 'Beide Seiten haben unterschrieben.' : 'Die andere Seite hat noch nicht unterschrieben.',
      ],
    }),
    openCvs: 'Lebensläufe öffnen',
    openAgreements: 'Vereinbarungen öffnen',
  },
};

/** HR of the organization learns that a CV was signed (NOT-06). */
export const cvSignedMail: MailTemplate<SignedCv> = {
  name: 'hr.cvSigned',
  category: 'document',
  render: (language, { person, validUntil }) => ({
    ...texts[language].cv(person, validUntil === null ? null : mailDate(validUntil, language)),
    action: { label: texts[language].openCvs, path: '/hr-cv-repository' },
  }),
};

/** HR of the organization learns that an agreement was signed (NOT-06). */
export const agreementSignedMail: MailTemplate<SignedAgreement> = {
  name: 'hr.agreementSigned',
  category: 'document',
  render: (language, { title, person, complete }) => ({
    ...texts[language].agreement(title, person, complete),
    action: { label: texts[language].openAgreements, path: '/hr-consulting-agreements' },
  }),
};
