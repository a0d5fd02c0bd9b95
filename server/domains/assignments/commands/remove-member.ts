import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { lockedMatrix, matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { holdPlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { changeWithEffect, modulesOfMatrix } from '../change-effect.ts';

/** Ends the active memberships of a matrix, or those of one person if given; returns how many. */
export async function endMemberships(
  tx: CommandTransaction,
  matrixId: number,
  userId?: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update matrix_members set removed_at = app_now(), removed_by = ${tx.actorId}
    where matrix_id = ${matrixId} and removed_at is null
      and (${userId ?? null}::text is null or user_id = ${userId ?? null})
  `.execute(tx.db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Ends the explicit membership of a person (MTX-06). An assignment that no other matrix requires is voided if it has not started,
 * and marked if it has. NOT_FOUND if the person is not a member, EFFECT_CHANGED.
 */
export async function removeMember(
  tx: CommandTransaction,
  matrixId: number,
  userId: string,
  expectedHash?: string,
) {
  await holdPlaces(tx);
  await lockedMatrix(tx, matrixId);
  const found = await changeWithEffect(
    tx,
    {
      people: sql`select id as user_id from users where id = ${userId}`,
      moduleIds: await modulesOfMatrix(tx.db, matrixId),
      assigns: 'nobody',
    },
    expectedHash,
    async () => {
      if ((await endMemberships(tx, matrixId, userId)) === 0) throw new AppError('NOT_FOUND');
    },
  );
  const { rows } = await sql<{ stillMatched: boolean }>`
    select coalesce(${matrixMatchesSql('m', 'u')}, false) as still_matched
    from training_matrices m, users u where m.id = ${matrixId} and u.id = ${userId}
  `.execute(tx.db);
  return { matrixId, userId, stillMatched: rows[0]?.stillMatched ?? false, ...found };
}
