import { createFromTemplate, type FromTemplate } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignMissingModules, type MissingModulesChoice } from '../assign-missing-modules.ts';

/**
 * Makes a matrix from a template and settles who needs its modules (SPEC §7, MTX-06). Errors: VALIDATION_FAILED, DUPLICATE,
 * EFFECT_CHANGED when others need them than a preview said.
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
