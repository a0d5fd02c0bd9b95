import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { weeklyDigestMail } from '../weekly-digest.mails.ts';
import { claimDigests } from '../weekly-digest.queries.ts';

/** Sends the weekly digest to the managers who want it, where Monday's hour of reminders has come (NOT-06): once per week. */
export async function sendDigests(tx: CommandTransaction): Promise<void> {
  const digests = await claimDigests(tx);
  await queueMails(
    tx,
    digests.map(({ userId, email, settings, week, plannedFor, overdue, expired, expiring, fresh }) => ({
      template: weeklyDigestMail,
      to: email,
      userId,
      language: settingsWithDefaults(settings).language,
      payload: { overdue, expired, expiring, fresh },
      cause: `reminders.digest users ${userId}`,
      dedupeKey: `reminders.digest ${userId} ${week}`,
      plannedFor,
    })),
  );
}
