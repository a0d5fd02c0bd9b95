import { AppError } from '#shared/contract/errors.ts';
import type { StoredMatrix } from '#server/domains/curricula/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { notifyAssigned } from './assignments.events.ts';
import { readEffect, requireSeenEffect } from './change-effect.ts';
import { namedInEffect } from './people-named.ts';
import { carryOut, demandOnMembers, lockPeople } from './plan.ts';
import { effectOfPlan, previewPlan } from './preview-plan.ts';

/** Whether people who need new modules get them at once, and the hash of the preview. */
export interface MissingModulesChoice {
  readonly assignNow: boolean;
  readonly effectHash?: string | undefined;
}

/**
 * Finds the people who need the new modules now; with `assignNow` they get them in the same transaction (MTX-06).
 * EFFECT_CHANGED if the preview showed other people.
 */
export async function assignMissingModules(
  tx: CommandTransaction,
  matrix: StoredMatrix,
  moduleIds: readonly number[],
  wanted: MissingModulesChoice,
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
    return {
      usersNeedingAssignment,
      needed,
      effectHash,
      effect: tx.isRehearsal ? effect : null,
      assigned: null,
    };
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
  notifyAssigned(tx, matrix.id, done);
  return {
    usersNeedingAssignment,
    needed,
    effectHash: done.effectHash,
    effect: null,
    assigned: { assignments: done.assignments, people: done.people },
  };
}
