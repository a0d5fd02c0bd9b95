import type { ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import { oneLine } from '#server/platform/mail/render.ts';
import type { MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';
import type { TrainingList } from './manual-reminders.store.ts';

/** What a reminder by hand says to one person (REM-01). */
export interface ManualReminderPayload extends TrainingList {
  readonly type: ReminderType;
  readonly senderName: string;
  /** What the sender wrote: plain text. */
  readonly message: string | null;
}

interface TypeTexts {
  readonly subject: string;
  readonly lines: (sender: string) => readonly string[];
  readonly list: string;
}

interface Texts extends Readonly<Record<ReminderType | 'expired', TypeTexts>> {
  readonly due: (day: string) => string;
  readonly overdue: (day: string) => string;
  readonly wasValid: (day: string) => string;
  readonly more: (count: number) => string;
  readonly message: (sender: string) => string;
  readonly openTrainings: string;
  readonly choosePassword: string;
}

const texts: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    begin_training: {
      subject: 'Your training is waiting for you',
      lines: (sender) => [`${sender} asks you to begin your training in TrainTrail.`],
      list: 'Open now:',
    },
    accept_invite: {
      subject: 'You are invited to TrainTrail',
      lines: (sender) => [
        `${sender} invites you to TrainTrail, where your training is kept.`,
        'Open the link below and choose your password; then sign in with this email address. The link works once and for seven days.',
      ],
      list: 'Trainings assigned to you:',
    },
    complete_before_due: {
      subject: 'Please complete your training before it is due',
      lines: (sender) => [`${sender} reminds you to complete your training in time.`],
      list: 'Open now:',
    },
    overdue_compliance: {
      subject: 'Your training is overdue',
      lines: (sender) => [`${sender} asks you to complete your overdue training now.`],
      list: 'Overdue or expired:',
    },
    expired: {
      subject: 'Your training has expired',
      lines: (sender) => [`${sender} asks you to renew your expired training now.`],
      list: 'Expired:',
    },
    due: (day) => `due ${day}`,
    overdue: (day) => `overdue since ${day}`,
    wasValid: (day) => `was valid until ${day}`,
    more: (count) => (count === 1 ? 'and 1 more' : `and ${String(count)} more`),
    message: (sender) => `Message from ${sender}:`,
    openTrainings: 'Open my trainings',
    choosePassword: 'Choose my password',
  },
  es: {
    begin_training: {
      subject: 'Comience su formación',
      lines: (sender) => [`${sender} le pide que empiece su formación en TrainTrail.`],
      list: 'Pendiente ahora:',
    },
    accept_invite: {
      subject: 'Le invitamos a TrainTrail',
      lines: (sender) => [
        `${sender} le invita a TrainTrail, donde se guarda su formación.`,
        'Abra el enlace de abajo y elija su contraseña; después inicie sesión con esta dirección de correo. El enlace sirve una sola vez y durante siete días.',
      ],
      list: 'Formaciones que tiene asignadas:',
    },
    complete_before_due: {
      subject: 'Complete su formación antes de la fecha límite',
      lines: (sender) => [`${sender} le recuerda que complete su formación a tiempo.`],
      list: 'Pendiente ahora:',
    },
    overdue_compliance: {
      subject: 'Su formación está vencida',
      lines: (sender) => [`${sender} le pide que complete ahora su formación vencida.`],
      list: 'Vencida o caducada:',
    },
    expired: {
      subject: 'Su formación ha caducado',
      lines: (sender) => [`${sender} le pide que renueve ahora su formación caducada.`],
      list: 'Caducada:',
    },
    due: (day) => `fecha límite: ${day}`,
    overdue: (day) => `vencida desde ${day}`,
    wasValid: (day) => `era válida hasta el ${day}`,
    more: (count) => `y ${String(count)} más`,
    message: (sender) => `Mensaje de ${sender}:`,
    openTrainings: 'Abrir mis formaciones',
    choosePassword: 'Elegir mi contraseña',
  },
  fr: {
    begin_training: {
      subject: 'Commencez votre formation',
      lines: (sender) => [`${sender} vous demande de commencer votre formation dans TrainTrail.`],
      list: 'À faire maintenant :',
    },
    accept_invite: {
      subject: 'Vous êtes invité(e) à rejoindre TrainTrail',
      lines: (sender) => [
        `${sender} vous invite à rejoindre TrainTrail, où votre formation est suivie.`,
        'Ouvrez le lien ci-dessous et choisissez votre mot de passe, puis connectez-vous avec cette adresse. Le lien sert une seule fois, pendant sept jours.',
      ],
      list: 'Formations qui vous sont attribuées :',
    },
    complete_before_due: {
      subject: 'Terminez votre formation avant l’échéance',
      lines: (sender) => [`${sender} vous rappelle de terminer votre formation à temps.`],
      list: 'À faire maintenant :',
    },
    overdue_compliance: {
      subject: 'Votre formation est en retard',
      lines: (sender) => [`${sender} vous demande de terminer maintenant votre formation en retard.`],
      list: 'En retard ou expirée :',
    },
    expired: {
      subject: 'Votre formation a expiré',
      lines: (sender) => [`${sender} vous demande de renouveler maintenant votre formation expirée.`],
      list: 'Expirée :',
    },
    due: (day) => `échéance : ${day}`,
    overdue: (day) => `en retard depuis le ${day}`,
    wasValid: (day) => `était valable jusqu’au ${day}`,
    more: (count) => (count === 1 ? 'et 1 autre' : `et ${String(count)} autres`),
    message: (sender) => `Message de ${sender} :`,
    openTrainings: 'Ouvrir mes formations',
    choosePassword: 'Choisir mon mot de passe',
  },
  de: {
    begin_training: {
      subject: 'Bitte beginnen Sie Ihre Schulung',
      lines: (sender) => [`${sender} bittet Sie, Ihre Schulung in TrainTrail zu beginnen.`],
      list: 'Jetzt offen:',
    },
    accept_invite: {
      subject: 'Einladung zu TrainTrail',
      lines: (sender) => [
        `${sender} lädt Sie zu TrainTrail ein, wo Ihre Schulungen geführt werden.`,
        'Öffnen Sie den Link unten und wählen Sie Ihr Passwort; danach melden Sie sich mit dieser E-Mail-Adresse an. Der Link gilt einmal und sieben Tage lang.',
      ],
      list: 'Ihnen zugewiesene Schulungen:',
    },
    complete_before_due: {
      subject: 'Bitte schließen Sie Ihre Schulung vor der Frist ab',
      lines: (sender) => [`${sender} erinnert Sie daran, Ihre Schulung rechtzeitig abzuschließen.`],
      list: 'Jetzt offen:',
    },
    overdue_compliance: {
      subject: 'Ihre Schulung ist überfällig',
      lines: (sender) => [`${sender} bittet Sie, Ihre überfällige Schulung jetzt abzuschließen.`],
      list: 'Überfällig oder abgelaufen:',
    },
    expired: {
      subject: 'Ihre Schulung ist abgelaufen',
      lines: (sender) => [`${sender} bittet Sie, Ihre abgelaufene Schulung jetzt zu erneuern.`],
      list: 'Abgelaufen:',
    },
    due: (day) => `fällig am ${day}`,
    overdue: (day) => `überfällig seit ${day}`,
    wasValid: (day) => `war gültig bis ${day}`,
    more: (count) => (count === 1 ? 'und 1 weitere' : `und ${String(count)} weitere`),
    message: (sender) => `Nachricht von ${sender}:`,
    openTrainings: 'Meine Schulungen öffnen',
    choosePassword: 'Mein Passwort wählen',
  },
};

