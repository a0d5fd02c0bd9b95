import { AppError } from '#shared/contract/errors.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { outboxContract } from '#shared/contract/outbox.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { announcementMail } from '../announcement.mail.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { audienceOf } from '../outbox.queries.ts';

/** Stores an announcement and queues its emails to people who want announcements (NOT-02). Throws VALIDATION_FAILED for no organization. */
export async function announce(
  tx: CommandTransaction,
  { audience, organizationId, subject, message }: BodyOf<typeof outboxContract.announce>,
): Promise<{ id: number; reached: number }> {
  const people = await audienceOf(tx.db, { audience, organizationId });
  if (organizationId !== null) await requireOrganization(tx, organizationId);
  const { id } = await tx.db
    .insertInto('announcements')
    .values({ audience, organizationId, subject, message, createdBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cause = `announcement.sent announcements ${String(id)}`;
  await queueMails(
    tx,
    people.map((person) => ({
      template: announcementMail,
      to: person.email,
      userId: person.id,
      language: settingsWithDefaults(person.settings).language,
      payload: { subject, message },
      cause,
      dedupeKey: `${cause} ${person.id}`,
    })),
  );
  const { reached } = await tx.db
    .selectFrom('mailOutbox')
    .select((eb) => eb.fn.countAll<number>().as('reached'))
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow();
  return { id, reached };
}

async function requireOrganization(tx: CommandTransaction, id: number): Promise<void> {
  const found = await tx.db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst();
  if (found) return;
  const reason = 'organization_unknown';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'organizationId', reason }] });
}
