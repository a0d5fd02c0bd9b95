import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { countEmailChange } from '#server/domains/accounts/index.ts';
import { requestConfirmationOfEmail } from '#server/domains/people/email-confirmation.ts';
import { lockPerson } from '#server/domains/people/people.store.ts';

/**
 * Emails the link to a waiting email again (AUTH-16); earlier links end. CONFLICT if no email waits, TOO_MANY_ATTEMPTS within a
 * minute of the last link and after several within an hour.
 */
export async function resendConfirmation(tx: CommandTransaction, userId: string): Promise<void> {
  const person = await lockPerson(tx, userId);
  if (person.pendingEmail === null) {
    throw new AppError('CONFLICT', { reason: 'no_email_pending' });
  }
  const { rows } = await sql`
    select 1 from one_time_tokens
    where user_id = ${userId} and kind = 'email_confirmation' and created_at > app_now() - interval '1 minute' limit 1
  `.execute(tx.db);
  if (rows.length > 0) {
    throw new AppError('TOO_MANY_ATTEMPTS', {
      reason: 'link_just_sent',
    });
  }
  await countEmailChange(tx.db, tx.services.config, userId);
  await requestConfirmationOfEmail(tx, person, person.pendingEmail);
}