function subjectAndLines(language: MailLanguage, payload: ManualReminderPayload) {
  const words = texts[language];
  const { trainings: named } = payload;
  const onlyExpired = named.length > 0 && named.every(({ validUntil }) => validUntil !== undefined);
  const { subject, lines, list } = words[onlyExpired ? 'expired' : payload.type];
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const sender = oneLine(payload.senderName);
  const trainings = named.map(({ title, dueDate, overdue, validUntil }) => {
    const date = validUntil ?? dueDate;
    if (date === null) return `• ${title}`;
    const day = days.format(new Date(`${date}T00:00:00Z`));
    if (validUntil !== undefined) return `• ${title} (${words.wasValid(day)})`;
    return `• ${title} (${overdue ? words.overdue(day) : words.due(day)})`;
  });
  const written = (payload.message ?? '')
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((line) => line !== '');
  return {
    subject,
    lines: lines(sender),
    details: [
      ...(trainings.length > 0 ? [list, ...trainings] : []),
      ...(payload.more > 0 ? [words.more(payload.more)] : []),
      ...(written.length > 0 ? [words.message(sender), ...written] : []),
    ],
  };
}

/** A reminder of trainings that somebody sent by hand (REM-01); the switches of the person hold for it (NOT-02). */
export const manualReminderMail: MailTemplate<ManualReminderPayload> = {
  name: 'reminders.manual',
  category: 'reminder',
  render: (language, payload) => ({
    ...subjectAndLines(language, payload),
    action: { label: texts[language].openTrainings, path: '/my-assignments' },
  }),
};

/** The invitation (REM-01): its secret is the token of a link with which the person chooses the password, behind the # (AUTH-10). */
export const invitationMail: MailTemplate<ManualReminderPayload & { readonly secret?: string }> = {
  name: 'reminders.invitation',
  category: 'security',
  render: (language, { secret = '', ...payload }) => ({
    ...subjectAndLines(language, payload),
    action: {
      label: texts[language].choosePassword,
      path: `/reset-password#${encodeURIComponent(secret)}`,
    },
  }),
};
