import type { z } from 'zod';
import type { profileChange } from '#shared/contract/people-schemas.ts';
import { changesName } from '#shared/domain/people/name-changes.ts';
import type { NameFacts } from '#shared/domain/people/names.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  closeAfterOwnNameChange,
  ownNameNeedsApproval,
  requestName,
} from '#server/domains/people/commands/request-name.ts';
import { approvePendingName } from '#server/domains/people/names.store.ts';
import { countEmailChange } from '#server/domains/accounts/index.ts';
import {
  requestConfirmationOfEmail,
  endEmailConfirmations,
  notifyRequestedAddress,
} from '#server/domains/people/email-confirmation.ts';
import { factsOf, type PersonFacts } from '#server/domains/people/people.events.ts';
import { errorAtField, lockPerson, type StoredPerson } from '#server/domains/people/people.store.ts';

/**
 * Changes the person's own profile (AUTH-16). Preferred name and job title change at once. Another first or last name becomes a
 * request. A new email counts only after its confirmation; sending the present email again withdraws a pending one. `check` may
 * refuse once the row is locked. TOO_MANY_ATTEMPTS after several new emails within an hour.
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
  const wanted = {
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
  };
  const renamed = changesName(before, wanted);
  const requested = renamed && (await ownNameNeedsApproval(tx, stored));
  const after: PersonFacts = {
    ...before,
    ...(requested ? {} : wanted),
    jobTitle: change.jobTitle === undefined ? before.jobTitle : change.jobTitle || null,
  };
  const { firstName, lastName, jobTitle } = after;
  const { preferredName } = change;
  if (preferredName !== undefined) {
    await tx.db
      .updateTable('users')
      .set({ preferredName: preferredName || null })
      .where('id', '=', userId)
      .execute();
  }
  if (changesName(before, after) || jobTitle !== before.jobTitle) {
    await tx.db
      .updateTable('users')
      .set({ firstName, lastName, jobTitle, ...ownTitle(stored, jobTitle) })
      .where('id', '=', userId)
      .execute();
    if (changesName(before, after)) await closeAfterOwnNameChange(tx, userId);
    tx.emit({ type: 'user.profile_changed', userId, before, after });
  }
  if (requested) await requestOwnName(tx, stored, wanted);
  else if (renamed) await approvePendingName(tx, userId, wanted);
  if (change.email !== undefined) await changeEmail(tx, stored, change.email);
}

/** Returns whether a change of the profile requests an email that is neither the current nor the pending one. */
export function wantsNewEmail(
  stored: StoredPerson,
  change: { readonly email?: string | undefined },
): boolean {
  const wanted = change.email?.toLowerCase();
  return (
    wanted !== undefined &&
    wanted !== stored.email.toLowerCase() &&
    wanted !== stored.pendingEmail?.toLowerCase()
  );
}

/** A name has both parts: who had none until now gives both. */
async function requestOwnName(
  tx: CommandTransaction,
  stored: StoredPerson,
  wanted: NameFacts,
): Promise<void> {
  const { firstName, lastName } = wanted;
  if (firstName === null) throw errorAtField('firstName', 'first_name_needed');
  if (lastName === null) throw errorAtField('lastName', 'last_name_needed');
  await requestName(tx, stored, { firstName, lastName });
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
  await countEmailChange(tx.db, tx.services.config, stored.id);
  await requestConfirmationOfEmail(tx, stored, email);
  await notifyRequestedAddress(tx, stored);
}
