import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts = Readonly<Record<MailLanguage, Omit<MailContent, 'action'> & { readonly label: string }>>;

const confirmTexts: Texts = {
  en: {
    subject: 'Confirm your new email address',
    lines: [
      'You asked TrainTrail to use this address for your account.',
      'Open the link below to confirm it. It works once and for one day. Until then your old address stays in use.',
      'If you did not ask for this, ignore this message: nothing changes.',
    ],
    label: 'Confirm this address',
  },
  es: {
    subject: 'Confirme su nueva dirección de correo',
    lines: [
      'Usted pidió a TrainTrail que use esta dirección para su cuenta.',
      'Abra el enlace de abajo para confirmarla. Sirve una sola vez y durante un día. Hasta entonces sigue en uso su dirección anterior.',
      'Si usted no lo pidió, no haga caso de este mensaje: nada cambia.',
    ],
    label: 'Confirmar esta dirección',
  },
  fr: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    lines: [
      'Vous avez demandé à TrainTrail d’utiliser cette adresse pour votre compte.',
      'Ouvrez le lien ci-dessous pour la confirmer. Il sert une seule fois, pendant un jour. D’ici là, votre ancienne adresse reste en usage.',
      'Si vous n’avez rien demandé, ignorez ce message : rien ne change.',
    ],
    label: 'Confirmer cette adresse',
  },
  de: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    lines: [
      'Sie haben TrainTrail gebeten, diese Adresse für Ihr Konto zu verwenden.',
      'Öffnen Sie den Link unten, um sie zu bestätigen. Er gilt einmal und einen Tag lang. Bis dahin bleibt Ihre alte Adresse in Gebrauch.',
      'Wenn Sie das nicht veranlasst haben, beachten Sie diese Nachricht nicht: Es ändert sich nichts.',
    ],
    label: 'Diese Adresse bestätigen',
  },
};

/** The link that confirms a new email (AUTH-16); its secret is the token. */
export const confirmEmailMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.confirmEmail',
  category: 'security',
  render: (language, { secret = '' }) => {
    const { subject, lines, label } = confirmTexts[language];
    return { subject, lines, action: { label, path: `/confirm-email#${encodeURIComponent(secret)}` } };
  },
};

const changedTexts: Readonly<Record<MailLanguage, MailContent>> = {
  en: {
    subject: 'Your email address was changed',
    lines: [
      'Your TrainTrail account now uses another email address. This address no longer signs you in.',
      'If you did not change it, tell your system administrator at once.',
    ],
  },
  es: {
    subject: 'Se cambió su dirección de correo',
    lines: [
      'Su cuenta de TrainTrail usa ahora otra dirección de correo. Con esta dirección ya no puede iniciar sesión.',
      'Si usted no la cambió, avise de inmediato al administrador del sistema.',
    ],
  },
  fr: {
    subject: 'Votre adresse e-mail a été modifiée',
    lines: [
      'Votre compte TrainTrail utilise maintenant une autre adresse e-mail. Celle-ci ne permet plus de vous connecter.',
      'Si vous n’êtes pas à l’origine de ce changement, prévenez aussitôt votre administrateur système.',
    ],
  },
  de: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    lines: [
      'Ihr TrainTrail-Konto verwendet jetzt eine andere E-Mail-Adresse. Mit dieser Adresse können Sie sich nicht mehr anmelden.',
      'Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Systemadministration.',
    ],
  },
};

/** Tells the former address that the account left it (AUTH-16). */
export const emailChangedMail: MailTemplate<Record<string, never>> = {
  name: 'people.emailChanged',
  category: 'security',
  render: (language) => changedTexts[language],
};

const requestedTexts: Texts = {
  en: {
    subject: 'A new email address was requested',
    lines: [
      'Your TrainTrail account is to use another email address. It is used once it is confirmed.',
      'If you did not request this, stop it with the link below. It works for seven days, also after the new address was confirmed. Everyone is signed out then, and you choose a new password.',
    ],
    label: 'Stop the change',
  },
  es: {
    subject: 'Se solicitó una nueva dirección de correo',
    lines: [
      'Su cuenta de TrainTrail va a usar otra dirección de correo. Se usará en cuanto esté confirmada.',
      'Si usted no lo solicitó, deténgalo con el enlace de abajo. Sirve durante siete días, también después de que se confirme la nueva dirección. Entonces se cierran todas las sesiones y usted elige una contraseña nueva.',
    ],
    label: 'Detener el cambio',
  },
  fr: {
    subject: 'Une nouvelle adresse e-mail a été demandée',
    lines: [
      'Votre compte TrainTrail doit utiliser une autre adresse e-mail. Elle sera utilisée une fois confirmée.',
      'Si vous n’avez rien demandé, arrêtez ce changement avec le lien ci-dessous. Il est valable sept jours, même après la confirmation de la nouvelle adresse. Toutes les sessions sont alors fermées et vous choisissez un nouveau mot de passe.',
    ],
    label: 'Arrêter le changement',
  },
  de: {
    subject: 'Eine neue E-Mail-Adresse wurde beantragt',
    lines: [
      'Ihr TrainTrail-Konto soll eine andere E-Mail-Adresse verwenden. Sie gilt, sobald sie bestätigt ist.',
      'Wenn Sie das nicht veranlasst haben, stoppen Sie es mit dem Link unten. Er gilt sieben Tage, auch nachdem die neue Adresse bestätigt wurde. Dann werden alle Sitzungen beendet, und Sie wählen ein neues Passwort.',
    ],
    label: 'Änderung stoppen',
  },
};

