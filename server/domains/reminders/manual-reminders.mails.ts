import type { Language } from '#shared/domain/people/settings.ts';
import type { ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { oneLine } from '#server/platform/mail/render.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { withSecret } from '#server/platform/mail/translated-mail.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import type { TrainingList } from './manual-reminders.store.ts';

/** The content of a manual reminder for one person (REM-01). */
export interface ManualReminderPayload extends TrainingList {
  readonly type: ReminderType;
  readonly senderName: string;
  /** The sender's message: plain text. */
  readonly message: string | null;
}

const reminderTexts = defineTexts('reminders.manual', {
  begin_training: {
    subject: 'Your training is waiting for you',
    lines: ['{sender} asks you to begin your training in TrainTrail.'],
    list: 'Open now:',
  },
  accept_invite: {
    subject: 'You are invited to TrainTrail',
    lines: [
      '{sender} invites you to TrainTrail, where your training is kept.',
      'Open the link below and choose your password; then sign in with this email address. The link works once and for seven days.',
    ],
    list: 'Trainings assigned to you:',
  },
  complete_before_due: {
    subject: 'Please complete your training before it is due',
    lines: ['{sender} reminds you to complete your training in time.'],
    list: 'Open now:',
  },
  overdue_compliance: {
    subject: 'Your training is overdue',
    lines: ['{sender} asks you to complete your overdue training now.'],
    list: 'Overdue or expired:',
  },
  expired: {
    subject: 'Your training has expired',
    lines: ['{sender} asks you to renew your expired training now.'],
    list: 'Expired:',
  },
  due: 'due {day}',
  overdue: 'overdue since {day}',
  wasValid: 'was valid until {day}',
  more: 'and {count} more',
  message: 'Message from {sender}:',
  openTrainings: 'Open my trainings',
  choosePassword: 'Choose my password',
});

function subjectAndLines(language: Language, payload: ManualReminderPayload) {
  const { trainings: named } = payload;
  const onlyExpired = named.length > 0 && named.every(({ validUntil }) => validUntil !== undefined);
  const sender = oneLine(payload.senderName);
  const { subject, lines, list } = translateAll(
    language,
    reminderTexts[onlyExpired ? 'expired' : payload.type],
    {
      sender,
    },
  );
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const trainings = named.map(({ title, dueDate, overdue, validUntil }) => {
    const date = validUntil ?? dueDate;
    if (date === null) return `• ${title}`;
    const day = days.format(new Date(`${date}T00:00:00Z`));
    if (validUntil !== undefined)
      return `• ${title} (${translate(language, reminderTexts.wasValid, { day })})`;
    return `• ${title} (${translate(language, overdue ? reminderTexts.overdue : reminderTexts.due, { day })})`;
  });
  const written = (payload.message ?? '')
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((line) => line !== '');
  return {
    subject,
    lines,
    details: [
      ...(trainings.length > 0 ? [list, ...trainings] : []),
      ...(payload.more > 0 ? [translate(language, reminderTexts.more, { count: payload.more })] : []),
      ...(written.length > 0 ? [translate(language, reminderTexts.message, { sender }), ...written] : []),
    ],
  };
}

/** A reminder of trainings that a person sent manually (REM-01); the recipient's switches apply to it (NOT-02). */
export const manualReminderMail: MailTemplate<ManualReminderPayload> = {
  name: 'reminders.manual',
  category: 'reminder',
  render: (language, payload) => ({
    ...subjectAndLines(language, payload),
    action: { label: translate(language, reminderTexts.openTrainings), path: '/my-assignments' },
  }),
};

/** The invitation (REM-01): its secret is the token of a link with which the person chooses the password, after the # (AUTH-10). */
export const invitationMail: MailTemplate<ManualReminderPayload & { readonly secret?: string }> = {
  name: 'reminders.invitation',
  category: 'security',
  render: (language, { secret = '', ...payload }) => ({
    ...subjectAndLines(language, payload),
    action: {
      label: translate(language, reminderTexts.choosePassword),
      path: withSecret('/reset-password', secret),
    },
  }),
};
