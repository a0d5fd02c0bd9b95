import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sharePlaces } from '../../places.ts';
import { lockGroup } from '../directory.store.ts';
import type { GroupChange, MemberChange } from '../group-members.ts';
import type { ManagedGroup, Member } from '../groups.queries.ts';
import { settleRoles } from '../settle.ts';

/** The largest group that may give a role. */
const LARGEST_ROLE_GROUP = 1000;

/** Creates a group that a directory sent (OPS-06): it gives no role until an administrator chooses one. Returns its id. */
export async function createGroup(
  tx: CommandTransaction,
  reach: Reach,
  group: GroupChange & { readonly displayName: string },
): Promise<number> {
  await sharePlaces(tx);
  const { id } = await tx.db
    .insertInto('directoryGroups')
    .values({
      name: group.displayName,
      externalId: group.externalId ?? null,
      organizationId: reach.all ? null : (reach.organizationIds[0] ?? null),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await changeMembers(tx, id, group.members);
  return id;
}

/** Changes a group and its members as the directory says, and the roles that follow (OPS-06). NOT_FOUND. */
export async function changeGroup(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  check: (stored: ManagedGroup) => void,
  { displayName, externalId, members }: GroupChange,
): Promise<void> {
  await sharePlaces(tx);
  const stored = await lockGroup(tx, reach, id);
  check(stored);
  if (stored.role !== null) await lockMembers(tx, id, members);
  const before = stored.role === null ? [] : await membersWithAccount(tx, id);
  await changeMembers(tx, id, members);
  await tx.db
    .updateTable('directoryGroups')
    .set((eb) => ({
      ...(displayName === undefined ? {} : { name: displayName }),
      ...(externalId === undefined ? {} : { externalId }),
      revision: eb('revision', '+', 1),
      updatedAt: sql<Date>`app_now()`,
    }))
    .where('id', '=', id)
    .execute();
  if (stored.role === null) return;
  const after = await membersWithAccount(tx, id);
  requireRoleSize(after.length);
  await settleRoles(tx, reach, [...new Set(before).symmetricDifference(new Set(after))]);
}

/** Deletes a group that the directory removed; a role that it gave ends. NOT_FOUND. */
export async function deleteGroup(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  check: (stored: ManagedGroup) => void,
): Promise<void> {
  await sharePlaces(tx);
  const stored = await lockGroup(tx, reach, id);
  check(stored);
  if (stored.role !== null) await lockMembers(tx, id, []);
  const members = stored.role === null ? [] : await membersWithAccount(tx, id);
  await tx.db.deleteFrom('directoryMembers').where('groupId', '=', id).execute();
  await tx.db.deleteFrom('directoryGroups').where('id', '=', id).execute();
  await settleRoles(tx, reach, members);
}

/** Refuses a group that gives a role and is too large: each member is changed separately. VALIDATION_FAILED at `role`. */
export function requireRoleSize(members: number): void {
  if (members > LARGEST_ROLE_GROUP)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'role', reason: 'directory_group_large', params: { maximum: LARGEST_ROLE_GROUP } }],
    });
}

/** The people of a group, in a fixed order. */
export async function membersWithAccount(tx: CommandTransaction, id: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from directory_members where group_id = ${id} and user_id is not null order by 1`.execute(
    tx.db,
  );
  return rows.map((row) => row.id);
}

/**
 * Locks the people whose role a change of a group may change, before its members: a command about one person locks that account and then
 * the memberships, so in the other order both would wait for each other.
 */
async function lockMembers(
  tx: CommandTransaction,
  id: number,
  changes: readonly MemberChange[],
): Promise<void> {
  const named = changes.flatMap((change) => (change.kind === 'remove' ? [] : change.members));
  await sql`
    select u.id from users u where u.id in (
      select user_id from directory_members where group_id = ${id}
      union select user_id from (${membersOf(id, named)}) named)
    order by u.id for no key update`.execute(tx.db);
}

async function changeMembers(
  tx: CommandTransaction,
  id: number,
  changes: readonly MemberChange[],
): Promise<void> {
  for (const change of changes) {
    if (change.kind === 'remove') await removeMembers(tx, id, change.references);
    else {
      if (change.kind === 'replace')
        await sql`
          delete from directory_members where group_id = ${id}
            and reference <> all(${change.members.map(({ value }) => value)}::text[])`.execute(tx.db);
      await addMembers(tx, id, change.members);
    }
  }
}

async function removeMembers(
  tx: CommandTransaction,
  id: number,
  references: readonly string[],
): Promise<void> {
  await sql`
    delete from directory_members where group_id = ${id} and reference = any(${[...references]}::text[])`.execute(
    tx.db,
  );
}

async function addMembers(tx: CommandTransaction, id: number, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into directory_members (group_id, reference, display, user_id)
    ${membersOf(id, members)}
    on conflict (group_id, reference) do update set display = coalesce(excluded.display, directory_members.display)`.execute(
    tx.db,
  );
}

/**
 * SQL of members as rows of a group. A member is the person with this id, with this key in the directory, or with this userName; in a group
 * of an organization, only its people.
 */
const membersOf = (id: number, members: readonly Member[]): RawBuilder<unknown> => sql`
    select distinct on (s.value) g.id, s.value, s.display, p.user_id
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as s(value text, display text)
    join directory_groups g on g.id = ${id}
    left join lateral (
      select u.id as user_id from (
        select 1 as rank, user_id from directory_people where user_id = s.value
        union all select 2, user_id from directory_people where external_id = s.value
          and organization_id is not distinct from g.organization_id
        union all select 3, user_id from directory_people where lower(user_name) = lower(s.value)
          and organization_id is not distinct from g.organization_id) named
      join users u on u.id = named.user_id and (g.organization_id is null or g.organization_id = u.organization_id)
      order by named.rank limit 1) p on true
    order by s.value`;
