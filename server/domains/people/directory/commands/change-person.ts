import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { hasMailbox } from '#shared/domain/people/directory-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeUser, type UserChange } from '../../commands/change-user.ts';
import { emailUse } from '../../people.store.ts';
import { sharePlaces } from '../../places.ts';
import { departmentOf, fieldsOf, organizationOf, reachesElsewhere, type AccountFields } from '../account.ts';
import { invite } from './create-person.ts';
import { lockManaged, requireFreeUserName, updateManaged } from '../directory.store.ts';
import { scimUserOf, type ManagedPerson } from '../people.queries.ts';
import type { ScimUser } from '../scim-schemas.ts';
import { settleManagers, settleMembers, settleRoles } from '../settle.ts';

/**
 * Changes a person as the directory says (OPS-06): `next` makes the new description from the present one. What the directory does not
 * mention stays; what it mentioned before and now leaves out is cleared. An administrator can only be deactivated. NOT_FOUND, DUPLICATE,
 * VALIDATION_FAILED.
 */
export async function changeDirectoryPerson(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  check: (stored: ManagedPerson) => void,
  next: (now: ScimUser) => ScimUser | Promise<ScimUser>,
): Promise<void> {
  await sharePlaces(tx);
  const person = await lockManaged(tx, reach, userId);
  check(person);
  const now = scimUserOf(person);
  const user = await next(now);
  await requireFreeUserName(tx, reach, user.userName, { userId, directoryId: person.directoryId });
  const change = await changeOf(tx, reach, person, { now, user });
  await changeUser(tx, userId, change, () => undefined);
  await updateManaged(tx, userId, user);
  if (await settleMembers(tx, reach, userId)) await settleRoles(tx, reach, [userId]);
  await settleNamedManager(tx, reach, person, user);
  if (change.isActive === true && (await isStillToInvite(tx, userId))) invite(tx, userId);
}

/** The manager whom the directory names now; none if that person cannot be one yet. A manager chosen here stays until the name changes. */
async function settleNamedManager(
  tx: CommandTransaction,
  reach: Reach,
  person: ManagedPerson,
  user: ScimUser,
): Promise<void> {
  const named = fieldsOf(user).manager ?? null;
  const own = named !== person.managerReference && person.role !== 'admin';
  const settled = await settleManagers(tx, reach, person.id, { own });
  if (own && !settled && person.managerId !== null && (await managerOf(tx, person.id)) === person.managerId)
    await changeUser(tx, person.id, { managerId: null }, () => undefined);
}

async function managerOf(tx: CommandTransaction, userId: string): Promise<string | null> {
  const { managerId } = await tx.db
    .selectFrom('users')
    .select('managerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return managerId;
}

/** Whether a person who is activated has neither a password nor a former sign-in. */
async function isStillToInvite(tx: CommandTransaction, userId: string): Promise<boolean> {
  const account = await tx.db
    .selectFrom('users')
    .select(['email', 'passwordHash', 'lastSignInAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return account.passwordHash === null && account.lastSignInAt === null && hasMailbox(account.email);
}

/** No machine changes who an administrator is, or brings one back: it can only deactivate one. */
function changeOfAdministrator(person: ManagedPerson, { isActive }: AccountFields): UserChange {
  if (isActive === true && !person.isActive)
    throw new AppError('FORBIDDEN', { reason: 'directory_administrator' });
  return isActive === false && person.isActive ? { isActive } : {};
}

interface Descriptions {
  readonly now: ScimUser;
  readonly user: ScimUser;
}

async function changeOf(
  tx: CommandTransaction,
  reach: Reach,
  person: ManagedPerson,
  { now, user }: Descriptions,
): Promise<UserChange> {
  const [before, after] = [fieldsOf(now), fieldsOf(user)];
  if (person.role === 'admin') return changeOfAdministrator(person, after);
  const sent = person.attributes as Partial<ScimUser>;
  // What the directory says again is no change: an administrator may have decided otherwise since.
  const moves = after.organization !== before.organization;
  const organizationId = moves ? await organizationOf(tx, reach, after.organization) : undefined;
  const department =
    moves || after.department !== before.department
      ? clearedOr(after.department, before.department)
      : undefined;
  return withoutEqual(person, {
    email: await newAddress(tx, reach, person, before, after),
    firstName: after.firstName,
    lastName: after.lastName,
    jobTitle: clearedOr(after.jobTitle, sent.title),
    isActive: after.isActive,
    organizationId,
    departmentId: await departmentIdOf(tx, organizationId ?? person.organizationId, department),
  });
}

/** The department of this name at a place; null: none; undefined: unchanged. */
async function departmentIdOf(
  tx: CommandTransaction,
  organizationId: number | null,
  name: string | null | undefined,
): Promise<number | null | undefined> {
  if (name === null || name === undefined) return name;
  return organizationId === null ? undefined : departmentOf(tx, organizationId, name);
}

/** The value of the directory; null if the directory gave one before and gives none now; undefined if it never gave one. */
const clearedOr = (value: string | undefined, before: string | undefined): string | null | undefined =>
  value ?? (before === undefined ? undefined : null);

/** Without the fields that the account has already. */
function withoutEqual(person: ManagedPerson, change: UserChange): UserChange {
  const present: Readonly<Record<string, unknown>> = { ...person };
  return Object.fromEntries(
    Object.entries(change).filter(([field, value]) => value !== undefined && present[field] !== value),
  );
}

/** The new address of the account: only if the directory changed the addresses, and the first of them that is free. */
async function newAddress(
  tx: CommandTransaction,
  reach: Reach,
  person: ManagedPerson,
  before: AccountFields,
  after: AccountFields,
): Promise<string | undefined> {
  if (before.addresses.join(' ').toLowerCase() === after.addresses.join(' ').toLowerCase()) return undefined;
  for (const address of after.addresses) {
    if (address.toLowerCase() === person.email.toLowerCase()) return undefined;
    if ((await emailUse(tx, address, person.id)) !== 'free') continue;
    if (await reachesElsewhere(tx, reach, person.id))
      throw new AppError('FORBIDDEN', { reason: 'directory_account_refused' });
    return address;
  }
  return undefined;
}
