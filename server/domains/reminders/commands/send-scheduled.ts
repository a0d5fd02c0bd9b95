import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { reminderDigestMail, type ReminderDigest, type ReminderItem } from '../schedule.mails.ts';
import { recordSteps, type RecordedStep } from '../schedule.queries.ts';
import { byRecipient } from './by-recipient.ts';

/** So many trainings of one list stand in a mail; the rest is a number and a link. */
const mostListed = 50;

/**
 * Tells everything of the schedule whose time has come (NOT-04): each step is recorded and its mail queued in one transaction, so
 * that it is told once, with any number of servers; each person gets one mail. One server at a time does it.
 */
export async function sendScheduled(tx: CommandTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminders.schedule'))`.execute(tx.db);
  const steps = await recordSteps(tx);
  if (steps.length === 0) return;
  const recipients = await byRecipient(tx, steps);
  const mails = recipients.map(({ id, email, language, steps: own }) => {
    const [first] = own;
    return {
      template: reminderDigestMail,
      to: email,
      userId: id,
      language,
      payload: digestOf(own),
      cause: `reminders.schedule training_assignments ${String(first.assignmentId)}`,
      dedupeKey: `reminders.schedule ${id} ${String(first.sendId)}`,
      plannedFor: latest(own),
    };
  });
  await queueMails(tx, mails);
}

function digestOf(steps: readonly RecordedStep[]): ReminderDigest {
  const of = (audience: RecordedStep['audience']) => {
    const all = steps.filter((step) => step.audience === audience);
    return { count: all.length, listed: all.slice(0, mostListed).map(itemOf) };
  };
  return {
    own: of('person'),
    team: of('manager'),
    all: of('admins'),
    sends: steps.map(({ sendId }) => sendId),
  };
}

const itemOf = ({ title, person, dueDate, today, kind }: RecordedStep): ReminderItem => ({
  title,
  person,
  dueDate,
  today,
  kind,
});

const latest = (steps: readonly RecordedStep[]): Date =>
  new Date(Math.max(...steps.map(({ plannedFor }) => plannedFor.getTime())));
