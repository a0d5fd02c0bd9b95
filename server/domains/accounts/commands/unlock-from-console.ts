import { sql } from 'kysely';
import { clearAccountAttempts } from '#server/domains/accounts/throttle.ts';
import { removeSecondFactor } from '#server/domains/accounts/two-factor/remove-second-factor.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The changes to an account from the server's console. */
export interface Unlocked {
  readonly wasLocked: boolean;
  readonly secondFactorRemoved: boolean;
}

/**
 * Restores access for a person whom no other user of the product can help (AUTH-19): unlocks the account and clears its failed
 * attempts. With `lostSecondFactor`, it removes the authenticator, recovery codes and passkeys, ends all sessions of the account,
 * closes signing and sends the person an email. The password does not change. A person who needs a second factor must set up a
 * new one at once. Returns null if there is no account.
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
  await clearAccountAttempts(tx.db, tx.services.config, person.email);
  if (!lostSecondFactor) return { wasLocked: person.lockedAt !== null, secondFactorRemoved: false };
  const secondFactorRemoved = await removeSecondFactor(tx, person, 'account.unlockedFromConsole');
  return { wasLocked: person.lockedAt !== null, secondFactorRemoved };
}
