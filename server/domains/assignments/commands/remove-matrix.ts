import { sql } from 'kysely';
import { archiveMatrix, lockedMatrix } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeWithEffect, modulesOfMatrix, peopleOfMatrix } from '../change-effect.ts';
import { endMemberships } from './remove-member.ts';

/**
 * Removes a matrix with its entries and memberships (MTX-06). A matrix without references is deleted. A matrix by which people
 * were assigned is archived, so that their assignments can still name it. Errors: NOT_FOUND, EFFECT_CHANGED.
 */
export async function removeMatrix(tx: CommandTransaction, matrixId: number, expectedHash?: string) {
  await holdPlaces(tx);
  const stored = await lockedMatrix(tx, matrixId);
  const counts = { entries: 0, members: 0 };
  const moduleIds = await modulesOfMatrix(tx.db, matrixId);
  const concerned = { people: peopleOfMatrix(matrixId), moduleIds, assigns: 'nobody' } as const;
  const found = await changeWithEffect(tx, concerned, expectedHash, async () => {
    counts.members = await endMemberships(tx, matrixId);
    const { numAffectedRows } = await sql`
      delete from training_matrix where matrix_id = ${matrixId}
    `.execute(tx.db);
    counts.entries = Number(numAffectedRows ?? 0);
  });
  const outcome = await archiveMatrix(tx, matrixId);
  return { matrixId, matrixName: stored.name, outcome, ...counts, ...found };
}
