import {
  endResetLinks,
  endSessionsOf,
  endTemporaryCredential,
  makeStoredPassword,
  revokePasskeys,
  sendResetLink,
  spendStop,
  trustEmail,
} from '#server/domains/accounts/index.ts';
import { randomToken } from '#server/platform/crypto/keys.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { endEmailConfirmations } from '#server/domains/people/email-confirmation.ts';
import { peopleEvent } from '#server/domains/people/people.events.ts';
import { atField, atItsField, lockPerson } from '#server/domains/people/people.store.ts';

/**
 * A person stops what was changed in the account, by a link in the mailbox that they have agreed to (AUTH-16): that address comes back,
 * everybody is signed out, no password and no passkey that was added since works any longer, and a link to choose another goes to that address. VALIDATION_FAILED at `token` for a link that is used or too old.
 */
export async function stopEmailChange(tx: CommandTransaction, token: string): Promise<string> {
  const stopped = await spendStop(tx, token);
  if (!stopped) throw atField('token', 'This link has been used or is too old.');
  const { userId, email, since } = stopped;
  const person = await lockPerson(tx, userId);
  // A password that nobody knows, so that a forgotten one can be asked for again.
  const { config } = tx.services;
  const unusable = await makeStoredPassword(config, userId, randomToken());
  await endEmailConfirmations(tx, userId);
  await endTemporaryCredential(tx, userId);
  await endResetLinks(tx, userId);
  await endSessionsOf(tx.db, userId);
  // A passkey signs in without a password; one from before the change is the person's own.
  await revokePasskeys(tx, userId, 'identity', { since });
  await atItsField(() =>
    tx.db
      .updateTable('users')
      .set({ email, passwordHash: unusable, mustChangePassword: false })
      .where('id', '=', userId)
      .execute(),
  );
  // A link goes only to an address that the person has agreed to.
  await trustEmail(tx, userId);
  await sendResetLink(tx, userId);
  if (person.email !== email) tx.emit(peopleEvent({ type: 'user.email_changed', userId }));
  return email;
}
