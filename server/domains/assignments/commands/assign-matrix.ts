import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { lockMatrix, matrixMatchesSql, type StoredMatrix } from '#server/domains/curricula/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignmentsEvent } from '../assignments.events.ts';
import { namesOf, requirePeople, type NamedPerson } from '../people-named.ts';
import { carryOut, demandOfMatrix, lockPeople, previewPlan, type PlannedAssignment } from '../plan.ts';

/** People by their ids, or everybody whom the matrix matches. */
type Chosen = readonly string[] | 'matched';

/** How many people an effect names; its figures say the rest. */
const namedInEffect = 100;

async function choose(db: Kysely<DB>, matrix: StoredMatrix, chosen: Chosen) {
  if (chosen !== 'matched') {
    const people = await requirePeople(db, chosen, 'specificUserIds');
    const userIds = people.map((person) => person.id);
    return { people, userIds, membership: { matrixId: matrix.id, userIds } };
  }
  const { rows } = await sql<{ id: string }>`
    select u.id from training_matrices m join users u on u.is_active and u.erased_at is null and ${matrixMatchesSql('m', 'u')}
    where m.id = ${matrix.id} order by u.id
  `.execute(db);
  const userIds = rows.map((row) => row.id);
  // The rule has them already: who leaves it must not stay by a membership that nobody chose.
  return { people: await namesOf(db, userIds), userIds, membership: null };
}

/** What assigning a matrix to people would do: counts, who gets what until when, who gets nothing (MTX-05, MTX-06). */
export async function previewMatrixAssignment(db: Kysely<DB>, matrix: StoredMatrix, chosen: Chosen) {
  const { people, userIds, membership } = await choose(db, matrix, chosen);
  const plan = await previewPlan(db, demandOfMatrix(matrix.id, userIds), membership);
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
  const served = people.filter((person) => byUser.has(person.id));
  const skipped = people.filter((person) => !byUser.has(person.id));
  return {
    users: served.slice(0, namedInEffect).map((person) => ({
      ...person,
      assignments: (byUser.get(person.id) ?? []).map(({ moduleId, dueDate }) => ({ moduleId, dueDate })),
    })),
    modules: titles.rows.map((module) => ({ ...module, people: byModule.get(module.id)?.length ?? 0 })),
    skippedCount: skipped.length,
    skipped: skipped.slice(0, namedInEffect).map((person) => ({
      ...person,
      reason: person.isActive ? ('nothing_needed' as const) : ('inactive' as const),
    })),
  };
}

/**
 * Assigns a matrix to people and makes those chosen by name its explicit members, all or nothing (MTX-05, MTX-06). With the hash of a
 * preview nothing happens when the effect has become another one: EFFECT_CHANGED.
 */
export async function assignMatrix(
  tx: CommandTransaction,
  matrix: StoredMatrix,
  chosen: Chosen,
  effectHash: string | undefined,
) {
  await lockMatrix(tx, matrix.id, 'share');
  const { userIds, membership } = await choose(tx.db, matrix, chosen);
  await lockPeople(tx, userIds);
  const done = await carryOut(tx, demandOfMatrix(matrix.id, userIds), {
    assignmentType: 'matrix',
    assignedBy: matrix.name,
    ...(membership ? { membership } : {}),
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
