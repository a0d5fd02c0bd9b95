import { sql } from 'kysely';
import { emailOf, isGenuineToken, newOneTimeToken } from '#server/domains/accounts/one-time-tokens.ts';
import { signingMailbox } from '#server/domains/accounts/signing/closures.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/**
 * Creates a link with which a person can reverse changes to their account for seven days (AUTH-16). `secret` goes into an email
 * to `mailbox`, an address to which the person has agreed. It must never be an address that an administrator entered, because the
 * reader of the email regains the account.
 */
export async function createStopLink(
  tx: CommandTransaction,
  userId: string,
): Promise<{ readonly mailbox: string; readonly secret: string }> {
  const mailbox = await signingMailbox(tx.db, userId);
  if (mailbox === null) throw new Error('an erased person has no mailbox');
  const { token, row } = newOneTimeToken(tx.services.config, 'email_stop', userId, { email: mailbox });
  await tx.db
    .insertInto('oneTimeTokens')
    .values({ ...row, expiresAt: sql<Date>`app_now() + interval '7 days'` })
    .execute();
  return { mailbox, secret: token };
}

/** The person whose change a link stops, and the address that is restored. */
export interface StoppedChange {
  readonly userId: string;
  readonly email: string;
  /** The time at which the link was created, with the first of the changes that it stops. */
  readonly since: Date;
}

/**
 * Uses a link of {@link createStopLink} once, and with it those of later changes, which it stops too; null if it is unknown, used
 * or too old.
 */
export async function spendStop(tx: CommandTransaction, token: string): Promise<StoppedChange | null> {
  const used = await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('tokenHash', '=', sha256Hex(token))
    .where('kind', '=', 'email_stop')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning(['id', 'kind', 'tokenHash', 'userId', 'payload', 'mac', 'createdAt'])
    .executeTakeFirst();
  const email = used ? emailOf(used) : null;
  if (!used || email === null || !isGenuineToken(tx.services.config, used)) return null;
  await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('userId', '=', used.userId)
    .where('kind', '=', 'email_stop')
    .where('usedAt', 'is', null)
    .where('id', '>', used.id)
    .execute();
  return { userId: used.userId, email, since: used.createdAt };
}
