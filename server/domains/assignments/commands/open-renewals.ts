import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { carryOut, demandOfRenewals, lockPeople, planFor } from '../plan.ts';

/** Returns the next people, after an id, who have a completion to renew without an assignment for it (MTX-08). */
export async function peopleToRenew(db: Kysely<DB>, after: string, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from (${planFor(demandOfRenewals())}) p where p.user_id > ${after} order by user_id limit ${most}
  `.execute(db);
  return rows.map(({ userId }) => userId);
}

/**
 * Opens the next cycle of everything that people must renew, due on the last day of the completion that is still valid (MTX-08).
 * That completion and its certificate remain. It may run twice or on two servers at once, because the second run finds nothing to
 * open. Returns how many it opened.
 */
export async function openRenewals(tx: CommandTransaction, userIds: readonly string[]): Promise<number> {
  await sharePlaces(tx);
  await lockPeople(tx, userIds.toSorted());
  const made = await carryOut(tx, demandOfRenewals(userIds), { assignmentType: 'matrix', assignedBy: null });
  if (made.assignments > 0) {
    tx.emit({
      type: 'assignment.assigned',
      userIds: made.userIds,
      assignments: made.assignments,
      matrixId: null,
      moduleId: null,
    });
  }
  return made.assignments;
}
