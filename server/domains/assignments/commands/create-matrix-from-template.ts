import { createFromTemplate, type FromTemplate } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignMissingModules, type MissingModulesChoice } from '../assign-missing-modules.ts';

/**
 * Creates a matrix from a template, and assigns its modules to the people who need them if the caller chose so (SPEC §7,
 * MTX-06). Errors: VALIDATION_FAILED, DUPLICATE, EFFECT_CHANGED if other people need them than in the preview.
 */
export async function createMatrixFromTemplate(
  tx: CommandTransaction,
  wanted: FromTemplate & MissingModulesChoice,
  callersOrganizationId: number | null,
) {
  await holdPlaces(tx);
  const { matrix, moduleIds } = await createFromTemplate(tx, wanted, callersOrganizationId);
  return {
    preview: false,
    matrixId: matrix.id,
    matrixName: matrix.name,
    added: moduleIds.length,
    moduleIds: [...moduleIds],
    ...(await assignMissingModules(tx, matrix, moduleIds, wanted)),
  };
}
