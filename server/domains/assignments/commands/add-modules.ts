import { AppError } from '#shared/contract/errors.ts';
import {
  curriculaEvent,
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
import { assignmentsEvent } from '../assignments.events.ts';
import { readEffect, requireSeenEffect } from '../change-effect.ts';
import { namedInEffect } from '../people-named.ts';
import { carryOut, demandOnMembers, lockPeople } from '../plan.ts';
import { effectOfPlan, previewPlan } from '../preview-plan.ts';

/** Modules for an existing or a new matrix (MTX-03). */
export interface ModulesForMatrix extends EntryTerms {
  readonly moduleIds: readonly number[];
  readonly existingMatrixName?: string | null | undefined;
  readonly matrixId?: number | null | undefined;
  readonly matrixName?: string | null | undefined;
  readonly departmentId?: number | null | undefined;
  readonly jobTitle?: string | null | undefined;
  readonly assignNow: boolean;
}

/** Puts modules into a matrix (MTX-03). Errors: NOT_FOUND, AMBIGUOUS_NAME, DUPLICATE, VALIDATION_FAILED. */
export async function assignModulesToMatrix(tx: CommandTransaction, wanted: ModulesForMatrix) {
  await holdPlaces(tx);
  const { matrix, created } = await chooseMatrix(tx, wanted);
  const moduleIds = [...new Set(wanted.moduleIds)];
  const place = (index: number) => `moduleIds.${String(wanted.moduleIds.indexOf(moduleIds[index] ?? 0))}`;
  await requireAssignableModules(tx.db, moduleIds, matrix.organizationId, place);
  const entries = await insertEntries(tx, matrix.id, moduleIds, wanted);
  const addedIds = entries.map((entry) => entry.moduleId);
  const added = new Set(addedIds);
  raise(tx, matrix, addedIds);
  const { usersNeedingAssignment, needed, assigned } = await settleNeed(tx, matrix, addedIds, wanted);
  return {
    matrixId: matrix.id,
    matrixName: matrix.name,
    created,
    added: added.size,
    alreadyInMatrix: moduleIds.filter((id) => !added.has(id)),
    usersNeedingAssignment,
    needed,
    assigned,
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
  tx.emit(curriculaEvent({ type: 'matrix.created', matrixId: matrix.id, organizationId }));
  return { matrix, created: true };
}

function raise(tx: CommandTransaction, matrix: StoredMatrix, moduleIds: readonly number[]): void {
  if (moduleIds.length === 0) return;
  tx.emit(curriculaEvent({ type: 'matrix.modules_added', matrixId: matrix.id, moduleIds }));
}

/**
 * Who needs the new modules now; with `assignNow` they get them in the same transaction (MTX-06). EFFECT_CHANGED when they are
 * others than a preview said.
 */
async function settleNeed(
  tx: CommandTransaction,
  matrix: StoredMatrix,
  moduleIds: readonly number[],
  wanted: { readonly assignNow: boolean; readonly effectHash?: string | undefined },
) {
  const demand = demandOnMembers(matrix.id, moduleIds);
  const plan = await previewPlan(tx.db, demand, { named: tx.isRehearsal ? namedInEffect : null });
  const { users, people, assignments, effectHash } = plan;
  const usersNeedingAssignment = users.map(({ changes, ...person }) => ({
    ...person,
    moduleIds: changes.map((row) => row.moduleId).toSorted((a, b) => a - b),
  }));
  const needed = { assignments, people };
  if (!wanted.assignNow) {
    const effect = effectOfPlan(plan);
    requireSeenEffect({ effect, effectHash }, wanted.effectHash);
    return { usersNeedingAssignment, needed, effectHash, effect, assigned: null };
  }
  await lockPeople(
    tx,
    users.map((person) => person.id),
  );
  const done = await carryOut(tx, demand, { assignmentType: 'matrix', assignedBy: matrix.name });
  if (wanted.effectHash !== undefined && wanted.effectHash !== done.effectHash) {
    const { effect } = await readEffect(tx.db, done.userIds, []);
    throw new AppError('EFFECT_CHANGED', { extra: { effectHash: done.effectHash, effect } });
  }
  if (done.assignments > 0) {
    tx.emit(
      assignmentsEvent({
        type: 'assignment.assigned',
        userIds: done.userIds,
        assignments: done.assignments,
        matrixId: matrix.id,
        moduleId: null,
      }),
    );
  }
  return {
    usersNeedingAssignment,
    needed,
    effectHash: done.effectHash,
    effect: null,
    assigned: { assignments: done.assignments, people: done.people },
  };
}

/** One module for the matrix of a department (MTX-04). */
export interface ModuleForDepartment extends EntryTerms {
  readonly departmentId?: number | undefined;
  readonly moduleId: number;
  readonly matrixId?: number | undefined;
  readonly assignNow: boolean;
  readonly effectHash?: string | undefined;
}

/**
 * Puts one module into the matrix of a department, or into the one that is named; a department without one gets a matrix of its own name. Errors:
 * VALIDATION_FAILED when the department has several and none is named, DUPLICATE when the module is in it already,
 * EFFECT_CHANGED when others need it than a preview said.
 */
export async function addModuleToDepartment(tx: CommandTransaction, wanted: ModuleForDepartment) {
  await holdPlaces(tx);
  const { matrix, created } = await matrixOfDepartment(tx, wanted);
  await requireAssignableModules(tx.db, [wanted.moduleId], matrix.organizationId, () => 'moduleId');
  const [entry] = await insertEntries(tx, matrix.id, [wanted.moduleId], wanted);
  if (!entry) {
    const message = 'This module is in the training matrix already.';
    throw new AppError('DUPLICATE', { detail: message, errors: [{ path: 'moduleId', message }] });
  }
  raise(tx, matrix, [wanted.moduleId]);
  const { usersNeedingAssignment, needed, ...settled } = await settleNeed(
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
    effect: tx.isRehearsal ? settled.effect : null,
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
  const refuse = (message: string) =>
    new AppError('VALIDATION_FAILED', { errors: [{ path: 'matrixId', message }] });
  let chosen: StoredMatrix | undefined;
  if (wanted.matrixId !== undefined) {
    chosen = matrices.find((matrix) => matrix.id === wanted.matrixId);
    if (!chosen) throw refuse('This department has no such training matrix');
  } else if (matrices.length > 1) {
    const general = matrices.filter((matrix) => matrix.jobTitle === null);
    if (general.length !== 1) throw refuse('This department has several training matrices: select one');
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
    tx.emit(curriculaEvent({ type: 'matrix.created', matrixId: chosen.id, organizationId }));
    return { matrix: chosen, created: true };
  }
  await lockMatrix(tx, chosen.id, 'change');
  return { matrix: chosen, created: false };
}
