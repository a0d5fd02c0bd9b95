import { sql } from 'kysely';
import { removalOf } from '#shared/domain/modules/versions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { modulesEvent } from '#server/domains/modules/modules.events.ts';
import { everAssigned, lockModule } from '#server/domains/modules/versions.store.ts';
import { holdPlaces } from '#server/domains/people/index.ts';

/**
 * Deletes a module that was never assigned, with its entries in matrices; retires any other, whose assignments stay or
 * are voided by who subscribes to the event (MOD-13). Throws NOT_FOUND.
 */
export async function removeModule(
  tx: CommandTransaction,
  id: number,
  openAssignments: 'keep' | 'void',
): Promise<'deleted' | 'retired'> {
  // What is voided has to be there: nobody is assigned anything meanwhile.
  if (openAssignments === 'void') await holdPlaces(tx);
  const module = await lockModule(tx, id);
  if (removalOf(await everAssigned(tx, id)) === 'delete') {
    await tx.db.deleteFrom('trainingMatrix').where('moduleId', '=', id).execute();
    await tx.db.deleteFrom('trainingModules').where('id', '=', id).execute();
    tx.emit(modulesEvent({ type: 'module.deleted', moduleId: id, title: module.title }));
    return 'deleted';
  }
  await tx.db
    .updateTable('trainingModules')
    .set({ isActive: false, retiredAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('retiredAt', 'is', null)
    .execute();
  tx.emit(modulesEvent({ type: 'module.retired', moduleId: id, title: module.title, openAssignments }));
  return 'retired';
}
