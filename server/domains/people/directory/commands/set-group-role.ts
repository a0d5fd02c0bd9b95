import { sql } from 'kysely';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sharePlaces } from '../../places.ts';
import { lockGroup } from '../directory.store.ts';
import type { ManagedGroup } from '../groups.queries.ts';
import { settleRoles } from '../settle.ts';
import { membersWithAccount, requireRoleSize } from './change-group.ts';

/** Chooses the role of the members of a group, or none (OPS-06); those of now get it at once. NOT_FOUND, VALIDATION_FAILED at `role`. */
export async function setGroupRole(
  tx: CommandTransaction,
  id: number,
  role: DirectoryRole | null,
  check: (stored: ManagedGroup) => void,
): Promise<void> {
  await sharePlaces(tx);
  const stored = await lockGroup(tx, wholeReach, id);
  check(stored);
  const members = await membersWithAccount(tx, id);
  if (role !== null) requireRoleSize(members.length);
  await tx.db
    .updateTable('directoryGroups')
    .set((eb) => ({ role, revision: eb('revision', '+', 1), updatedAt: sql<Date>`app_now()` }))
    .where('id', '=', id)
    .execute();
  await settleRoles(tx, wholeReach, members);
}
