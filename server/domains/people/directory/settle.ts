import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach, type Reach, type Role } from '#shared/domain/access/permissions.ts';
import { roleByGroups, type DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { changeUser } from '../commands/change-user.ts';
import type { PeopleImported, UserChanged } from '../people.events.ts';
import { requireManager } from '../people.store.ts';
import { groupsWithin } from './groups.queries.ts';

/** SQL, as text: the keys by which a directory may name the person `d`, for an index; compare with {@link names} too. */
const keys = 'array[lower(d.user_id), lower(d.external_id), lower(d.user_name)]';

/** SQL condition, as text: the text `reference` names the person `d`, by id, by key in the directory, or by userName. */
const names = (reference: string): string =>
  `(${reference} = d.user_id or ${reference} = d.external_id or lower(${reference}) = lower(d.user_name))`;

/**
 * Makes people members of the groups that named them before they existed, as far as the token reaches; keys count within one directory only.
 * Returns whether there were any.
 */
export async function settleMembers(tx: CommandTransaction, reach: Reach, userId: string): Promise<boolean> {
  const found = await queryPrepared(
    tx.db,
    'directory.members',
    sql`update directory_members m set user_id = d.user_id
      from directory_people d, directory_groups g
      where d.user_id = ${userId} and m.user_id is null and lower(m.reference) = any(${sql.raw(keys)})
        and ${sql.raw(names('m.reference'))} and g.id = m.group_id and ${groupsWithin(reach)}
        and (m.reference = d.user_id or g.organization_id is not distinct from d.organization_id)
      returning 1 as one`,
  );
  return found.length > 0;
}

/** The role of a person, and what the groups say about it. */
interface Standing {
  readonly id: string;
  readonly role: Role;
  readonly byGroup: boolean;
  readonly ofGroups: DirectoryRole | null;
}

/**
 * Gives people the role of their groups, and withdraws what a group gave (OPS-06). A group of one organization counts for its people
 * only. Who becomes a manager is then the manager of those whose directory says so.
 */
export async function settleRoles(
  tx: CommandTransaction,
  reach: Reach,
  userIds: readonly string[],
): Promise<void> {
  const people = await queryPrepared<Standing, DB>(
    tx.db,
    'directory.roles',
    sql`select d.user_id as id, u.role, d.role_by_group as "byGroup",
        (select max(g.role) from directory_members m join directory_groups g on g.id = m.group_id
          where m.user_id = d.user_id and (g.organization_id is null or g.organization_id = u.organization_id)) as "ofGroups"
      from directory_people d join users u on u.id = d.user_id
      where d.user_id = any(${[...userIds]}::text[]) order by d.user_id`,
  );
  for (const { id, role, byGroup, ofGroups } of people) {
    const next = roleByGroups({ role, byGroup }, ofGroups);
    if (next.role !== role) await changeUser(tx, id, { role: next.role }, () => undefined);
    if (next.byGroup !== byGroup)
      await tx.db
        .updateTable('directoryPeople')
        .set({ roleByGroup: next.byGroup })
        .where('userId', '=', id)
        .execute();
    if (next.role === 'manager' && role !== 'manager') await settleManagers(tx, reach, id, { own: false });
  }
}

interface Report {
  readonly id: string;
  readonly managerId: string;
}

/**
 * Gives a person the manager that the directory names, and makes the person the manager of everybody whose directory names that person
 * (OPS-06): also that person's own manager if `own`, and people who have no manager yet. Only within one organization: a directory cannot place its people
 * over those of another one. Returns whether the person got a manager.
 */
export async function settleManagers(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  { own }: { readonly own: boolean },
): Promise<boolean> {
  const named = sql.raw(`
    select r.user_id as id, d.user_id as manager_id, true as own from directory_people r cross join lateral (
      select user_id, 1 as rank from directory_people where user_id = r.manager_reference
      union all select user_id, 2 from directory_people where external_id = r.manager_reference
        and organization_id is not distinct from r.organization_id
      union all select user_id, 3 from directory_people where lower(user_name) = lower(r.manager_reference)
        and organization_id is not distinct from r.organization_id
      order by rank limit 1) d`);
  const reports = await queryPrepared<Report, DB>(
    tx.db,
    'directory.managers',
    sql`with named as (
        ${named} where r.user_id = ${userId}
        union select r.user_id, d.user_id, false from directory_people d join directory_people r
          on lower(r.manager_reference) = any(${sql.raw(keys)}) and ${sql.raw(names('r.manager_reference'))}
            and (r.manager_reference = d.user_id or r.organization_id is not distinct from d.organization_id)
        where d.user_id = ${userId})
      select n.id, n.manager_id as "managerId" from named n join users u on u.id = n.id
      join users m on m.id = n.manager_id and m.organization_id is not distinct from u.organization_id
      where u.role <> 'admin' and m.role <> 'learner' and case when n.own then ${own} and u.manager_id is distinct from n.manager_id
          else u.manager_id is null end
        and ${withinReach(reach, sql.ref<string>('u.id'), sql.ref<number | null>('u.organization_id'))}
      order by n.id`,
  );
  let settled = false;
  for (const { id, managerId } of reports)
    if (await canManage(tx, id, managerId)) {
      await changeUser(tx, id, { managerId }, () => undefined);
      settled ||= id === userId;
    }
  return settled;
}

/** Returns false for a person who cannot be the manager yet, such as a learner. The reference stays, and a change of the role settles it. */
async function canManage(tx: CommandTransaction, userId: string, managerId: string): Promise<boolean> {
  try {
    await requireManager(tx, userId, managerId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Subscriber of `user.changed`: who leaves an organization leaves the roles that its groups gave. */
export async function settleMovedPerson(
  tx: CommandTransaction,
  { userId, before, after }: UserChanged,
): Promise<void> {
  if (before.organizationId !== after.organizationId) await settleRoles(tx, wholeReach, [userId]);
}

/** Subscriber of `people.imported`: the same for everybody whom a file moved to another organization. */
export async function settleImportedPeople(
  tx: CommandTransaction,
  { elsewhere }: PeopleImported,
): Promise<void> {
  await settleRoles(tx, wholeReach, elsewhere);
}
