import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { z } from 'zod';
import type { assignmentEffect } from '#shared/contract/curricula-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { lockMatrix, matrixMatchesSql, type StoredMatrix } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { notifyAssigned } from '../assignments.events.ts';
import { readEffect } from '../change-effect.ts';
import { namedInEffect, namesOf, requirePeople, type NamedPerson } from '../people-named.ts';
import { carryOut, demandOfMatrix, lockPeople, type CarriedOut } from '../plan.ts';
import { effectOfPlan, previewPlan } from '../preview-plan.ts';

type Effect = z.input<typeof assignmentEffect>;

/** The people to assign to: the ids of people, everybody whom the matrix matches, or those of some ids whom it matches. */
export type Chosen = readonly string[] | 'matched' | { readonly matchedAmong: readonly string[] };

const isNamed = (chosen: Chosen): chosen is readonly string[] => Array.isArray(chosen);

/** Returns the chosen people, and those of them whom the command makes members. */
export async function choosePeople(db: Kysely<DB>, matrix: StoredMatrix, chosen: Chosen) {
  if (isNamed(chosen)) {
    await requirePeople(db, chosen, 'specificUserIds');
    return { userIds: chosen, membership: { matrixId: matrix.id, userIds: chosen } };
  }
  const among = chosen === 'matched' ? sql`true` : sql`u.id = any(${[...chosen.matchedAmong]}::text[])`;
  const { rows } = await sql<{ id: string }>`
    select u.id from training_matrices m join users u on ${isActivePerson('u')} and ${matrixMatchesSql('m', 'u')}
    where m.id = ${matrix.id} and ${among} order by u.id
  `.execute(db);
  // The rule includes these people already. A membership that nobody chose would keep them in the matrix after it stops matching.
  return { userIds: rows.map((row) => row.id), membership: null };
}

/**
 * Previews the assignment of a matrix to people: counts, the trainings and due dates per person, and the people without any
 * (MTX-05, MTX-06).
 */
export async function previewMatrixAssignment(db: Kysely<DB>, matrix: StoredMatrix, chosen: Chosen) {
  const { userIds, membership } = await choosePeople(db, matrix, chosen);
  const plan = await previewPlan(db, demandOfMatrix(matrix.id, userIds), {
    named: namedInEffect,
    chosen: userIds,
    membership,
  });
  const { assignments, people, effectHash, newMembers, skippedCount } = plan;
  return {
    matrixId: matrix.id,
    matrixName: matrix.name,
    preview: true,
    effectHash,
    assignments,
    people,
    effect: { ...effectOfPlan(plan), newMembers, skippedCount, skipped: whyNothing(plan.skipped) },
  };
}

/** People who get nothing, each with the reason. */
const whyNothing = (people: readonly NamedPerson[]): Effect['skipped'] =>
  people.map(({ isActive, ...person }) => ({ ...person, reason: isActive ? 'nothing_needed' : 'inactive' }));

/** Returns the assignments of this command, and the people who got nothing, in the form of a preview. */
async function doneEffect(db: Kysely<DB>, chosen: readonly string[], done: CarriedOut): Promise<Effect> {
  const { effect } = await readEffect(db, done.userIds, []);
  const served = new Set(done.userIds);
  const skipped = await namesOf(
    db,
    chosen.filter((id) => !served.has(id)),
  );
  return {
    ...effect,
    newMembers: done.newMembers,
    skippedCount: skipped.length,
    skipped: whyNothing(skipped.slice(0, namedInEffect)),
  };
}

/** Does the work of {@link assignMatrix} within a command, without the answer: returns the people that it considered, and its results. */
export async function assignWithMatrix(tx: CommandTransaction, matrix: StoredMatrix, chosen: Chosen) {
  await holdPlaces(tx);
  await lockMatrix(tx, matrix.id, 'share');
  const { userIds, membership } = await choosePeople(tx.db, matrix, chosen);
  await lockPeople(tx, userIds);
  const done = await carryOut(tx, demandOfMatrix(matrix.id, userIds), {
    assignmentType: 'matrix',
    assignedBy: matrix.name,
    ...(membership ? { membership } : {}),
  });
  notifyAssigned(tx, matrix.id, done, isNamed(chosen));
  return { userIds, done };
}

/**
 * Assigns a matrix to people and makes those chosen by name its explicit members, all or nothing (MTX-05, MTX-06). With the hash of a
 * preview nothing happens if the effect has changed: EFFECT_CHANGED with the new one.
 */
export async function assignMatrix(
  tx: CommandTransaction,
  matrix: StoredMatrix,
  chosen: Chosen,
  effectHash: string | undefined,
) {
  const { userIds, done } = await assignWithMatrix(tx, matrix, chosen);
  if (effectHash !== undefined && effectHash !== done.effectHash) {
    throw new AppError('EFFECT_CHANGED', {
      extra: { effectHash: done.effectHash, effect: await doneEffect(tx.db, userIds, done) },
    });
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
