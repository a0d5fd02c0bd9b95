import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach, Role } from '#shared/domain/access/permissions.ts';
import { addressWithoutMailbox } from '#shared/domain/people/directory-person.ts';
import { newUserId } from '#server/domains/accounts/index.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { changeUser } from '../../commands/change-user.ts';
import { insertPerson } from '../../commands/insert-person.ts';
import { emailUse, wasAnothers } from '../../people.store.ts';
import { sharePlaces } from '../../places.ts';
import {
  departmentOf,
  fieldsOf,
  identifyingAddresses,
  organizationOf,
  reachesElsewhere,
  type AccountFields,
} from '../account.ts';
import { directoryOf, insertManaged, requireFreeUserName } from '../directory.store.ts';
import type { ScimUser } from '../scim-schemas.ts';
import { settleManagers, settleMembers, settleRoles } from '../settle.ts';

/**
 * Creates the person that a directory sent, or takes over the account with the same email, so that people who are already here keep their
 * records (OPS-06). Never an administrator's account, and none outside the reach of the token. DUPLICATE, VALIDATION_FAILED.
 */
export async function createDirectoryPerson(
  tx: CommandTransaction,
  reach: Reach,
  user: ScimUser,
): Promise<string> {
  await sharePlaces(tx);
  await requireFreeUserName(tx, reach, user.userName, { userId: null, directoryId: directoryOf(reach) });
  const fields = fieldsOf(user);
  const organizationId = await organizationOf(tx, reach, fields.organization);
  const found = await findAccount(tx, reach, user, fields);
  const userId = found.accountId ?? newUserId();
  if (found.accountId === null) await insertNew(tx, userId, fields, organizationId, found.address);
  else await takeOver(tx, userId, fields, organizationId);
  await insertManaged(tx, reach, userId, user);
  if (await settleMembers(tx, reach, userId)) await settleRoles(tx, reach, [userId]);
  await settleManagers(tx, reach, userId, { own: true });
  return userId;
}

interface Found {
  /** The account to take over; null: a new one. */
  readonly accountId: string | null;
  /** The address of a new account; null: no address is free. */
  readonly address: string | null;
}

/** An address with the account that has it, which is locked; `id` is null if there is none. */
interface LookedUp {
  readonly wasAnothers: boolean;
  readonly id: string | null;
}

interface Account extends LookedUp {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly isManaged: boolean;
}

async function findAccount(
  tx: CommandTransaction,
  reach: Reach,
  user: ScimUser,
  { addresses }: AccountFields,
): Promise<Found> {
  const identifying = identifyingAddresses(user, addresses);
  const free = new Map<string, boolean>();
  for (const address of addresses.filter((one) => identifying.has(one))) {
    const account = await accountOf(tx, address);
    free.set(address, !isAccount(account) && !account.wasAnothers);
    if (!isAccount(account) || account.isManaged) continue;
    if (!mayTakeOver(account, reach) || (await reachesElsewhere(tx, reach, account.id)))
      throw new AppError('DUPLICATE', { reason: 'directory_account_refused' });
    return { accountId: account.id, address };
  }
  for (const address of addresses)
    if (free.get(address) ?? (await emailUse(tx, address, null)) === 'free')
      return { accountId: null, address };
  return { accountId: null, address: null };
}

const isAccount = (found: Account | LookedUp): found is Account => found.id !== null;

async function accountOf(tx: CommandTransaction, address: string): Promise<Account | LookedUp> {
  const [found] = await queryPrepared<Account | LookedUp, DB>(
    tx.db,
    'directory.account',
    sql`select a.*, ${wasAnothers(tx, address, null)} as was_anothers from (select) one left join lateral (
      select u.id, u.role, u.organization_id, d.user_id is not null as is_managed
      from users u left join directory_people d on d.user_id = u.id
      where lower(u.email) = lower(${address}) for no key update of u) a on true`,
  );
  if (!found) throw new Error('the database did not look for the address');
  return found;
}

const mayTakeOver = ({ role, organizationId }: Account, reach: Reach): boolean =>
  role !== 'admin' &&
  (reach.all || (organizationId !== null && reach.organizationIds.includes(organizationId)));

async function insertNew(
  tx: CommandTransaction,
  userId: string,
  fields: AccountFields,
  organizationId: number | undefined,
  address: string | null,
): Promise<void> {
  const { firstName = null, lastName = null, jobTitle, department, isActive = true } = fields;
  await insertPerson(
    tx,
    userId,
    {
      email: address ?? addressWithoutMailbox(userId),
      firstName,
      lastName,
      role: 'learner',
      organizationId,
      departmentId:
        department === undefined || organizationId === undefined
          ? undefined
          : await departmentOf(tx, organizationId, department),
      jobTitle,
      isActive,
    },
    { mustChangePassword: false, emailIsFree: true },
  );
  if (isActive && address !== null) invite(tx, userId);
}

/** Invites a person to choose a password; where people sign in at the company's provider, nobody needs one here. */
export function invite(tx: CommandTransaction, userId: string): void {
  const { oidc, saml } = tx.services.config;
  if (!oidc && !saml) tx.emit({ type: 'user.invited', userId });
}

async function takeOver(
  tx: CommandTransaction,
  userId: string,
  { firstName, lastName, jobTitle, department, isActive }: AccountFields,
  organizationId: number | undefined,
): Promise<void> {
  const stored = await tx.db
    .selectFrom('users')
    .select('organizationId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const place = organizationId ?? stored.organizationId;
  const departmentId =
    department === undefined || place === null ? undefined : await departmentOf(tx, place, department);
  await changeUser(
    tx,
    userId,
    { firstName, lastName, jobTitle, isActive, organizationId, departmentId },
    () => undefined,
  );
}
