import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts = Readonly<Record<MailLanguage, Omit<MailContent, 'action'> & { readonly label: string }>>;

const resetTexts: Texts = {
  en: {
    subject: 'Choose a new password',
    lines: [
      'Someone requested a password reset for your TrainTrail account.',
      'Open the link below to choose one. It works once and for 30 minutes.',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
    label: 'Choose a new password',
  },
  es: {
    subject: 'Elija una contraseña nueva',
    lines: [
      'Alguien solicitó restablecer la contraseña de su cuenta de TrainTrail.',
      'Abra el enlace de abajo para elegirla. Sirve una sola vez y durante 30 minutos.',
      'Si no fue usted, no haga caso de este mensaje: su contraseña no cambia.',
    ],
    label: 'Elegir una contraseña nueva',
  },
  fr: {
    subject: 'Choisissez un nouveau mot de passe',
    lines: [
      'Quelqu’un a demandé la réinitialisation du mot de passe de votre compte TrainTrail.',
      'Ouvrez le lien ci-dessous pour le choisir. Il sert une seule fois, pendant 30 minutes.',
      'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',
    ],
    label: 'Choisir un nouveau mot de passe',
  },
  de: {
    subject: 'Wählen Sie ein neues Passwort',
    lines: [
      'Jemand hat angefordert, das Passwort Ihres TrainTrail-Kontos zurückzusetzen.',
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

const twoFactorResetTexts: Texts = {
  en: {
    subject: 'Your two-factor sign-in was reset',
    lines: [
      'An administrator has switched off the two-factor sign-in of your TrainTrail account, and you were signed out everywhere.',
      'Sign in with your password and set it up again in Settings, under Security.',
      'If you did not request this, use the link below within seven days: everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
    ],
    label: 'Stop the change',
  },
  es: {
    subject: 'Se restableció su verificación en dos pasos',
    lines: [
      'Un administrador desactivó la verificación en dos pasos de su cuenta de TrainTrail y se cerraron todas sus sesiones.',
      'Inicie sesión con su contraseña y vuelva a configurarla en Configuración, en Seguridad.',
      'Si usted no lo solicitó, use el enlace de abajo en un plazo de siete días: se cierran todas las sesiones, ninguna contraseña sirve y usted elige una nueva. Después, avise al administrador del sistema.',
    ],
    label: 'Detener el cambio',
  },
  fr: {
    subject: 'Votre double authentification a été réinitialisée',
    lines: [
      'Un administrateur a désactivé la double authentification de votre compte TrainTrail, et toutes vos sessions ont été fermées.',
      'Connectez-vous avec votre mot de passe et configurez-la à nouveau dans Paramètres, rubrique Sécurité.',
      'Si vous ne l’avez pas demandé, utilisez le lien ci-dessous dans les sept jours : toutes les sessions sont fermées, aucun mot de passe ne fonctionne plus et vous en choisissez un nouveau. Prévenez ensuite votre administrateur système.',
    ],
    label: 'Arrêter le changement',
  },
  de: {
    subject: 'Ihre Zwei-Faktor-Anmeldung wurde zurückgesetzt',
    lines: [
      'Die Administration hat die Zwei-Faktor-Anmeldung Ihres TrainTrail-Kontos abgeschaltet, und Sie wurden überall abgemeldet.',
      'Melden Sie sich mit Ihrem Passwort an und richten Sie sie in den Einstellungen unter Sicherheit neu ein.',
      'Wenn Sie das nicht veranlasst haben, nutzen Sie innerhalb von sieben Tagen den Link unten: Alle Sitzungen enden, kein Passwort gilt mehr, und Sie wählen ein neues. Informieren Sie danach Ihre Systemadministration.',
    ],
    label: 'Änderung stoppen',
  },
};

/** Tells a person that an administrator took the second factor away, with the link that stops it (AUTH-09). */
export const twoFactorResetMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.twoFactorReset',
  category: 'security',
  render: (language, { secret = '' }) => stoppable(twoFactorResetTexts[language], secret),
};

const passwordIssuedTexts: Texts = {
  en: {
    subject: 'An administrator issued a new password for you',
    lines: [
      'Your TrainTrail account has a new password, which an administrator will tell you. You were signed out everywhere.',
      'It works for seven days, and you choose your own at the first sign-in.',
      'If you did not request this, use the link below within seven days: everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
    ],
    label: 'Stop the change',
  },
  es: {
    subject: 'Un administrador le asignó una contraseña nueva',
    lines: [
      'Su cuenta de TrainTrail tiene una contraseña nueva que le dirá un administrador. Se cerraron todas sus sesiones.',
      'Sirve durante siete días y usted elige la suya al iniciar sesión por primera vez.',
      'Si usted no lo solicitó, use el enlace de abajo en un plazo de siete días: se cierran todas las sesiones, ninguna contraseña sirve y usted elige una nueva. Después, avise al administrador del sistema.',
    ],
    label: 'Detener el cambio',
  },
  fr: {
    subject: 'Un administrateur vous a attribué un nouveau mot de passe',
    lines: [
      'Votre compte TrainTrail a un nouveau mot de passe, qu’un administrateur vous communiquera. Toutes vos sessions ont été fermées.',
      'Il est valable sept jours, et vous choisirez le vôtre à la première connexion.',
      'Si vous ne l’avez pas demandé, utilisez le lien ci-dessous dans les sept jours : toutes les sessions sont fermées, aucun mot de passe ne fonctionne plus et vous en choisissez un nouveau. Prévenez ensuite votre administrateur système.',
    ],
    label: 'Arrêter le changement',
  },
  de: {
    subject: 'Die Administration hat Ihnen ein neues Passwort gegeben',
    lines: [
      'Ihr TrainTrail-Konto hat ein neues Passwort, das Ihnen die Administration nennt. Sie wurden überall abgemeldet.',
      'Es gilt sieben Tage, und bei der ersten Anmeldung wählen Sie Ihr eigenes.',
      'Wenn Sie das nicht veranlasst haben, nutzen Sie innerhalb von sieben Tagen den Link unten: Alle Sitzungen enden, kein Passwort gilt mehr, und Sie wählen ein neues. Informieren Sie danach Ihre Systemadministration.',
    ],
    label: 'Änderung stoppen',
  },
};

/** Tells a person that an administrator issued a password (AUTH-08, T7); it stands nowhere in the mail. The link stops it. */
export const passwordIssuedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.passwordIssued',
  category: 'security',
  render: (language, { secret = '' }) => stoppable(passwordIssuedTexts[language], secret),
};

/** What an administrator did, with the link by which the person stops it (AUTH-16). */
function stoppable({ label, ...content }: Texts[MailLanguage], secret: string): MailContent {
  return { ...content, action: { label, path: `/stop-email-change#${encodeURIComponent(secret)}` } };
}
