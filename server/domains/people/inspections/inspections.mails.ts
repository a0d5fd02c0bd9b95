import { defineTexts } from '#shared/texts/define-texts.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const answeredTexts = defineTexts('people.inspectionAnswered', {
  subject: 'Your request was answered',
  lines: ['Your request in the inspection “{title}” was answered.'],
  label: 'Open the answer',
});

/** Informs an inspector that the host has answered (INS-01). */
export const inspectionAnsweredMail: MailTemplate<{ readonly title: string }> = {
  name: 'people.inspectionAnswered',
  // The inspector needs the answer: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, answeredTexts, facts), '/inspection'),
};

/** Queues the email about an answer, while the account is active. */
export async function mailAnswer(tx: CommandTransaction, userId: string, title: string): Promise<void> {
  const person = await tx.db
    .selectFrom('users')
    .select(['email', 'settings'])
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!person) return;
  await queueMails(tx, [
    {
      template: inspectionAnsweredMail,
      to: person.email,
      userId,
      language: settingsWithDefaults(person.settings as Record<string, unknown>).language,
      payload: { title },
      cause: `inspection.answered users ${userId}`,
    },
  ]);
}
