import { deleteEntry, findEntry, lockMatrix } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeWithEffect, holdersOfModule } from '../change-effect.ts';

/**
 * Removes a module from a matrix (MTX-06): assignments that have not started and that nothing else requires are voided,
 * started ones marked. NOT_FOUND, EFFECT_CHANGED.
 */
export async function removeEntry(tx: CommandTransaction, entryId: number, expectedHash?: string) {
  await holdPlaces(tx);
  const { matrixId } = await findEntry(tx.db, entryId);
  await lockMatrix(tx, matrixId, 'change');
  const entry = await findEntry(tx.db, entryId);
  const { effect, effectHash } = await changeWithEffect(
    tx,
    { people: holdersOfModule(entry.moduleId), moduleIds: [entry.moduleId], assigns: 'nobody' },
    expectedHash,
    async () => deleteEntry(tx, entryId),
  );
  return {
    id: entry.id,
    matrixId,
    moduleId: entry.moduleId,
    voided: effect.voided.assignments,
    noLongerRequired: effect.noLongerRequired.assignments,
    effect,
    effectHash,
  };
}
