import {
  mailDate,
  type MailContent,
  type MailLanguage,
  type MailTemplate,
} from '#server/platform/mail/template.ts';

type Text = Omit<MailContent, 'action'> & { readonly label: string };

const cvTexts: Readonly<Record<MailLanguage, Text>> = {
  en: {
    subject: 'Please upload your current CV',
    lines: [
      'Your organization asks you for your current CV.',
      'Open the link below, sign in, upload the CV and sign it. The link works once, for 30 days, and only for you; after that you find the upload in your profile under Documents.',
    ],
    label: 'Upload your CV',
  },
  es: {
    subject: 'Suba su CV actual',
    lines: [
      'Su organización le pide su CV actual.',
      'Abra el enlace de abajo, inicie sesión, suba el CV y fírmelo. El enlace sirve una sola vez, durante 30 días y solo para usted; después encontrará la subida en su perfil, en Documentos.',
    ],
    label: 'Subir su CV',
  },
  fr: {
    subject: 'Veuillez déposer votre CV à jour',
    lines: [
      'Votre organisation vous demande votre CV à jour.',
      'Ouvrez le lien ci-dessous, connectez-vous, déposez le CV et signez-le. Le lien sert une seule fois, pendant 30 jours et seulement pour vous ; ensuite, le dépôt se trouve dans votre profil, sous Documents.',
    ],
    label: 'Déposer votre CV',
  },
  de: {
    subject: 'Bitte laden Sie Ihren aktuellen Lebenslauf hoch',
    lines: [
      'Ihre Organisation bittet Sie um Ihren aktuellen Lebenslauf.',
      'Öffnen Sie den Link unten, melden Sie sich an, laden Sie den Lebenslauf hoch und unterschreiben Sie ihn. Der Link gilt einmal, 30 Tage lang und nur für Sie; danach finden Sie das Hochladen in Ihrem Profil unter Dokumente.',
    ],
    label: 'Lebenslauf hochladen',
  },
};

/** Asks a person for the CV (HR-02); the secret is the token of the link. */
export const cvRequestMail: MailTemplate<{ readonly message: string; readonly secret?: string }> = {
  name: 'hr.cvRequest',
  // A request to sign: the switches do not hold for it (NOT-02).
  category: 'security',
  render: (language, { message, secret = '' }) => {
    const { subject, lines, label } = cvTexts[language];
    const said = message.trim() === '' ? [] : [message.trim()];
    return {
      subject,
      lines,
      details: said,
      action: { label, path: `/profile/documents?request=${encodeURIComponent(secret)}` },
    };
  },
};

const agreementTexts: Readonly<Record<MailLanguage, (title: string) => Text>> = {
  en: (title) => ({
    subject: `Agreement to sign: ${title}`,
    lines: [`The agreement “${title}” was sent to you for signature.`],
    label: 'Read and sign',
  }),
  es: (title) => ({
    subject: `Acuerdo pendiente de su firma: ${title}`,
    lines: [`Se le ha enviado el acuerdo «${title}» para que lo firme.`],
    label: 'Leer y firmar',
  }),
  fr: (title) => ({
    subject: `Accord à signer : ${title}`,
    lines: [`L’accord « ${title} » vous a été envoyé pour signature.`],
    label: 'Lire et signer',
  }),
  de: (title) => ({
    subject: `Vereinbarung zur Unterschrift: ${title}`,
    lines: [`Die Vereinbarung „${title}“ wurde Ihnen zur Unterschrift geschickt.`],
    label: 'Lesen und unterschreiben',
  }),
};

/** Notifies the party of an agreement that it is pending signature (HR-03). */
export const agreementMail: MailTemplate<{ readonly title: string }> = {
  name: 'hr.agreement',
  // A request to sign: the switches do not hold for it (NOT-02).
  category: 'security',
  render: (language, { title }) => {
    const { subject, lines, label } = agreementTexts[language](title);
    return { subject, lines, action: { label, path: '/profile/documents' } };
  },
};

const readTexts: Readonly<Record<MailLanguage, (title: string, version: string, due: string) => Text>> = {
  en: (title, version, due) => ({
    subject: `Please read: ${title}`,
    lines: [
      `You are asked to read “${title}”, version ${version}, and to acknowledge it by your signature.`,
      `Please do so by ${due}.`,
    ],
    label: 'Read and acknowledge',
  }),
  es: (title, version, due) => ({
    subject: `Por favor, lea: ${title}`,
    lines: [
      `Se le pide que lea «${title}», versión ${version}, y que lo confirme con su firma.`,
      `Fecha límite: ${due}.`,
    ],
    label: 'Leer y confirmar',
  }),
  fr: (title, version, due) => ({
    subject: `À lire : ${title}`,
    lines: [
      `Il vous est demandé de lire « ${title} », version ${version}, et d’en prendre acte par votre signature.`,
      `Échéance : ${due}.`,
    ],
    label: 'Lire et prendre acte',
  }),
  de: (title, version, due) => ({
    subject: `Bitte lesen: ${title}`,
    lines: [
      `Sie werden gebeten, „${title}“, Version ${version}, zu lesen und die Kenntnisnahme zu unterschreiben.`,
      `Fällig am ${due}.`,
    ],
    label: 'Lesen und bestätigen',
  }),
};

/** Asks a person to read and acknowledge an organization document by a day (HR-04). */
export const acknowledgementMail: MailTemplate<{
  readonly title: string;
  readonly version: number;
  /** Missing in emails that were queued before reading had a due date. */
  readonly dueOn?: string;
}> = {
  name: 'hr.acknowledgement',
  // A request to sign: the switches do not hold for it (NOT-02).
  category: 'security',
  render: (language, { title, version, dueOn }) => {
    const due = dueOn === undefined ? '' : mailDate(dueOn, language);
    const { subject, lines, label } = readTexts[language](title, String(version), due);
    const said = dueOn === undefined ? lines.slice(0, 1) : lines;
    return { subject, lines: said, action: { label, path: '/profile/documents' } };
  },
};
