import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach, Role } from '#shared/domain/access/permissions.ts';
import { roleByGroups, type DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeUser } from '../commands/change-user.ts';
import { requireManager } from '../people.store.ts';
import { groupsWithin } from './groups.queries.ts';

/** SQL condition: the text `reference` names the person `d` of a directory, by id, by key in the directory, or by userName. */
const names = (reference: string) =>
  sql.raw(
    `(${reference} = d.user_id or ${reference} = d.external_id or lower(${reference}) = lower(d.user_name))`,
  );

/** Makes people members of the groups that named them before they existed, as far as the token reaches. */
export async function settleMembers(tx: CommandTransaction, reach: Reach, userId: string): Promise<void> {
  await sql`
    update directory_members m set user_id = d.user_id
    from directory_people d, directory_groups g
    where d.user_id = ${userId} and m.user_id is null and ${names('m.reference')} and g.id = m.group_id
      and ${groupsWithin(reach)}`.execute(tx.db);
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
  const { rows } = await sql<{ id: string; role: Role; byGroup: boolean; ofGroups: DirectoryRole | null }>`
    select d.user_id as id, u.role, d.role_by_group as by_group,
      (select max(g.role) from directory_members m join directory_groups g on g.id = m.group_id
        where m.user_id = d.user_id and (g.organization_id is null or g.organization_id = u.organization_id)) as of_groups
    from directory_people d join users u on u.id = d.user_id
    where d.user_id = any(${[...userIds]}::text[]) order by d.user_id`.execute(tx.db);
  for (const { id, role, byGroup, ofGroups } of rows) {
    const next = roleByGroups({ role, byGroup }, ofGroups);
    if (next.role !== role) await changeUser(tx, id, { role: next.role }, () => undefined);
    if (next.byGroup !== byGroup)
      await tx.db
        .updateTable('directoryPeople')
        .set({ roleByGroup: next.byGroup })
        .where('userId', '=', id)
        .execute();
    if (next.role === 'manager' && role !== 'manager') await settleReports(tx, reach, id);
  }
}

interface Report {
  readonly id: string;
  readonly managerId: string;
}

/** Gives a person the manager that the directory names, if that person may be one. */
export async function settleManager(tx: CommandTransaction, reach: Reach, userId: string): Promise<void> {
  await settle(tx, reach, sql`r.user_id = ${userId}`);
}

/** Makes a person the manager of everybody whose directory names that person. */
export async function settleReports(tx: CommandTransaction, reach: Reach, managerId: string): Promise<void> {
  await settle(tx, reach, sql`d.user_id = ${managerId}`);
}

/** Only within one organization: a directory cannot place its people over those of another one. */
async function settle(tx: CommandTransaction, reach: Reach, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<Report>`
    select r.user_id as id, d.user_id as manager_id
    from directory_people r join users u on u.id = r.user_id
    join directory_people d on ${names('r.manager_reference')}
    join users m on m.id = d.user_id and m.organization_id is not distinct from u.organization_id
    where ${which} and u.role <> 'admin' and u.manager_id is distinct from d.user_id
      and ${withinReach(reach, sql.ref<string>('u.id'), sql.ref<number | null>('u.organization_id'))}
    order by r.user_id`.execute(tx.db);
  for (const { id, managerId } of rows)
    if (await canManage(tx, id, managerId)) await changeUser(tx, id, { managerId }, () => undefined);
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
