import { sql } from 'kysely';
import { emailOf, isGenuineToken, newOneTimeToken } from '#server/domains/accounts/one-time-tokens.ts';
import { signingMailbox } from '#server/domains/accounts/signing/closures.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/**
 * Makes a link by which a person stops what was changed in the account, for seven days (AUTH-16): `secret` for an email to `mailbox`, which
 * is the address that the person has agreed to, never one that an administrator entered: whoever reads it gets the account back.
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

/** Whose change a link stops, and the address that comes back. */
export interface StoppedChange {
  readonly userId: string;
  readonly email: string;
  /** When the link was made: with the first of the changes that it stops. */
  readonly since: Date;
}

/**
 * Uses a link of {@link createStopLink} once, and with it those of later changes, which it stops too; null where it is unknown, used or too old.
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
