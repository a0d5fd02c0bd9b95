import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { reminderDigestMail, type ReminderDigest, type ReminderItem } from '../schedule.mails.ts';
import {
  nextTurn,
  recordSteps,
  recordNextSteps,
  claimPendingSteps,
  pendingRecipients,
  type RecordedStep,
} from '../schedule.queries.ts';
import { byRecipient } from './by-recipient.ts';

/** The most trainings that one list of an email shows; the others are a number and a link. */
const mostListed = 50;

/** One server at a time looks at the schedule. */
const takeTurn = (tx: CommandTransaction) =>
  sql`select pg_advisory_xact_lock(hashtext('reminders.schedule'))`.execute(tx.db);

/**
 * Records the due steps of the schedule for the next people (NOT-04). It handles a limited number of people, so that no part
 * takes longer than a statement may. A killed process leaves only whole parts.
 */
export async function recordScheduled(tx: CommandTransaction): Promise<void> {
  await takeTurn(tx);
  const turn = await nextTurn(tx.db);
  if (!turn) return;
  await recordSteps(tx, turn.people);
  await recordNextSteps(tx, turn);
}

/** Recipients whose emails are queued in one command. */
const recipientsAtOnce = 200;

/**
 * Queues the emails of the recorded steps, for the next recipients. In one transaction, each step is marked as taken and its
 * email is queued, so that it is sent once, with any number of servers. Each person gets one email.
 */
export async function sendScheduled(tx: CommandTransaction): Promise<void> {
  await takeTurn(tx);
  const waiting = await pendingRecipients(tx.db, recipientsAtOnce);
  if (waiting.length === 0) return;
  const recipients = await byRecipient(tx, await claimPendingSteps(tx, waiting));
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
