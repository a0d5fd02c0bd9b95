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
