import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts = Readonly<Record<MailLanguage, Omit<MailContent, 'action'> & { readonly label: string }>>;

const resetTexts: Texts = {
  en: {
    subject: 'Choose a new password',
    lines: [
      'Somebody asked for a new password for your TrainTrail account.',
      'Open the link below to choose one. It works once and for 30 minutes.',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
    label: 'Choose a new password',
  },
  es: {
    subject: 'Elija una contraseña nueva',
    lines: [
      'Alguien pidió una contraseña nueva para su cuenta de TrainTrail.',
      'Abra el enlace de abajo para elegirla. Sirve una sola vez y durante 30 minutos.',
      'Si no fue usted, no haga caso de este mensaje: su contraseña no cambia.',
    ],
    label: 'Elegir una contraseña nueva',
  },
  fr: {
    subject: 'Choisissez un nouveau mot de passe',
    lines: [
      'Quelqu’un a demandé un nouveau mot de passe pour votre compte TrainTrail.',
      'Ouvrez le lien ci-dessous pour le choisir. Il sert une seule fois, pendant 30 minutes.',
      'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',
    ],
    label: 'Choisir un nouveau mot de passe',
  },
  de: {
    subject: 'Wählen Sie ein neues Passwort',
    lines: [
      'Für Ihr TrainTrail-Konto wurde ein neues Passwort angefordert.',
      'Öffnen Sie den Link unten, um es zu wählen. Er gilt einmal und 30 Minuten lang.',
      'Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht: Ihr Passwort bleibt, wie es ist.',
    ],
    label: 'Neues Passwort wählen',
  },
};

/** The link to choose a new password (AUTH-10); its secret is the token, behind the # that no server and no log sees. */
export const resetPasswordMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.resetPassword',
  category: 'security',
  render: (language, { secret = '' }) => {
    const { subject, lines, label } = resetTexts[language];
    return { subject, lines, action: { label, path: `/reset-password#${encodeURIComponent(secret)}` } };
  },
};

const twoFactorResetTexts: Readonly<Record<MailLanguage, MailContent>> = {
  en: {
    subject: 'Your two-factor sign-in was reset',
    lines: [
      'An administrator has switched off the two-factor sign-in of your TrainTrail account, and you were signed out everywhere.',
      'Sign in with your password and set it up again in Settings, under Security.',
      'If you did not ask for this, tell your system administrator at once.',
    ],
  },
  es: {
    subject: 'Se restableció su verificación en dos pasos',
    lines: [
      'Un administrador desactivó la verificación en dos pasos de su cuenta de TrainTrail y se cerraron todas sus sesiones.',
      'Inicie sesión con su contraseña y vuelva a configurarla en Configuración, en Seguridad.',
      'Si usted no lo pidió, avise de inmediato al administrador del sistema.',
    ],
  },
  fr: {
    subject: 'Votre double authentification a été réinitialisée',
    lines: [
      'Un administrateur a désactivé la double authentification de votre compte TrainTrail, et toutes vos sessions ont été fermées.',
      'Connectez-vous avec votre mot de passe et configurez-la à nouveau dans Paramètres, rubrique Sécurité.',
      'Si vous ne l’avez pas demandé, prévenez aussitôt votre administrateur système.',
    ],
  },
  de: {
    subject: 'Ihre Zwei-Faktor-Anmeldung wurde zurückgesetzt',
    lines: [
      'Die Administration hat die Zwei-Faktor-Anmeldung Ihres TrainTrail-Kontos abgeschaltet, und Sie wurden überall abgemeldet.',
      'Melden Sie sich mit Ihrem Passwort an und richten Sie sie in den Einstellungen unter Sicherheit neu ein.',
      'Wenn Sie das nicht wollten, sagen Sie es sofort Ihrer Systemadministration.',
    ],
  },
};

/** Tells a person that an administrator took the second factor away (AUTH-09). */
export const twoFactorResetMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.twoFactorReset',
  category: 'security',
  render: (language) => twoFactorResetTexts[language],
};

const passwordIssuedTexts: Readonly<Record<MailLanguage, MailContent>> = {
  en: {
    subject: 'An administrator issued a new password for you',
    lines: [
      'Your TrainTrail account has a new password, which an administrator will tell you. You were signed out everywhere.',
      'It works for seven days, and you choose your own at the first sign-in.',
      'If you did not ask for this, tell your system administrator at once.',
    ],
  },
  es: {
    subject: 'Un administrador le asignó una contraseña nueva',
    lines: [
      'Su cuenta de TrainTrail tiene una contraseña nueva que le dirá un administrador. Se cerraron todas sus sesiones.',
      'Sirve durante siete días y usted elige la suya al iniciar sesión por primera vez.',
      'Si usted no lo pidió, avise de inmediato al administrador del sistema.',
    ],
  },
  fr: {
    subject: 'Un administrateur vous a attribué un nouveau mot de passe',
    lines: [
      'Votre compte TrainTrail a un nouveau mot de passe, qu’un administrateur vous communiquera. Toutes vos sessions ont été fermées.',
      'Il est valable sept jours, et vous choisirez le vôtre à la première connexion.',
      'Si vous ne l’avez pas demandé, prévenez aussitôt votre administrateur système.',
    ],
  },
  de: {
    subject: 'Die Administration hat Ihnen ein neues Passwort gegeben',
    lines: [
      'Ihr TrainTrail-Konto hat ein neues Passwort, das Ihnen die Administration nennt. Sie wurden überall abgemeldet.',
      'Es gilt sieben Tage, und bei der ersten Anmeldung wählen Sie Ihr eigenes.',
      'Wenn Sie das nicht wollten, sagen Sie es sofort Ihrer Systemadministration.',
    ],
  },
};

/** Tells a person that an administrator issued a password (AUTH-08, T7); it stands nowhere in the mail. */
export const passwordIssuedMail: MailTemplate<Record<string, never>> = {
  name: 'accounts.passwordIssued',
  category: 'security',
  render: (language) => passwordIssuedTexts[language],
};
