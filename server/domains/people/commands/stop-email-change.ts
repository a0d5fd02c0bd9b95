import {
  endResetLinks,
  endSessionsOf,
  endTemporaryCredential,
  removeAddedMeans,
  sendResetLink,
  spendStop,
  trustEmail,
  unusablePassword,
} from '#server/domains/accounts/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { endEmailConfirmations } from '#server/domains/people/email-confirmation.ts';
import { errorAtField, withFieldErrors, lockPerson } from '#server/domains/people/people.store.ts';

/**
 * Reverses the changes to an account for its owner, by a link in a mailbox to which they have agreed (AUTH-16). The address of
 * that mailbox is restored and everybody is signed out. Passwords and means of signing in that were added since no longer work. A
 * link to choose another password is sent to the address. VALIDATION_FAILED at `token` for a link that is used or too old.
 */
export async function stopEmailChange(tx: CommandTransaction, token: string): Promise<string> {
  const stopped = await spendStop(tx, token);
  if (!stopped) throw errorAtField('token', 'link_used_or_old');
  const { userId, email, since } = stopped;
  await lockPerson(tx, userId);
  // An unknown password, so that a forgotten one can be requested again.
  const unusable = await unusablePassword(tx.services.config, userId);
  await endEmailConfirmations(tx, userId);
  await endTemporaryCredential(tx, userId);
  await endResetLinks(tx, userId);
  await endSessionsOf(tx.db, userId);
  // Each of them signs in, or keeps the person from it; those from before the change are the person's own.
  await removeAddedMeans(tx, userId, since);
  await withFieldErrors(() =>
    tx.db
      .updateTable('users')
      .set({ email, passwordHash: unusable, mustChangePassword: false })
      .where('id', '=', userId)
      .execute(),
  );
  // A link goes only to an address that the person has agreed to.
  await trustEmail(tx, userId);
  await sendResetLink(tx, userId);
  return email;
}
