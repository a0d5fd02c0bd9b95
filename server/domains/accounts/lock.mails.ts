import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

const ownTexts: Readonly<Record<MailLanguage, MailContent>> = {
  en: {
    subject: 'Your account is locked',
    lines: [
      'Your TrainTrail account is locked after too many wrong passwords or codes. Whoever is signed in stays signed in.',
      'A system administrator was told and can unlock it.',
      'If it was not you who tried, tell your system administrator at once.',
    ],
  },
  es: {
    subject: 'Su cuenta está bloqueada',
    lines: [
      'Su cuenta de TrainTrail está bloqueada tras demasiadas contraseñas o códigos incorrectos. Las sesiones abiertas siguen abiertas.',
      'Un administrador del sistema ha sido avisado y puede desbloquearla.',
      'Si no fue usted quien lo intentó, avise de inmediato al administrador del sistema.',
    ],
  },
  fr: {
    subject: 'Votre compte est verrouillé',
    lines: [
      'Votre compte TrainTrail est verrouillé après trop de mots de passe ou de codes erronés. Les sessions ouvertes le restent.',
      'Un administrateur système a été prévenu et peut le déverrouiller.',
      'Si ces essais ne viennent pas de vous, prévenez aussitôt votre administrateur système.',
    ],
  },
  de: {
    subject: 'Ihr Konto ist gesperrt',
    lines: [
      'Ihr TrainTrail-Konto ist nach zu vielen falschen Passwörtern oder Codes gesperrt. Wer angemeldet ist, bleibt es.',
      'Die Systemadministration weiß davon und kann es entsperren.',
      'Wenn nicht Sie es versucht haben, sagen Sie es sofort Ihrer Systemadministration.',
    ],
  },
};

/** Tells a person that the own account is locked (AUTH-07). */
export const accountLockedMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.locked',
  category: 'security',
  render: (language) => ownTexts[language],
};

type AlertTexts = (person: string) => Omit<MailContent, 'action'> & { readonly label: string };

const alertTexts: Readonly<Record<MailLanguage, AlertTexts>> = {
  en: (person) => ({
    subject: 'An account is locked',
    lines: [
      `The account of ${person} is locked after too many wrong passwords or codes.`,
      'Ask the person whether it was a mistake, and unlock the account under Users.',
    ],
    label: 'Open Users',
  }),
  es: (person) => ({
    subject: 'Una cuenta está bloqueada',
    lines: [
      `La cuenta de ${person} está bloqueada tras demasiadas contraseñas o códigos incorrectos.`,
      'Pregunte a esa persona si fue un error y desbloquee la cuenta en Usuarios.',
    ],
    label: 'Abrir Usuarios',
  }),
  fr: (person) => ({
    subject: 'Un compte est verrouillé',
    lines: [
      `Le compte de ${person} est verrouillé après trop de mots de passe ou de codes erronés.`,
      'Demandez à cette personne s’il s’agit d’une erreur, puis déverrouillez le compte sous Utilisateurs.',
    ],
    label: 'Ouvrir Utilisateurs',
  }),
  de: (person) => ({
    subject: 'Ein Konto ist gesperrt',
    lines: [
      `Das Konto von ${person} ist nach zu vielen falschen Passwörtern oder Codes gesperrt.`,
      'Fragen Sie die Person, ob es ein Versehen war, und entsperren Sie das Konto unter Benutzer.',
    ],
    label: 'Benutzer öffnen',
  }),
};

/** Tells the administrators, who alone can unlock it, that an account is locked (AUTH-07). */
export const lockAlertMail: MailTemplate<{ readonly person: string }> = {
  name: 'accounts.lockAlert',
  category: 'security',
  render: (language, { person }) => {
    const { subject, lines, label } = alertTexts[language](person);
    return { subject, lines, action: { label, path: '/users' } };
  },
};
