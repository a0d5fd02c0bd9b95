import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeUser } from '../../commands/change-user.ts';
import { sharePlaces } from '../../places.ts';
import { forgetManaged, lockManaged } from '../directory.store.ts';
import type { ManagedPerson } from '../people.queries.ts';
import { settleRoles } from '../settle.ts';

/**
 * Deactivates a person whom the directory removed (OPS-06): sessions end, records stay, and the same email takes the account over again.
 * A role that a group gave ends. NOT_FOUND, VALIDATION_FAILED for the last administrator.
 */
export async function removeDirectoryPerson(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  check: (stored: ManagedPerson) => void,
): Promise<void> {
  await sharePlaces(tx);
  const person = await lockManaged(tx, reach, userId);
  check(person);
  await tx.db.deleteFrom('directoryMembers').where('userId', '=', userId).execute();
  await settleRoles(tx, reach, [userId]);
  if (person.isActive) await changeUser(tx, userId, { isActive: false }, () => undefined);
  await forgetManaged(tx, userId);
}
