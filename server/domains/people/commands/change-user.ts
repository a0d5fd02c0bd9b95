import { sql } from 'kysely';
import type { z } from 'zod';
import type { userChange } from '#shared/contract/people-schemas.ts';
import { changesName } from '#shared/domain/people/name-changes.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  closeSigning,
  endResetLinks,
  endSessionsOf,
  storeSigningEmail,
} from '#server/domains/accounts/index.ts';
import { requireAnAdministrator } from '#server/domains/organizations/index.ts';
import { endEmailConfirmations, notifyFormerAddress } from '#server/domains/people/email-confirmation.ts';
import {
  closeAfterOwnNameChange,
  ownNameNeedsApproval,
} from '#server/domains/people/commands/request-name.ts';
import { approvePendingName } from '#server/domains/people/names.store.ts';
import { revokeHrElsewhere } from '#server/domains/people/commands/grants.ts';
import { factsOf, type PersonFacts } from '#server/domains/people/people.events.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import {
  errorAtField,
  withFieldErrors,
  lockPerson,
  requireFreeEmail,
  requireManager,
  requirePlace,
  retireEmail,
  type StoredPerson,
} from '#server/domains/people/people.store.ts';

/** Fields that an administrator sent. */
export type UserChange = Omit<z.output<typeof userChange>, 'reason'>;

/**
 * Changes a person (USR-02). Deactivation ends every session. The last active administrator must stay one, and managers must not
 * form a loop. `check` may refuse once the row is locked (If-Match). NOT_FOUND, CONFLICT, DUPLICATE or VALIDATION_FAILED at the
 * field.
 */
export async function changeUser(
  tx: CommandTransaction,
  userId: string,
  change: UserChange,
  check: (stored: StoredPerson) => void | Promise<void>,
): Promise<void> {
  if (moves(change)) await sharePlaces(tx);
  const stored = await lockPerson(tx, userId);
  await check(stored);
  const before = factsOf(stored);
  const after = changed(before, change);
  const values = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof PersonFacts] !== value),
  ) as Partial<PersonFacts>;
  if (Object.keys(values).length === 0 && !settlesTitle(stored, change)) return;
  await requireAllowed(tx, userId, values, after);
  if (changesName(before, after)) {
    await requireNameOfAnother(tx, stored);
    await closeAfterOwnNameChange(tx, stored.id);
  }
  if (values.email !== undefined) await leaveEmail(tx, stored, values.email);
  // A title that an administrator sets replaces one that the person set.
  const settled = settlesTitle(stored, change) ? { ownTitleBefore: null } : {};
  await withFieldErrors(() =>
    tx.db
      .updateTable('users')
      .set({ ...values, ...settled })
      .where('id', '=', userId)
      .execute(),
  );
  if (values.role !== undefined) await clearGroupRoles(tx, [userId]);
  if (changesName(before, after)) await approvePendingName(tx, userId, after);
  if (before.role === 'admin' && (after.role !== 'admin' || !after.isActive)) {
    await requireAnAdministrator(tx, after.isActive ? 'role' : 'isActive');
  }
  if (values.isActive === false) await endSessionsOf(tx.db, userId);
  if (values.organizationId !== undefined) await revokeHrElsewhere(tx, userId, values.organizationId);
  // A decision about a title that the person set is a change from the title that counted until now.
  const held = settlesTitle(stored, change) ? { ...before, jobTitle: stored.ownTitleBefore || null } : before;
  tx.emit({ type: 'user.changed', userId, before: held, after });
  if (values.isActive !== undefined) {
    tx.emit({ type: 'user.deactivated', userId });
  }
}

/** A role that somebody chooses is no longer one that a group of the directory gave (OPS-06). */
export async function clearGroupRoles(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db
    .updateTable('directoryPeople')
    .set({ roleByGroup: false })
    .where(sql<boolean>`user_id = any(${[...userIds]}::text[])`)
    .where('roleByGroup', '=', true)
    .execute();
}

/** What matrices look at. */
const moves = ({ organizationId, departmentId, jobTitle, isActive }: UserChange): boolean =>
  [organizationId, departmentId, jobTitle, isActive].some((value) => value !== undefined);

const settlesTitle = (stored: StoredPerson, change: UserChange): boolean =>
  change.jobTitle !== undefined && stored.ownTitleBefore !== null;

function changed(before: PersonFacts, change: UserChange): PersonFacts {
  const organizationId = change.organizationId === undefined ? before.organizationId : change.organizationId;
  // A department belongs to one organization: who leaves that one leaves the department too.
  const kept = organizationId === before.organizationId ? before.departmentId : null;
  return {
    email: change.email ?? before.email,
    externalId: change.externalId === undefined ? before.externalId : change.externalId || null,
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    role: change.role ?? before.role,
    organizationId,
    departmentId: change.departmentId === undefined ? kept : change.departmentId,
    managerId: change.managerId === undefined ? before.managerId : change.managerId,
    jobTitle: change.jobTitle === undefined ? before.jobTitle : change.jobTitle || null,
    isActive: change.isActive ?? before.isActive,
  };
}

/** People cannot decide about their own printed name while another person can (AUTH-16). */
async function requireNameOfAnother(tx: CommandTransaction, stored: StoredPerson): Promise<void> {
  if (tx.actorId !== stored.id || !(await ownNameNeedsApproval(tx, stored))) return;
  throw errorAtField('firstName', 'name_by_request');
}

async function requireAllowed(
  tx: CommandTransaction,
  userId: string,
  values: Partial<PersonFacts>,
  after: PersonFacts,
): Promise<void> {
  if (values.email !== undefined) await requireFreeEmail(tx, values.email, userId);
  if (values.organizationId !== undefined || values.departmentId !== undefined) await requirePlace(tx, after);
  if (values.managerId != null) await requireManager(tx, userId, values.managerId);
}

/**
 * Ends everything that is pending for the old email, including links in its mailbox, and notifies that address (T7, T19). An
 * address that was used to sign in stays reserved for this person permanently.
 */
async function leaveEmail(tx: CommandTransaction, stored: StoredPerson, email: string): Promise<void> {
  if (stored.email.toLowerCase() === email.toLowerCase()) return;
  if (stored.lastSignInAt !== null) await retireEmail(tx, stored.email, stored.id);
  await endEmailConfirmations(tx, stored.id);
  await endResetLinks(tx, stored.id);
  await storeSigningEmail(tx, stored.id);
  await closeSigning(tx, stored.id, 'email_changed');
  await notifyFormerAddress(tx, stored, 'user.changed');
}
