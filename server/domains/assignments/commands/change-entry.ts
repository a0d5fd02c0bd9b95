import { findEntry, lockMatrix, updateEntry } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeWithEffect, nothing, peopleOfMatrix } from '../change-effect.ts';

/** The fields of an entry that can change. */
export interface EntryChange {
  readonly isRequired?: boolean | undefined;
  readonly daysToDue?: number | undefined;
  readonly renewalPeriod?: number | null | undefined;
  readonly renewalWindow?: number | undefined;
}

/**
 * Changes how an entry requires its module (MTX-02, MTX-06). A module that becomes required is assigned to the people who do not
 * have it; existing assignments keep their due date and renewal. `check` may refuse once the matrix is locked. NOT_FOUND,
 * EFFECT_CHANGED.
 */
export async function changeEntry(
  tx: CommandTransaction,
  entryId: number,
  change: EntryChange,
  expectedHash: string | undefined,
  check: (stored: { readonly revision: number }) => void,
) {
  await holdPlaces(tx);
  const { matrixId } = await findEntry(tx.db, entryId);
  await lockMatrix(tx, matrixId, 'change');
  const stored = await findEntry(tx.db, entryId);
  check(stored);
  const { isRequired, daysToDue, renewalPeriod, renewalWindow } = change;
  const wanted = {
    isRequired: isRequired ?? stored.isRequired,
    daysToDue: daysToDue ?? stored.daysToDue,
    renewalPeriod: renewalPeriod === undefined ? stored.renewalPeriod : renewalPeriod,
    renewalWindow: renewalWindow ?? stored.renewalWindow,
  };
  const same =
    wanted.isRequired === stored.isRequired &&
    wanted.daysToDue === stored.daysToDue &&
    wanted.renewalPeriod === stored.renewalPeriod &&
    wanted.renewalWindow === stored.renewalWindow;
  const becomesRequired = wanted.isRequired && !stored.isRequired;
  const found = await changeWithEffect(
    tx,
    // An entry that becomes optional, or has other days, removes no assignment.
    becomesRequired
      ? { people: peopleOfMatrix(matrixId), moduleIds: [stored.moduleId], assigns: 'everybody' }
      : nothing,
    expectedHash,
    async () => {
      if (!same) await updateEntry(tx, entryId, wanted);
    },
  );
  const { id, moduleId, revision } = await findEntry(tx.db, entryId);
  return { id, matrixId, moduleId, ...wanted, revision, ...found };
}
