import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import {
  findMatrix,
  insertEntries,
  insertMatrix,
  lockMatrix,
  matricesOfDepartment,
  organizationOfDepartment,
  requireAssignableModules,
  type EntryTerms,
  type StoredMatrix,
} from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignMissingModules, type MissingModulesChoice } from '../assign-missing-modules.ts';

/** Modules for an existing or a new matrix (MTX-03). */
export interface ModulesForMatrix extends EntryTerms, MissingModulesChoice {
  readonly moduleIds: readonly number[];
  readonly existingMatrixName?: string | null | undefined;
  readonly matrixId?: number | null | undefined;
  readonly matrixName?: string | null | undefined;
  readonly departmentId?: number | null | undefined;
  readonly jobTitle?: string | null | undefined;
}

/**
 * Adds modules to a matrix (MTX-03). Errors: NOT_FOUND, AMBIGUOUS_NAME, DUPLICATE, VALIDATION_FAILED, EFFECT_CHANGED if the
 * preview showed other people.
 */
export async function assignModulesToMatrix(tx: CommandTransaction, wanted: ModulesForMatrix) {
  await holdPlaces(tx);
  const { matrix, created } = await chooseMatrix(tx, wanted);
  const moduleIds = [...new Set(wanted.moduleIds)];
  const place = (index: number) => `moduleIds.${String(wanted.moduleIds.indexOf(moduleIds[index] ?? 0))}`;
  await requireAssignableModules(tx.db, moduleIds, matrix.organizationId, place);
  const entries = await insertEntries(tx, matrix.id, moduleIds, wanted);
  const addedIds = entries.map((entry) => entry.moduleId);
  const added = new Set(addedIds);
  return {
    preview: false,
    matrixId: matrix.id,
    matrixName: matrix.name,
    created,
    added: added.size,
    alreadyInMatrix: moduleIds.filter((id) => !added.has(id)),
    ...(await assignMissingModules(tx, matrix, addedIds, wanted)),
  };
}

async function chooseMatrix(tx: CommandTransaction, wanted: ModulesForMatrix) {
  if (wanted.matrixId != null || wanted.existingMatrixName != null) {
    const matrix = await findMatrix(tx.db, { matrixId: wanted.matrixId, name: wanted.existingMatrixName });
    await lockMatrix(tx, matrix.id, 'change');
    return { matrix, created: false };
  }
  const departmentId = wanted.departmentId ?? 0;
  const { organizationId } = await organizationOfDepartment(tx.db, departmentId);
  const matrix = await insertMatrix(
    tx,
    { name: wanted.matrixName ?? '', organizationId, departmentId, jobTitle: wanted.jobTitle ?? null },
    'matrixName',
  );
  return { matrix, created: true };
}

/** One module for the matrix of a department (MTX-04). */
export interface ModuleForDepartment extends EntryTerms, MissingModulesChoice {
  readonly departmentId?: number | undefined;
  readonly moduleId: number;
  readonly matrixId?: number | undefined;
}

/**
 * Puts one module into the matrix of a department, or into the given one; a department without one gets a matrix of its name. Errors:
 * VALIDATION_FAILED if the department has several and none is given, DUPLICATE if the module is in it already, EFFECT_CHANGED if the
 * preview showed other people.
 */
export async function addModuleToDepartment(tx: CommandTransaction, wanted: ModuleForDepartment) {
  await holdPlaces(tx);
  const { matrix, created } = await matrixOfDepartment(tx, wanted);
  await requireAssignableModules(tx.db, [wanted.moduleId], matrix.organizationId, () => 'moduleId');
  const [entry] = await insertEntries(tx, matrix.id, [wanted.moduleId], wanted);
  if (!entry) {
    const reason = 'matrix_has_module';
    throw new AppError('DUPLICATE', { errors: [{ path: 'moduleId', reason }] });
  }
  const { usersNeedingAssignment, needed, ...settled } = await assignMissingModules(
    tx,
    matrix,
    [wanted.moduleId],
    wanted,
  );
  return {
    preview: false,
    matrixIsNew: created,
    matrixEntry: {
      id: entry.id,
      matrixId: matrix.id,
      matrixName: matrix.name,
      departmentId: matrix.departmentId,
      moduleId: wanted.moduleId,
      isRequired: wanted.isRequired,
      daysToDue: wanted.daysToDue,
      renewalPeriod: wanted.renewalPeriod ?? null,
      renewalWindow: wanted.renewalWindow,
    },
    recommendations: { usersNeedingAssignment, needed },
    ...settled,
  };
}

async function matrixOfDepartment(
  tx: CommandTransaction,
  wanted: ModuleForDepartment,
): Promise<{ readonly matrix: StoredMatrix; readonly created: boolean }> {
  if (wanted.departmentId === undefined) {
    const matrix = await findMatrix(tx.db, { matrixId: wanted.matrixId });
    await lockMatrix(tx, matrix.id, 'change');
    return { matrix, created: false };
  }
  const department = await organizationOfDepartment(tx.db, wanted.departmentId);
  const matrices = await matricesOfDepartment(tx.db, wanted.departmentId);
  const refuse = (reason: PlainReason) =>
    new AppError('VALIDATION_FAILED', { errors: [{ path: 'matrixId', reason }] });
  let chosen: StoredMatrix | undefined;
  if (wanted.matrixId !== undefined) {
    chosen = matrices.find((matrix) => matrix.id === wanted.matrixId);
    if (!chosen) throw refuse('matrix_not_of_department');
  } else if (matrices.length > 1) {
    const general = matrices.filter((matrix) => matrix.jobTitle === null);
    if (general.length !== 1) throw refuse('matrix_several');
    [chosen] = general;
  } else {
    [chosen] = matrices;
  }
  if (!chosen) {
    const { organizationId, name } = department;
    chosen = await insertMatrix(
      tx,
      { name, organizationId, departmentId: wanted.departmentId, jobTitle: null },
      'departmentId',
    );
    return { matrix: chosen, created: true };
  }
  await lockMatrix(tx, chosen.id, 'change');
  return { matrix: chosen, created: false };
}