/** Tells the address in use that another one was requested; its secret is the token that stops it (AUTH-16). */
export const emailRequestedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.emailRequested',
  category: 'security',
  render: (language, payload) => withStopLink(requestedTexts[language], payload),
};

const replacedTexts: Texts = {
  en: {
    subject: 'An administrator changed your email address',
    lines: [
      'An administrator gave your TrainTrail account another email address. This address no longer signs you in.',
      'If this is not right, stop it with the link below within seven days. Everyone is signed out then, and you choose a new password.',
    ],
    label: 'Stop the change',
  },
  es: {
    subject: 'Un administrador cambió su dirección de correo',
    lines: [
      'Un administrador ha dado a su cuenta de TrainTrail otra dirección de correo. Con esta dirección ya no puede iniciar sesión.',
      'Si no es correcto, deténgalo con el enlace de abajo en un plazo de siete días. Entonces se cierran todas las sesiones y usted elige una contraseña nueva.',
    ],
    label: 'Detener el cambio',
  },
  fr: {
    subject: 'Un administrateur a modifié votre adresse e-mail',
    lines: [
      'Un administrateur a attribué une autre adresse e-mail à votre compte TrainTrail. Celle-ci ne permet plus de vous connecter.',
      'Si ce n’est pas correct, arrêtez ce changement avec le lien ci-dessous sous sept jours. Toutes les sessions sont alors fermées et vous choisissez un nouveau mot de passe.',
    ],
    label: 'Arrêter le changement',
  },
  de: {
    subject: 'Die Administration hat Ihre E-Mail-Adresse geändert',
    lines: [
      'Die Administration hat Ihrem TrainTrail-Konto eine andere E-Mail-Adresse gegeben. Mit dieser Adresse können Sie sich nicht mehr anmelden.',
      'Wenn das nicht stimmt, stoppen Sie es innerhalb von sieben Tagen mit dem Link unten. Dann werden alle Sitzungen beendet, und Sie wählen ein neues Passwort.',
    ],
    label: 'Änderung stoppen',
  },
};

/** Tells the former address that an administrator replaced it; its secret is the token that stops it (AUTH-16, SIG-05). */
export const emailReplacedMail: MailTemplate<{ readonly secret?: string }> = {
  name: 'people.emailReplaced',
  category: 'security',
  render: (language, payload) => withStopLink(replacedTexts[language], payload),
};

function withStopLink({ label, ...texts }: Texts['en'], { secret = '' }: { readonly secret?: string }) {
  return { ...texts, action: { label, path: `/stop-email-change#${encodeURIComponent(secret)}` } } as const;
}

const takenTexts: Readonly<Record<MailLanguage, MailContent>> = {
  en: {
    subject: 'Your email address was entered for another account',
    lines: [
      'Someone entered this address as the new one of another TrainTrail account. It belongs to your account, so nothing was changed.',
      'If that was you, use another address for the other account, or contact your system administrator.',
    ],
  },
  es: {
    subject: 'Su dirección de correo se indicó para otra cuenta',
    lines: [
      'Alguien indicó esta dirección como la nueva de otra cuenta de TrainTrail. Pertenece a su cuenta, por lo que no se cambió nada.',
      'Si fue usted, use otra dirección para la otra cuenta o póngase en contacto con el administrador del sistema.',
    ],
  },
  fr: {
    subject: 'Votre adresse e-mail a été saisie pour un autre compte',
    lines: [
      'Quelqu’un a saisi cette adresse comme nouvelle adresse d’un autre compte TrainTrail. Elle appartient à votre compte : rien n’a été modifié.',
      'Si c’était vous, utilisez une autre adresse pour l’autre compte ou contactez votre administrateur système.',
    ],
  },
  de: {
    subject: 'Ihre E-Mail-Adresse wurde für ein anderes Konto eingegeben',
    lines: [
      'Jemand hat diese Adresse als neue Adresse eines anderen TrainTrail-Kontos eingegeben. Sie gehört zu Ihrem Konto, deshalb wurde nichts geändert.',
      'Wenn Sie das waren, verwenden Sie für das andere Konto eine andere Adresse, oder wenden Sie sich an Ihre Systemadministration.',
    ],
  },
};

/** Tells the owner of an address that somebody wanted it for another account, who is not told that there is one (AUTH-16). */
export const addressTakenMail: MailTemplate<Record<string, never>> = {
  name: 'people.addressTaken',
  category: 'security',
  render: (language) => takenTexts[language],
};
