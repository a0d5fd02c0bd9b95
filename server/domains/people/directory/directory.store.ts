import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { findManagedGroup, type ManagedGroup } from './groups.queries.ts';
import { findManagedPerson, type ManagedPerson } from './people.queries.ts';
import { urns, type ScimUser } from './scim-schemas.ts';

/** What is stored of a person: everything that has no column. */
function attributesOf(user: ScimUser): Readonly<Record<string, unknown>> {
  const { userName: _userName, externalId: _externalId, active: _active, ...attributes } = user;
  return attributes;
}

/** The directory of a token: its organization; null for one of all organizations. */
export const directoryOf = (reach: Reach): number | null =>
  reach.all ? null : (reach.organizationIds[0] ?? null);

const referenceOf = (user: ScimUser): string | null => user[urns.enterprise]?.manager?.value?.trim() || null;

/**
 * Refuses a userName that another person has whom the token reaches, or whom the same directory added: DUPLICATE. A person of another
 * organization is no reason to refuse, because the refusal would say that there is one.
 */
export async function requireFreeUserName(
  tx: CommandTransaction,
  reach: Reach,
  userName: string,
  { userId, directoryId }: { readonly userId: string | null; readonly directoryId: number | null },
): Promise<void> {
  const found = await queryPrepared(
    tx.db,
    'directory.userName',
    sql`select 1 as one from directory_people d join users u on u.id = d.user_id
      where lower(d.user_name) = lower(${userName}) and d.user_id is distinct from ${userId}::text
        and (d.organization_id is not distinct from ${directoryId}::int
          or ${withinReach(reach, sql.ref<string>('u.id'), sql.ref<number | null>('u.organization_id'))})`,
  );
  if (found.length > 0) throw new AppError('DUPLICATE', { reason: 'directory_user_name_taken' });
}

/** Stores that a directory manages an account. */
export async function insertManaged(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  user: ScimUser,
): Promise<void> {
  await tx.db
    .insertInto('directoryPeople')
    .values({
      userId,
      userName: user.userName,
      externalId: user.externalId ?? null,
      attributes: JSON.stringify(attributesOf(user)),
      managerReference: referenceOf(user),
      organizationId: directoryOf(reach),
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
  // The account first: role and organization must not change after they are read.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx.db);
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
  const keys = sql`(
    select lower(user_id) as key, organization_id as of, false as everywhere from directory_people where user_id = ${userId}
    union select lower(user_name), organization_id, false from directory_people where user_id = ${userId}
    union select lower(external_id), organization_id, false from directory_people where user_id = ${userId}
    union select lower(id), null, true from users where id = ${userId}
    union select lower(email), null, true from users where id = ${userId})`;
  await sql`
    update directory_people d set manager_reference = null from ${keys} k
    where lower(d.manager_reference) = k.key and (k.everywhere or d.organization_id is not distinct from k.of)`.execute(
    tx.db,
  );
  await sql`
    delete from directory_members m using ${keys} k, directory_groups g
    where g.id = m.group_id and lower(m.reference) = k.key
      and (k.everywhere or g.organization_id is not distinct from k.of)`.execute(tx.db);
  await forgetManaged(tx, userId);
}

/** Ends that a directory manages an account. */
export async function forgetManaged(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db.deleteFrom('directoryMembers').where('userId', '=', userId).execute();
  await tx.db.deleteFrom('directoryPeople').where('userId', '=', userId).execute();
}
