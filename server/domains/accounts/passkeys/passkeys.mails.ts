import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

type Texts<Facts> = Readonly<
  Record<MailLanguage, (facts: Facts) => Omit<MailContent, 'action'> & { readonly label: string }>
>;

const template = <Facts extends Record<string, unknown>>(
  name: string,
  path: `/${string}`,
  texts: Texts<Facts>,
): MailTemplate<Facts> => ({
  name,
  category: 'security',
  render: (language, facts) => {
    const { label, ...content } = texts[language](facts);
    return { ...content, action: { label, path } };
  },
});

/** What its person calls a passkey. */
interface Named extends Record<string, unknown> {
  readonly name: string;
}

const addedTexts: Texts<Named> = {
  en: ({ name }) => ({
    subject: 'A passkey was added to your account',
    lines: [
      `The passkey "${name}" was added to your TrainTrail account. It can sign in and sign documents for you.`,
      'If this was not you, use the link below within seven days: the passkey is removed, everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
    ],
    label: 'Stop the change',
  }),
  es: ({ name }) => ({
    subject: 'Se añadió una llave de acceso a su cuenta',
    lines: [
      `Se añadió la llave de acceso «${name}» a su cuenta de TrainTrail. Con ella se puede iniciar sesión y firmar en su nombre.`,
      'Si no fue usted, use el enlace de abajo en un plazo de siete días: se elimina la llave, se cierran todas las sesiones, ninguna contraseña sirve y usted elige una nueva. Después, avise al administrador del sistema.',
    ],
    label: 'Detener el cambio',
  }),
  fr: ({ name }) => ({
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    lines: [
      `La clé d’accès « ${name} » a été ajoutée à votre compte TrainTrail. Elle permet de se connecter et de signer en votre nom.`,
      'Si ce n’était pas vous, utilisez le lien ci-dessous dans les sept jours : la clé est supprimée, toutes les sessions sont fermées, aucun mot de passe ne fonctionne plus et vous en choisissez un nouveau. Prévenez ensuite votre administrateur système.',
    ],
    label: 'Arrêter le changement',
  }),
  de: ({ name }) => ({
    subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    lines: [
      `Der Passkey „${name}“ wurde Ihrem TrainTrail-Konto hinzugefügt. Mit ihm kann man sich anmelden und in Ihrem Namen unterschreiben.`,
      'Wenn Sie das nicht waren, nutzen Sie innerhalb von sieben Tagen den Link unten: Der Passkey wird entfernt, alle Sitzungen enden, kein Passwort gilt mehr, und Sie wählen ein neues. Informieren Sie danach Ihre Systemadministration.',
    ],
    label: 'Änderung stoppen',
  }),
};

/** Informs a person that a passkey was added to the account, with the link that stops it (AUTH-19). */
export const passkeyAddedMail: MailTemplate<Named & { readonly secret?: string }> = {
  name: 'accounts.passkeyAdded',
  category: 'security',
  render: (language, { secret = '', ...facts }) => {
    const { label, ...content } = addedTexts[language](facts);
    return { ...content, action: { label, path: `/stop-email-change#${encodeURIComponent(secret)}` } };
  },
};

/** Informs a person that a passkey of the account was revoked (AUTH-19). */
export const passkeyRevokedMail = template<Named>('accounts.passkeyRevoked', '/settings', {
  en: ({ name }) => ({
    subject: 'A passkey of your account was revoked',
    lines: [
      `The passkey "${name}" of your TrainTrail account was revoked. It no longer works.`,
      'If this was not you, change your password and contact your system administrator immediately.',
    ],
    label: 'Open Settings',
  }),
  es: ({ name }) => ({
    subject: 'Se revocó una llave de acceso de su cuenta',
    lines: [
      `Se revocó la llave de acceso «${name}» de su cuenta de TrainTrail. Ya no funciona.`,
      'Si no fue usted, cambie su contraseña y avise de inmediato al administrador del sistema.',
    ],
    label: 'Abrir Configuración',
  }),
  fr: ({ name }) => ({
    subject: 'Une clé d’accès de votre compte a été révoquée',
    lines: [
      `La clé d’accès « ${name} » de votre compte TrainTrail a été révoquée. Elle ne fonctionne plus.`,
      'Si ce n’était pas vous, changez votre mot de passe et prévenez aussitôt votre administrateur système.',
    ],
    label: 'Ouvrir les Paramètres',
  }),
  de: ({ name }) => ({
    subject: 'Ein Passkey Ihres Kontos wurde widerrufen',
    lines: [
      `Der Passkey „${name}“ Ihres TrainTrail-Kontos wurde widerrufen. Er funktioniert nicht mehr.`,
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und informieren Sie sofort Ihre Systemadministration.',
    ],
    label: 'Einstellungen öffnen',
  }),
});

