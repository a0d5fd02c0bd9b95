import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { mailDecision } from '#server/domains/people/names.mails.ts';
import { lockRequest, named } from '#server/domains/people/names.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Declines a request of the reach with a reason (AUTH-16): the name stays. NOT_FOUND, CONFLICT for their own one, ILLEGAL_STEP. */
export async function declineName(tx: CommandTransaction, reach: Reach, id: number, reason: string) {
  const { person, wanted } = await lockRequest(tx, reach, id);
  await tx.db
    .updateTable('nameRequests')
    .set({ decision: 'declined', decidedAt: sql<Date>`app_now()`, decidedBy: tx.actorId, reason })
    .where('id', '=', id)
    .execute();
  await mailDecision(tx, person, wanted, reason);
  return named(person.id, person);
}
