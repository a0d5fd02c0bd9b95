import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { lockMatrix, type StoredMatrix } from '#server/domains/curricula/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignmentsEvent } from '../assignments.events.ts';
import { requirePeople, type NamedPerson } from '../people-named.ts';
import { carryOut, demandOfMatrix, lockPeople, previewPlan, type PlannedAssignment } from '../plan.ts';

/** What assigning a matrix to people would do: counts, who gets what until when, who gets nothing (MTX-05, MTX-06). */
export async function previewMatrixAssignment(
  db: Kysely<DB>,
  matrix: StoredMatrix,
  userIds: readonly string[],
) {
  const people = await requirePeople(db, userIds, 'specificUserIds');
  const ids = people.map((person) => person.id);
  const plan = await previewPlan(db, demandOfMatrix(matrix.id, ids), { matrixId: matrix.id, userIds: ids });
  const { rows, assignments, people: count, newMembers, effectHash } = plan;
  return {
    matrixId: matrix.id,
    matrixName: matrix.name,
    preview: true,
    effectHash,
    assignments,
    people: count,
    effect: { assignments, people: count, newMembers, ...(await describe(db, people, rows)) },
  };
}

async function describe(db: Kysely<DB>, people: readonly NamedPerson[], rows: readonly PlannedAssignment[]) {
  const byUser = Map.groupBy(rows, (row) => row.userId);
  const byModule = Map.groupBy(rows, (row) => row.moduleId);
  const titles = await sql<{ id: number; title: string }>`
    select id, title from training_modules where id = any(${[...byModule.keys()]}::int[]) order by lower(title), id
  `.execute(db);
  return {
    users: people.flatMap((person) => {
      const own = byUser.get(person.id);
      return own
        ? [{ ...person, assignments: own.map(({ moduleId, dueDate }) => ({ moduleId, dueDate })) }]
        : [];
    }),
    modules: titles.rows.map((module) => ({ ...module, people: byModule.get(module.id)?.length ?? 0 })),
    skipped: people
      .filter((person) => !byUser.has(person.id))
      .map((person) => ({
        ...person,
        reason: person.isActive ? ('nothing_needed' as const) : ('inactive' as const),
      })),
  };
}

/**
 * Assigns a matrix to people and makes them its explicit members, all or nothing (MTX-05, MTX-06). With the hash of a
 * preview nothing happens when the effect has become another one: EFFECT_CHANGED.
 */
export async function assignMatrix(
  tx: CommandTransaction,
  matrix: StoredMatrix,
  userIds: readonly string[],
  effectHash: string | undefined,
) {
  await lockMatrix(tx, matrix.id, 'share');
  const people = await requirePeople(tx.db, userIds, 'specificUserIds');
  const ids = people.map((person) => person.id);
  await lockPeople(tx, ids);
  const done = await carryOut(tx, demandOfMatrix(matrix.id, ids), {
    assignmentType: 'matrix',
    assignedBy: matrix.name,
    membership: { matrixId: matrix.id, userIds: ids },
  });
  if (effectHash !== undefined && effectHash !== done.effectHash) {
    throw new AppError('EFFECT_CHANGED', {
      extra: { effectHash: done.effectHash, assignments: done.assignments, people: done.people },
    });
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
    matrixId: matrix.id,
    matrixName: matrix.name,
    preview: false,
    effectHash: done.effectHash,
    assignments: done.assignments,
    people: done.people,
    effect: null,
  };
}