/** Informs a person that a copy of a passkey was used (AUTH-19). */
export const passkeyCopiedMail = template<Named>('accounts.passkeyCopied', '/settings', {
  en: ({ name }) => ({
    subject: 'Someone may have copied your passkey',
    lines: [
      `Your passkey "${name}" was used in a way that shows that a copy of it exists. It was refused and revoked, and you were signed out everywhere.`,
      'Sign in another way and add a new passkey. If you did not copy it yourself, contact your system administrator immediately.',
    ],
    label: 'Open Settings',
  }),
  es: ({ name }) => ({
    subject: 'Es posible que alguien haya copiado su llave de acceso',
    lines: [
      `Su llave de acceso «${name}» se usó de un modo que indica que existe una copia. Se rechazó y se revocó, y se cerraron todas sus sesiones.`,
      'Inicie sesión de otro modo y añada una llave nueva. Si no la copió usted, avise de inmediato al administrador del sistema.',
    ],
    label: 'Abrir Configuración',
  }),
  fr: ({ name }) => ({
    subject: 'Votre clé d’accès a peut-être été copiée',
    lines: [
      `Votre clé d’accès « ${name} » a été utilisée d’une manière qui montre qu’il en existe une copie. Elle a été refusée et révoquée, et toutes vos sessions ont été fermées.`,
      'Connectez-vous autrement et ajoutez une nouvelle clé. Si vous ne l’avez pas copiée vous-même, prévenez aussitôt votre administrateur système.',
    ],
    label: 'Ouvrir les Paramètres',
  }),
  de: ({ name }) => ({
    subject: 'Ihr Passkey wurde möglicherweise kopiert',
    lines: [
      `Ihr Passkey „${name}“ wurde so verwendet, dass es eine Kopie davon geben muss. Er wurde abgelehnt und widerrufen, und Sie wurden überall abgemeldet.`,
      'Melden Sie sich auf anderem Weg an und fügen Sie einen neuen Passkey hinzu. Wenn Sie ihn nicht selbst kopiert haben, informieren Sie sofort Ihre Systemadministration.',
    ],
    label: 'Einstellungen öffnen',
  }),
});

/** Whose passkey it is. */
interface OfPerson extends Record<string, unknown> {
  readonly person: string;
}

/** Informs administrators that a copy of a passkey was used (AUTH-19). */
export const copiedPasskeyAlertMail = template<OfPerson>('accounts.passkeyCopiedAlert', '/users', {
  en: ({ person }) => ({
    subject: 'A copied passkey was used',
    lines: [
      `A passkey of ${person} was used in a way that shows that a copy of it exists. It was refused and revoked, and the person was signed out everywhere.`,
      'Ask the person what happened. The audit trail shows where the attempt came from.',
    ],
    label: 'Open Users',
  }),
  es: ({ person }) => ({
    subject: 'Se usó una llave de acceso copiada',
    lines: [
      `Una llave de acceso de ${person} se usó de un modo que indica que existe una copia. Se rechazó y se revocó, y se cerraron todas las sesiones de esa persona.`,
      'Pregunte a esa persona qué ocurrió. El registro de auditoría muestra de dónde vino el intento.',
    ],
    label: 'Abrir Usuarios',
  }),
  fr: ({ person }) => ({
    subject: 'Une clé d’accès copiée a été utilisée',
    lines: [
      `Une clé d’accès de ${person} a été utilisée d’une manière qui montre qu’il en existe une copie. Elle a été refusée et révoquée, et toutes les sessions de cette personne ont été fermées.`,
      'Demandez à cette personne ce qui s’est passé. La piste d’audit montre d’où venait la tentative.',
    ],
    label: 'Ouvrir Utilisateurs',
  }),
  de: ({ person }) => ({
    subject: 'Ein kopierter Passkey wurde verwendet',
    lines: [
      `Ein Passkey von ${person} wurde so verwendet, dass es eine Kopie davon geben muss. Er wurde abgelehnt und widerrufen, und die Person wurde überall abgemeldet.`,
      'Fragen Sie die Person, was geschehen ist. Der Audit-Trail zeigt, woher der Versuch kam.',
    ],
    label: 'Benutzer öffnen',
  }),
});
