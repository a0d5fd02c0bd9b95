import { departmentOfOrganization, lockedMatrix, updateMatrix } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeWithEffect, modulesOfMatrix, nothing, peopleIn, peopleOfMatrix } from '../change-effect.ts';

/** The fields of a matrix that can change; null matches any. */
export interface MatrixChange {
  readonly name?: string | undefined;
  readonly departmentId?: number | null | undefined;
  readonly jobTitle?: string | null | undefined;
}

/**
 * Renames a matrix or changes the people whom it matches (MTX-02, MTX-06); the department is one of its organization.
 * `check` may refuse once the row is locked. NOT_FOUND, DUPLICATE at `name`, VALIDATION_FAILED, EFFECT_CHANGED.
 */
export async function changeMatrix(
  tx: CommandTransaction,
  matrixId: number,
  change: MatrixChange,
  expectedHash: string | undefined,
  check: (stored: { readonly revision: number }) => void,
) {
  await holdPlaces(tx);
  const stored = await lockedMatrix(tx, matrixId);
  check(stored);
  const wanted = {
    name: change.name ?? stored.name,
    departmentId: change.departmentId === undefined ? stored.departmentId : change.departmentId,
    jobTitle: change.jobTitle === undefined ? stored.jobTitle : change.jobTitle || null,
  };
  if (wanted.departmentId !== null && wanted.departmentId !== stored.departmentId) {
    await departmentOfOrganization(tx.db, wanted.departmentId, stored.organizationId);
  }
  const matchesOthers = wanted.departmentId !== stored.departmentId || wanted.jobTitle !== stored.jobTitle;
  const same = !matchesOthers && wanted.name === stored.name;
  const found = await changeWithEffect(
    tx,
    matchesOthers
      ? {
          people: peopleOfMatrix(matrixId),
          moduleIds: await modulesOfMatrix(tx.db, matrixId),
          // Modules that were left for later remain pending for people who were in it before.
          assigns: { newlyIn: peopleIn(matrixId) },
        }
      : nothing,
    expectedHash,
    async () => {
      if (!same) await updateMatrix(tx, matrixId, wanted);
    },
  );
  const { revision } = await lockedMatrix(tx, matrixId);
  return { matrixId, matrixName: wanted.name, revision, ...found };
}
