import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  endResetLinks,
  storeSigningEmail,
  openClosures,
  trustEmail,
} from '#server/domains/accounts/index.ts';
import {
  endEmailConfirmations,
  notifyFormerAddress,
  spendConfirmation,
} from '#server/domains/people/email-confirmation.ts';
import {
  errorAtField,
  withFieldErrors,
  lockPerson,
  requireFreeEmail,
  retireEmail,
} from '#server/domains/people/people.store.ts';

const gone = () => errorAtField('token', 'email_link_dead');

/** Makes a confirmed email the sign-in name and returns it (AUTH-16). VALIDATION_FAILED at `token`, DUPLICATE at `email`. */
export async function confirmEmail(tx: CommandTransaction, token: string): Promise<string> {
  const userId = await spendConfirmation(tx, token);
  if (userId === null) throw gone();
  const person = await lockPerson(tx, userId);
  if (person.pendingEmail === null || !person.isActive) throw gone();
  const email = person.pendingEmail;
  await requireFreeEmail(tx, email, userId);
  if (person.lastSignInAt !== null) await retireEmail(tx, person.email, userId);
  await endEmailConfirmations(tx, userId);
  // If signing is open, the person has agreed to the new email, and it is their own. If not, the former address still proves who
  // they are.
  const closed = (await openClosures(tx.db, userId)).length > 0;
  await (closed ? storeSigningEmail : trustEmail)(tx, userId);
  await endResetLinks(tx, userId);
  await withFieldErrors(() => tx.db.updateTable('users').set({ email }).where('id', '=', userId).execute());
  await notifyFormerAddress(tx, person, 'profile.emailConfirmed');
  return email;
}
