import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts = Readonly<Record<MailLanguage, Omit<MailContent, 'action'> & { readonly label: string }>>;

const texts: Texts = {
  en: {
    subject: 'Confirm your identity to sign again',
    lines: [
      'Someone changed your TrainTrail account, so nothing can be signed with it until you confirm your identity.',
      'Open the link below and choose a new password. It works once and for 30 minutes. Everyone is signed out then; sign in with the new password.',
      'If you did not request this, ignore this message and tell your system administrator.',
    ],
    label: 'Choose a new password',
  },
  es: {
    subject: 'Confirme su identidad para volver a firmar',
    lines: [
      'Alguien cambió su cuenta de TrainTrail, por lo que no se puede firmar nada con ella hasta que confirme su identidad.',
      'Abra el enlace de abajo y elija una contraseña nueva. Sirve una sola vez y durante 30 minutos. Entonces se cierran todas las sesiones; inicie sesión con la contraseña nueva.',
      'Si usted no lo solicitó, no haga caso de este mensaje y avise al administrador del sistema.',
    ],
    label: 'Elegir una contraseña nueva',
  },
  fr: {
    subject: 'Confirmez votre identité pour signer de nouveau',
    lines: [
      'Quelqu’un a modifié votre compte TrainTrail : rien ne peut être signé avec lui tant que vous n’avez pas confirmé votre identité.',
      'Ouvrez le lien ci-dessous et choisissez un nouveau mot de passe. Il sert une seule fois, pendant 30 minutes. Toutes les sessions sont alors fermées ; connectez-vous avec le nouveau mot de passe.',
      'Si vous n’avez rien demandé, ignorez ce message et prévenez votre administrateur système.',
    ],
    label: 'Choisir un nouveau mot de passe',
  },
  de: {
    subject: 'Bestätigen Sie Ihre Identität, um wieder zu unterschreiben',
    lines: [
      'Jemand hat Ihr TrainTrail-Konto geändert. Deshalb kann damit nichts unterschrieben werden, bis Sie Ihre Identität bestätigen.',
      'Öffnen Sie den Link unten und wählen Sie ein neues Passwort. Er gilt einmal und 30 Minuten lang. Danach sind alle Sitzungen beendet; melden Sie sich mit dem neuen Passwort an.',
      'Wenn Sie das nicht angefordert haben, beachten Sie diese Nachricht nicht und informieren Sie Ihre Systemadministration.',
    ],
    label: 'Neues Passwort wählen',
  },
};

/** The link by which a person proves at the own mailbox who they are (SIG-05); its secret is the token. */
export const signingLinkMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'accounts.signingLink',
  category: 'security',
  render: (language, { secret = '' }) => {
    const { label, ...content } = texts[language];
    return { ...content, action: { label, path: `/reset-password#${encodeURIComponent(secret)}` } };
  },
};
