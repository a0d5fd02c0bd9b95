import type { z } from 'zod';
import type { profileChange } from '#shared/contract/people-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { askToConfirm, endEmailConfirmations } from '#server/domains/people/email-confirmation.ts';
import { factsOf, peopleEvent, type PersonFacts } from '#server/domains/people/people.events.ts';
import { lockPerson, requireFreeEmail, type StoredPerson } from '#server/domains/people/people.store.ts';

/**
 * Changes the own profile (AUTH-16): names and job title at once, a new email only after its confirmation. Sending the
 * own email again takes a waiting one back. `check` may refuse once the row is locked. DUPLICATE at `email`.
 */
export async function changeProfile(
  tx: CommandTransaction,
  userId: string,
  change: z.output<typeof profileChange>,
  check: (stored: StoredPerson) => void | Promise<void>,
): Promise<void> {
  const stored = await lockPerson(tx, userId);
  await check(stored);
  const before = factsOf(stored);
  const after: PersonFacts = {
    ...before,
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    jobTitle: change.jobTitle === undefined ? before.jobTitle : change.jobTitle || null,
  };
  const { firstName, lastName, jobTitle } = after;
  if (firstName !== before.firstName || lastName !== before.lastName || jobTitle !== before.jobTitle) {
    await tx.db
      .updateTable('users')
      .set({ firstName, lastName, jobTitle, ...ownTitle(stored, jobTitle) })
      .where('id', '=', userId)
      .execute();
    tx.emit(peopleEvent({ type: 'user.profile_changed', userId, before, after }));
  }
  if (change.email !== undefined) await changeEmail(tx, stored, change.email);
}

/** The title that was set for the person keeps its trainings until an administrator has decided (AUTH-16, T5). */
function ownTitle(stored: StoredPerson, jobTitle: string | null) {
  if (jobTitle === stored.jobTitle) return {};
  const before = stored.ownTitleBefore ?? stored.jobTitle ?? '';
  return { ownTitleBefore: before === (jobTitle ?? '') ? null : before };
}

async function changeEmail(tx: CommandTransaction, stored: StoredPerson, email: string): Promise<void> {
  const wanted = email.toLowerCase();
  if (wanted === stored.email.toLowerCase()) {
    if (stored.pendingEmail !== null) await endEmailConfirmations(tx, stored.id);
    return;
  }
  if (wanted === stored.pendingEmail?.toLowerCase()) return;
  await requireFreeEmail(tx, email, stored.id);
  await askToConfirm(tx, stored, email);
}
