import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople, type Notice } from '#server/platform/notices.ts';
import { expiryMail, type ExpiryDigest, type ExpiryItem } from '../expiry.mails.ts';
import { expiryMarks, recordExpiryCheck, recordExpiry, type RecordedExpiry } from '../expiry.queries.ts';
import { byRecipient, type StepRecipient } from './by-recipient.ts';

/** The most documents that one list of an email shows; the others are a number and a link. */
const mostListed = 50;

/**
 * Sends the reminders about expiring items that are due (NOT-04). In one transaction, each step is recorded, its email is queued
 * and its notification is stored, so that it is sent once, with any number of servers. Each person gets one email. One server at
 * a time does it.
 */
export async function sendExpiry(tx: CommandTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminders.expiry'))`.execute(tx.db);
  const marks = await expiryMarks(tx);
  const steps = await recordExpiry(tx);
  await recordExpiryCheck(tx, marks);
  if (steps.length === 0) return;
  const recipients = await byRecipient(tx, steps);
  const mails = recipients.map(({ id, email, language, steps: own }) => {
    const [first] = own;
    return {
      template: expiryMail,
      to: email,
      userId: id,
      language,
      payload: digestOf(own),
      cause: `reminders.expiry ${first.kind} ${String(first.subjectId)}`,
      dedupeKey: `reminders.expiry ${id} ${String(first.sendId)}`,
      plannedFor: new Date(Math.max(...own.map(({ plannedFor }) => plannedFor.getTime()))),
    };
  });
  await queueMails(tx, mails);
  for (const notice of noticesOf(recipients)) notifyPeople(tx, notice);
}

function digestOf(steps: readonly RecordedExpiry[]): ExpiryDigest {
  const of = (audience: RecordedExpiry['audience']) => {
    const all = steps.filter((step) => step.audience === audience);
    return { count: all.length, listed: all.slice(0, mostListed).map(itemOf) };
  };
  return {
    own: of('person'),
    hr: of('hr'),
    all: of('admins'),
    sends: steps.map(({ sendId }) => sendId),
  };
}

const itemOf = ({ kind, title, person, day, today }: RecordedExpiry): ExpiryItem => ({
  kind,
  title,
  person,
  day,
  today,
});

/**
 * Creates one notification per person for the documents they own and one for those they are responsible for. People with the same
 * text share one, so that a day on which many CVs expire is a few statements.
 */
function noticesOf(recipients: readonly StepRecipient<RecordedExpiry>[]): readonly Notice[] {
  const notices = new Map<string, Notice & { readonly userIds: string[] }>();
  for (const { id, steps } of recipients) {
    for (const isOwn of [true, false]) {
      const told = steps.filter(({ audience }) => (audience === 'person') === isOwn);
      const [first] = told;
      if (!first) continue;
      const one = told.length === 1;
      const said = {
        notice: 'document_expiring' as const,
        ...(isOwn
          ? { aboutReader: true }
          : { subjectId: one && first.kind === 'cv' ? first.personId : null }),
        params: {
          people: told.length,
          // If there are several items, this is the day of the first. It distinguishes the notice of one morning from another.
          dueDate: first.day,
          ...(one && { kind: first.kind, title: first.title }),
        },
      };
      const key = JSON.stringify(said);
      const known = notices.get(key);
      if (known) known.userIds.push(id);
      else notices.set(key, { ...said, userIds: [id] });
    }
  }
  return [...notices.values()];
}
