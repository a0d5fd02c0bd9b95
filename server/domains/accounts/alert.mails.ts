import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

/** Whose account it is, and how many attempts failed. */
interface Refusals {
  readonly person: string;
  readonly failures: number;
}

type Texts = (refusals: Refusals) => Omit<MailContent, 'action'> & { readonly label: string };

const textsOf: Readonly<Record<MailLanguage, Texts>> = {
  en: ({ person, failures }) => ({
    subject: 'Many failed sign-ins on one account',
    lines: [
      `${failures} attempts on the account of ${person} failed within an hour. Further ones are slowed down.`,
      'Ask the person whether it was a mistake. If it was not, the audit trail says from where they came.',
    ],
    label: 'Open Users',
  }),
  es: ({ person, failures }) => ({
    subject: 'Muchos inicios de sesión fallidos en una cuenta',
    lines: [
      `${failures} intentos en la cuenta de ${person} han fallado en una hora. Los siguientes se ralentizan.`,
      'Pregunte a esa persona si fue un error. Si no lo fue, el registro de auditoría dice de dónde vinieron.',
    ],
    label: 'Abrir Usuarios',
  }),
  fr: ({ person, failures }) => ({
    subject: 'Nombreux échecs de connexion sur un compte',
    lines: [
      `${failures} tentatives sur le compte de ${person} ont échoué en une heure. Les suivantes sont ralenties.`,
      'Demandez à cette personne s’il s’agit d’une erreur. Sinon, la piste d’audit dit d’où elles venaient.',
    ],
    label: 'Ouvrir Utilisateurs',
  }),
  de: ({ person, failures }) => ({
    subject: 'Viele fehlgeschlagene Anmeldungen an einem Konto',
    lines: [
      `${failures} Versuche am Konto von ${person} sind binnen einer Stunde fehlgeschlagen. Weitere werden verlangsamt.`,
      'Fragen Sie die Person, ob es ein Versehen war. Wenn nicht, steht im Audit-Trail, woher sie kamen.',
    ],
    label: 'Benutzer öffnen',
  }),
};

/** Tells the administrators that many attempts on one account have failed (AUTH-11). */
export const refusalsAlertMail: MailTemplate<Refusals> = {
  name: 'accounts.refusalsAlert',
  category: 'security',
  render: (language, refusals) => {
    const { subject, lines, label } = textsOf[language](refusals);
    return { subject, lines, action: { label, path: '/users' } };
  },
};
