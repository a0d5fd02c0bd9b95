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
    return { subject, lines, action: { label, path: `/confirm-email?token=${encodeURIComponent(secret)}` } };
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
