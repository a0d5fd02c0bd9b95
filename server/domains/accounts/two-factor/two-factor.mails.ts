import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts = Readonly<Record<MailLanguage, Omit<MailContent, 'action'> & { readonly label: string }>>;

const addedTexts: Texts = {
  en: {
    subject: 'An authenticator app was added to your account',
    lines: [
      'An authenticator app was added to your TrainTrail account. You need its codes to sign in and to sign documents.',
      'If this was not you, use the link below within seven days: the authenticator is removed, everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
    ],
    label: 'Stop the change',
  },
  es: {
    subject: 'Se añadió una aplicación de autenticación a su cuenta',
    lines: [
      'Se añadió una aplicación de autenticación a su cuenta de TrainTrail. Necesita sus códigos para iniciar sesión y para firmar documentos.',
      'Si no fue usted, use el enlace de abajo en un plazo de siete días: se elimina el autenticador, se cierran todas las sesiones, ninguna contraseña sirve y usted elige una nueva. Después, avise al administrador del sistema.',
    ],
    label: 'Detener el cambio',
  },
  fr: {
    subject: 'Une application d’authentification a été ajoutée à votre compte',
    lines: [
      'Une application d’authentification a été ajoutée à votre compte TrainTrail. Vous avez besoin de ses codes pour vous connecter et pour signer des documents.',
      'Si ce n’était pas vous, utilisez le lien ci-dessous dans les sept jours : l’application est retirée, toutes les sessions sont fermées, aucun mot de passe ne fonctionne plus et vous en choisissez un nouveau. Prévenez ensuite votre administrateur système.',
    ],
    label: 'Arrêter le changement',
  },
  de: {
    subject: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
    lines: [
      'Ihrem TrainTrail-Konto wurde eine Authenticator-App hinzugefügt. Sie brauchen ihre Codes zum Anmelden und zum Unterschreiben von Dokumenten.',
      'Wenn Sie das nicht waren, nutzen Sie innerhalb von sieben Tagen den Link unten: Die App wird entfernt, alle Sitzungen enden, kein Passwort gilt mehr, und Sie wählen ein neues. Informieren Sie danach Ihre Systemadministration.',
    ],
    label: 'Änderung stoppen',
  },
};

/** Informs a person that an authenticator was added to the account, with the link that stops it (AUTH-09). */
export const authenticatorAddedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.authenticatorAdded',
  category: 'security',
  render: (language, { secret = '' }) => {
    const { label, ...content } = addedTexts[language];
    return { ...content, action: { label, path: `/stop-email-change#${encodeURIComponent(secret)}` } };
  },
};

const removedTexts: Texts = {
  en: {
    subject: 'The authenticator app of your account was removed',
    lines: [
      'The authenticator app of your TrainTrail account was removed. Its codes no longer work.',
      'If this was not you, change your password and contact your system administrator immediately.',
    ],
    label: 'Open Settings',
  },
  es: {
    subject: 'Se eliminó la aplicación de autenticación de su cuenta',
    lines: [
      'Se eliminó la aplicación de autenticación de su cuenta de TrainTrail. Sus códigos ya no sirven.',
      'Si no fue usted, cambie su contraseña y avise de inmediato al administrador del sistema.',
    ],
    label: 'Abrir Configuración',
  },
  fr: {
    subject: 'L’application d’authentification de votre compte a été retirée',
    lines: [
      'L’application d’authentification de votre compte TrainTrail a été retirée. Ses codes ne fonctionnent plus.',
      'Si ce n’était pas vous, changez votre mot de passe et prévenez aussitôt votre administrateur système.',
    ],
    label: 'Ouvrir les Paramètres',
  },
  de: {
    subject: 'Die Authenticator-App Ihres Kontos wurde entfernt',
    lines: [
      'Die Authenticator-App Ihres TrainTrail-Kontos wurde entfernt. Ihre Codes gelten nicht mehr.',
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und informieren Sie sofort Ihre Systemadministration.',
    ],
    label: 'Einstellungen öffnen',
  },
};

/** Informs a person that the authenticator of the account was removed (AUTH-09). */
export const authenticatorRemovedMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.authenticatorRemoved',
  category: 'security',
  render: (language) => {
    const { label, ...content } = removedTexts[language];
    return { ...content, action: { label, path: '/settings' } };
  },
};
