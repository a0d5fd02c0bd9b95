import { sql } from 'kysely';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { AssignmentsCreated } from '#server/domains/assignments/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { newTrainingsMail, retrainingMail } from '../new-trainings.mails.ts';
import { recordRequired, peopleOfTheDay, claimRequired } from '../new-trainings.store.ts';

/** The largest number of people whose email of the day is sent in one command. */
const mostPeople = 2000;

/** The people whom an open command chose and assigned something. They get their email with that command. */
const chosenIn = new WeakMap<CommandTransaction, { readonly userIds: Set<string>; raised: boolean }>();

/** Raised once after everything that a command assigned is known. */
const chosen = { type: 'reminders.chosen' } as const;

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly reminders: typeof chosen;
  }
}

/**
 * Subscriber of `assignment.assigned` (NOT-06): records new required trainings for the email of the day. If somebody chose the
 * people, their email is sent with the command, one for everything that it assigns.
 */
export async function recordNewTrainings(tx: CommandTransaction, event: AssignmentsCreated): Promise<void> {
  const { userIds, atOnce = false } = event;
  await recordRequired(tx, userIds);
  if (!atOnce) return;
  const noted = chosenIn.get(tx) ?? { userIds: new Set<string>(), raised: false };
  chosenIn.set(tx, noted);
  for (const userId of userIds) noted.userIds.add(userId);
  if (noted.raised) return;
  noted.raised = true;
  tx.emit(chosen);
}

/** Subscriber of `reminders.chosen`: the emails to the people who were chosen (NOT-06). */
export async function notifyChosen(tx: CommandTransaction): Promise<void> {
  const noted = chosenIn.get(tx);
  if (!noted) return;
  noted.raised = false;
  await notifyOfRequired(tx, [...noted.userIds], false);
}

/** Sends the emails of the day about newly required trainings to the next people (NOT-06); a second server waits, and finds the rest. */
export async function sendNewTrainings(tx: CommandTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminders.newTrainings'))`.execute(tx.db);
  const userIds = await peopleOfTheDay(tx, mostPeople);
  await notifyOfRequired(tx, userIds, true);
}

async function notifyOfRequired(
  tx: CommandTransaction,
  userIds: readonly string[],
  ofTheDay: boolean,
): Promise<void> {
  const people = await claimRequired(tx, userIds);
  await queueMails(
    tx,
    people.map(({ userId, email, settings, listed, more, firstId, plannedFor }) => ({
      template: listed.every(({ retraining }) => retraining !== null) ? retrainingMail : newTrainingsMail,
      to: email,
      userId,
      language: settingsWithDefaults(settings).language,
      payload: { listed, more },
      cause: `assignment.assigned training_assignments ${String(firstId)}`,
      dedupeKey: `assignments.required ${userId} ${String(firstId)}`,
      ...(ofTheDay && { plannedFor }),
    })),
  );
}
