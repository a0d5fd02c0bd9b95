import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { findManagedGroup, type ManagedGroup } from './groups.queries.ts';
import { findManagedPerson, type ManagedPerson } from './people.queries.ts';
import { urns, type ScimUser } from './scim-schemas.ts';

/** What is stored of a person: everything that has no column. */
function attributesOf(user: ScimUser): Readonly<Record<string, unknown>> {
  const { userName: _userName, externalId: _externalId, active: _active, ...attributes } = user;
  return attributes;
}

const referenceOf = (user: ScimUser): string | null => user[urns.enterprise]?.manager?.value?.trim() || null;

/** Refuses a userName that another person has: DUPLICATE. */
export async function requireFreeUserName(
  tx: CommandTransaction,
  userName: string,
  userId: string | null,
): Promise<void> {
  const { rows } = await sql`
    select 1 from directory_people where lower(user_name) = lower(${userName}) and user_id is distinct from ${userId}`.execute(
    tx.db,
  );
  if (rows.length > 0) throw new AppError('DUPLICATE', { reason: 'directory_user_name_taken' });
}

/** Stores that a directory manages an account. */
export async function insertManaged(tx: CommandTransaction, userId: string, user: ScimUser): Promise<void> {
  await tx.db
    .insertInto('directoryPeople')
    .values({
      userId,
      userName: user.userName,
      externalId: user.externalId ?? null,
      attributes: JSON.stringify(attributesOf(user)),
      managerReference: referenceOf(user),
    })
    .execute();
}

/** Stores what a directory says about a person now. */
export async function updateManaged(tx: CommandTransaction, userId: string, user: ScimUser): Promise<void> {
  await tx.db
    .updateTable('directoryPeople')
    .set((eb) => ({
      userName: user.userName,
      externalId: user.externalId ?? null,
      attributes: JSON.stringify(attributesOf(user)),
      managerReference: referenceOf(user),
      revision: eb('revision', '+', 1),
      updatedAt: sql<Date>`app_now()`,
    }))
    .where('userId', '=', userId)
    .execute();
}

/** Loads and locks a person that a directory manages. NOT_FOUND outside the reach of the token. */
export async function lockManaged(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
): Promise<ManagedPerson> {
  await sql`select 1 from directory_people where user_id = ${userId} for update`.execute(tx.db);
  const person = await findManagedPerson(tx.db, reach, userId);
  if (!person) throw new AppError('NOT_FOUND');
  return person;
}

/** Loads and locks a group. NOT_FOUND outside the reach of the token. */
export async function lockGroup(tx: CommandTransaction, reach: Reach, id: number): Promise<ManagedGroup> {
  await sql`select 1 from directory_groups where id = ${id} for update`.execute(tx.db);
  const group = await findManagedGroup(tx.db, reach, id, false);
  if (!group) throw new AppError('NOT_FOUND');
  return group;
}

/** Removes what a directory sent about an erased person, also where it named that person for others (USR-08). */
export async function eraseManaged(tx: CommandTransaction, userId: string): Promise<void> {
  const named = sql`(select array[lower(user_id), lower(user_name), lower(external_id)] as keys
    from directory_people where user_id = ${userId})`;
  await sql`
    update directory_people d set manager_reference = null
    from ${named} n where lower(d.manager_reference) = any(n.keys)`.execute(tx.db);
  await sql`delete from directory_members m using ${named} n where lower(m.reference) = any(n.keys)`.execute(
    tx.db,
  );
  await forgetManaged(tx, userId);
}

/** Ends that a directory manages an account. */
export async function forgetManaged(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db.deleteFrom('directoryMembers').where('userId', '=', userId).execute();
  await tx.db.deleteFrom('directoryPeople').where('userId', '=', userId).execute();
}
