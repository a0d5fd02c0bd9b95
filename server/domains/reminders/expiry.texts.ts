import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import type { MailLanguage } from '#server/platform/mail/template.ts';
import { plural } from './schedule.texts.ts';

/** The words of reminders of documents that expire, in one language. */
export interface ExpiryTexts {
  readonly subject: (count: number) => string;
  readonly own: string;
  readonly hr: string;
  readonly all: string;
  readonly ownCv: string;
  readonly cvOf: (person: string) => string;
  readonly called: Readonly<Record<Exclude<ExpiryKind, 'cv' | 'notice'>, (title: string) => string>>;
  readonly lastDay: (date: string) => string;
  readonly reviewOn: (date: string) => string;
  readonly noticeBy: (date: string) => string;
  /** Days from today on; negative: days ago. */
  readonly distance: (days: number) => string;
  readonly more: (count: number) => string;
  readonly openOwn: string;
  readonly openArea: string;
}

/** 'in 7 days', 'today', '3 days ago' as the language says it. */
const distance = (language: MailLanguage) => {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (days: number) => format.format(days, 'day');
};

/** What reminders of documents say (NOT-04). */
export const expiryTexts: Readonly<Record<MailLanguage, ExpiryTexts>> = {
  en: {
    subject: plural(
      'en',
      '# document expires or is to be read or reviewed',
      '# documents expire or are to be read or reviewed',
    ),
    own: 'Your documents',
    hr: 'Documents of your organization',
    all: 'Documents of all organizations',
    ownCv: 'Your CV',
    cvOf: (person) => `CV of ${person}`,
    called: {
      agreement: (title) => `Agreement “${title}”`,
      review: (title) => `Document “${title}”`,
      registration: (title) => `Registration “${title}”`,
      reading: (title) => `“${title}” to read and acknowledge`,
    },
    lastDay: (date) => `last day ${date}`,
    reviewOn: (date) => `review on ${date}`,
    noticeBy: (date) => `give notice or renew by ${date}`,
    distance: distance('en'),
    more: plural('en', 'And # more.', 'And # more.'),
    openOwn: 'Open my documents',
    openArea: 'Open the HR area',
  },
  es: {
    subject: plural(
      'es',
      '# documento vence o debe leerse o revisarse',
      '# documentos vencen o deben leerse o revisarse',
    ),
    own: 'Sus documentos',
    hr: 'Documentos de su organización',
    all: 'Documentos de todas las organizaciones',
    ownCv: 'Su CV',
    cvOf: (person) => `CV de ${person}`,
    called: {
      agreement: (title) => `Acuerdo «${title}»`,
      review: (title) => `Documento «${title}»`,
      registration: (title) => `Registro «${title}»`,
      reading: (title) => `«${title}» por leer y confirmar`,
    },
    lastDay: (date) => `último día el ${date}`,
    reviewOn: (date) => `revisión el ${date}`,
    noticeBy: (date) => `rescindir o renovar a más tardar el ${date}`,
    distance: distance('es'),
    more: plural('es', 'Y # más.', 'Y # más.'),
    openOwn: 'Abrir mis documentos',
    openArea: 'Abrir el área de RR. HH.',
  },
  fr: {
    subject: plural(
      'fr',
      '# document expire ou doit être lu ou revu',
      '# documents expirent ou doivent être lus ou revus',
    ),
    own: 'Vos documents',
    hr: 'Documents de votre organisation',
    all: 'Documents de toutes les organisations',
    ownCv: 'Votre CV',
    cvOf: (person) => `CV de ${person}`,
    called: {
      agreement: (title) => `Accord « ${title} »`,
      review: (title) => `Document « ${title} »`,
      registration: (title) => `Immatriculation « ${title} »`,
      reading: (title) => `« ${title} » à lire et dont prendre acte`,
    },
    lastDay: (date) => `dernier jour le ${date}`,
    reviewOn: (date) => `révision le ${date}`,
    noticeBy: (date) => `à résilier ou renouveler au plus tard le ${date}`,
    distance: distance('fr'),
    more: plural('fr', 'Et # autre.', 'Et # autres.'),
    openOwn: 'Ouvrir mes documents',
    openArea: 'Ouvrir l’espace RH',
  },
  de: {
    subject: plural(
      'de',
      '# Dokument läuft ab oder ist zu lesen oder zu prüfen',
      '# Dokumente laufen ab oder sind zu lesen oder zu prüfen',
    ),
    own: 'Ihre Dokumente',
    hr: 'Dokumente Ihrer Organisation',
    all: 'Dokumente aller Organisationen',
    ownCv: 'Ihr Lebenslauf',
    cvOf: (person) => `Lebenslauf von ${person}`,
    called: {
      agreement: (title) => `Vereinbarung „${title}“`,
      review: (title) => `Dokument „${title}“`,
      registration: (title) => `Registrierung „${title}“`,
      reading: (title) => `„${title}“ zu lesen und zu bestätigen`,
    },
    lastDay: (date) => `letzter Tag am ${date}`,
    reviewOn: (date) => `Prüfung am ${date}`,
    noticeBy: (date) => `kündigen oder verlängern bis ${date}`,
    distance: distance('de'),
    more: plural('de', 'Und # weiteres.', 'Und # weitere.'),
    openOwn: 'Meine Dokumente öffnen',
    openArea: 'HR-Bereich öffnen',
  },
};
