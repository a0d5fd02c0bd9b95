import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import { mailDate, type MailLanguage, type MailTemplate } from '#server/platform/mail/template.ts';

/** An organization whose access is to be reviewed. */
interface DueReview {
  readonly title: string;
  readonly day: string;
  /** The date there when it was told. */
  readonly today: string;
}

/** Everything that one email tells of. */
export interface DueReviews {
  readonly listed: readonly DueReview[];
  readonly more: number;
}

interface Texts {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly heading: string;
  readonly due: (date: string) => string;
  readonly overdue: (date: string) => string;
  readonly more: (count: number) => string;
  readonly label: string;
}

const textsOf: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    subject: 'Access review due',
    lines: ['Review who has which access, answer for each account, and sign the review.'],
    heading: 'Organizations',
    due: (date) => `due by ${date}`,
    overdue: (date) => `was due by ${date}`,
    more: (count) => `${count} more`,
    label: 'Open Access Reviews',
  },
  es: {
    subject: 'Revisión de accesos pendiente',
    lines: ['Revise quién tiene qué accesos, responda por cada cuenta y firme la revisión.'],
    heading: 'Organizaciones',
    due: (date) => `vence el ${date}`,
    overdue: (date) => `venció el ${date}`,
    more: (count) => `${count} más`,
    label: 'Abrir Revisiones de accesos',
  },
  fr: {
    subject: 'Revue des accès à faire',
    lines: ['Examinez qui a quels accès, répondez pour chaque compte et signez la revue.'],
    heading: 'Organisations',
    due: (date) => `à faire d’ici le ${date}`,
    overdue: (date) => `était à faire d’ici le ${date}`,
    more: (count) => `${count} de plus`,
    label: 'Ouvrir les revues des accès',
  },
  de: {
    subject: 'Überprüfung der Zugriffsrechte fällig',
    lines: [
      'Überprüfen Sie, wer welche Zugriffsrechte hat, antworten Sie für jedes Konto und unterschreiben Sie die Überprüfung.',
    ],
    heading: 'Organisationen',
    due: (date) => `fällig bis ${date}`,
    overdue: (date) => `war fällig bis ${date}`,
    more: (count) => `${count} weitere`,
    label: 'Überprüfungen öffnen',
  },
};

/** Reminds administrators of access reviews, before and after their day (AUTH-17, NOT-04). */
export const accessReviewDueMail: MailTemplate<DueReviews> = {
  name: 'people.accessReviewDue',
  // The review is a duty of the installation: the switches do not hold for it (NOT-02).
  category: 'security',
  render: (language, { listed, more }) => {
    const texts = textsOf[language];
    return {
      subject: texts.subject,
      lines: texts.lines,
      sections: [
        {
          heading: texts.heading,
          items: listed.map(({ title, day, today }) => {
            const date = mailDate(day, language);
            return {
              text: title,
              detail: daysBetween(today, day) < 0 ? texts.overdue(date) : texts.due(date),
            };
          }),
          more: more > 0 ? texts.more(more) : undefined,
        },
      ],
      action: { label: texts.label, path: '/access-reviews' },
    };
  },
};
