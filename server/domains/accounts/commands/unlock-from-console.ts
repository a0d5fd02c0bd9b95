import { sql } from 'kysely';
import { forgiveAccount } from '#server/domains/accounts/throttle.ts';
import { removeSecondFactor } from '#server/domains/accounts/two-factor/remove-second-factor.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** What was done to an account from the server's console. */
export interface Unlocked {
  readonly wasLocked: boolean;
  readonly secondFactorRemoved: boolean;
}

/**
 * Lets somebody in again whom nobody in the product can help (AUTH-19): unlocks the account and forgets failed attempts. With
 * `lostSecondFactor` the authenticator, recovery codes and passkeys go, everybody is signed out of the account, signing is closed, and
 * the person gets an email. The password stays as it is, and whoever needs a second factor has to set up a new one at once. Null
 * without an account.
 */
export async function unlockFromConsole(
  tx: CommandTransaction,
  email: string,
  { lostSecondFactor }: { readonly lostSecondFactor: boolean },
): Promise<Unlocked | null> {
  const person = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings', 'lockedAt'])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) return null;
  const { id: userId } = person;
  if (person.lockedAt !== null)
    await tx.db.updateTable('users').set({ lockedAt: null }).where('id', '=', userId).execute();
  await forgiveAccount(tx.db, tx.services.config, person.email);
  if (!lostSecondFactor) return { wasLocked: person.lockedAt !== null, secondFactorRemoved: false };
  const secondFactorRemoved = await removeSecondFactor(tx, person, 'account.unlockedFromConsole');
  return { wasLocked: person.lockedAt !== null, secondFactorRemoved };
}
