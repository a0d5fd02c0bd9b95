import { AppError } from '#shared/contract/errors.ts';
import type { BodyOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import {
  reminderLimits,
  skipReason,
  type ReminderType,
  type SkipReason,
} from '#shared/domain/reminders/manual-reminders.ts';
import { createInvitations } from '#server/domains/accounts/index.ts';
import { lockPeople } from '#server/domains/assignments/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { invitationMail, manualReminderMail } from '../manual-reminders.mails.ts';
import {
  countSent,
  insertReminders,
  readRecipients,
  readTrainings,
  type Recipient,
} from '../manual-reminders.store.ts';
import { markAsSent } from '../new-trainings.store.ts';

/** The sender: the id, and the name that the emails show. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly reach: Reach;
}

/**
 * Sends a reminder to chosen people (REM-01, T23): an email to each with their own list of trainings, and a row with the sender
 * and the recipient. People who need none, cannot get one, or got one today are left out with the reason. NOT_FOUND for the whole
 * call if any person is out of reach; TOO_MANY_ATTEMPTS for a sender who has sent too many within the hour.
 */
export async function sendReminders(
  tx: CommandTransaction,
  sender: Sender,
  { reminderType: type, userIds, customMessage, moduleIds }: BodyOf<typeof remindersContract.send>,
): Promise<ResponseInput<typeof remindersContract.send>> {
  const ids = [...new Set(userIds)];
  // Other reminders to one of these people, and other calls of this sender, wait here, so that the limits below hold across all servers.
  await lockPeople(tx, [...new Set([sender.id, ...ids])]);
  const people = await readRecipients(tx.db, sender.reach, ids, type, moduleIds);
  if (people.length < ids.length) throw new AppError('NOT_FOUND');
  const skipped: { userId: string; reason: SkipReason }[] = [];
  const reminded: Recipient[] = [];
  for (const person of people) {
    const reason = skipReason(type, person);
    if (reason === null) reminded.push(person);
    else skipped.push({ userId: person.id, reason });
  }
  if (reminded.length === 0) return { sent: 0, skipped };
  await requireRoom(tx, sender.id, reminded.length);
  const message = customMessage ? customMessage : null;
  await insertReminders(tx, sender.id, type, message, reminded);
  await queueReminders(tx, { senderName: sender.name, type, message, moduleIds }, reminded);
  return { sent: reminded.length, skipped };
}

async function requireRoom(tx: CommandTransaction, senderId: string, wanted: number): Promise<void> {
  const { sent, seconds } = await countSent(tx.db, senderId);
  if (sent + wanted <= reminderLimits.perSenderAndHour) return;
  throw new AppError('TOO_MANY_ATTEMPTS', {
    reason: 'reminders_too_many',
    extra: { retryAfter: Math.max(1, seconds) },
  });
}

/** The content of a reminder for everybody. */
interface Reminder {
  readonly senderName: string;
  readonly type: ReminderType;
  readonly message: string | null;
  /** The modules that it is about; all without. */
  readonly moduleIds: readonly number[] | undefined;
}

async function queueReminders(
  tx: CommandTransaction,
  { senderName, type, message, moduleIds }: Reminder,
  people: readonly Recipient[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const lists = await readTrainings(tx.db, ids, { onlyLate: type === 'overdue_compliance', moduleIds });
  const mails = people.map(({ id, email, settings }) => ({
    to: email,
    userId: id,
    language: settings.language,
    payload: { type, senderName, message, ...(lists.get(id) ?? { trainings: [], more: 0 }) },
    cause: `reminder.sent users ${id}`,
  }));
  // If a reminder contains the whole list, the email about new trainings does not repeat it.
  const listedWhole = ids.filter((id) => (lists.get(id)?.more ?? 0) === 0);
  if (type !== 'overdue_compliance' && !moduleIds) await markAsSent(tx, listedWhole);
  if (type !== 'accept_invite') {
    await queueMails(
      tx,
      mails.map((mail) => ({ ...mail, template: manualReminderMail })),
    );
    return;
  }
  const secrets = await createInvitations(
    tx,
    mails.map(({ userId, to }) => ({ id: userId, email: to })),
  );
  await queueMails(
    tx,
    mails.map((mail) => ({ ...mail, template: invitationMail, secret: secrets.get(mail.userId) ?? '' })),
  );
}
