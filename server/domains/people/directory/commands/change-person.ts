import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeUser, type UserChange } from '../../commands/change-user.ts';
import { emailUse } from '../../people.store.ts';
import { sharePlaces } from '../../places.ts';
import { departmentOf, fieldsOf, organizationOf, type AccountFields } from '../account.ts';
import { lockManaged, requireFreeUserName, updateManaged } from '../directory.store.ts';
import { scimUserOf, type ManagedPerson } from '../people.queries.ts';
import { urns, type ScimUser } from '../scim-schemas.ts';
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
  await requireFreeUserName(tx, user.userName, userId);
  const change = await changeOf(tx, reach, person, { now, user });
  requireAllowed(person, change);
  await changeUser(tx, userId, change, () => undefined);
  await updateManaged(tx, userId, user);
  await settleMembers(tx, reach, userId);
  await settleRoles(tx, reach, [userId]);
  await settleManagers(tx, reach, userId);
}

/** No machine changes who an administrator is, or brings one back. */
function requireAllowed({ role }: ManagedPerson, change: UserChange): void {
  if (role !== 'admin') return;
  const wanted = Object.entries(change).filter(([, value]) => value !== undefined);
  if (wanted.some(([field, value]) => field !== 'isActive' || value !== false))
    throw new AppError('FORBIDDEN', { reason: 'directory_administrator' });
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
  const sent = person.attributes as Partial<ScimUser>;
  const organizationId = await organizationOf(tx, reach, after.organization);
  const place = organizationId ?? person.organizationId;
  const department = clearedOr(after.department, sent[urns.enterprise]?.department);
  const manager = clearedOr(after.manager, person.managerReference ?? undefined);
  return withoutEqual(person, {
    email: await newAddress(tx, person, before, after),
    firstName: after.firstName,
    lastName: after.lastName,
    jobTitle: clearedOr(after.jobTitle, sent.title),
    isActive: after.isActive,
    organizationId,
    departmentId: await departmentIdOf(tx, place, department),
    // A new manager is settled afterwards, together with those who could not be one until now.
    managerId: manager === null ? null : undefined,
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
  person: ManagedPerson,
  before: AccountFields,
  after: AccountFields,
): Promise<string | undefined> {
  if (before.addresses.join(' ').toLowerCase() === after.addresses.join(' ').toLowerCase()) return undefined;
  for (const address of after.addresses) {
    if (address.toLowerCase() === person.email.toLowerCase()) return undefined;
    if ((await emailUse(tx, address, person.id)) === 'free') return address;
  }
  return undefined;
}
