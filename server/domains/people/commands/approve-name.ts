import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { closeAfterOwnNameChange } from '#server/domains/people/commands/request-name.ts';
import { mailDecision } from '#server/domains/people/names.mails.ts';
import { lockRequest, named, storeName } from '#server/domains/people/names.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Approves a request of the reach (AUTH-16): the name is the requested one from now on. NOT_FOUND, CONFLICT for their own one, ILLEGAL_STEP. */
export async function approveName(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  reason: string | undefined,
) {
  const { person, wanted } = await lockRequest(tx, reach, id);
  await tx.db
    .updateTable('nameRequests')
    .set({
      decision: 'approved',
      decidedAt: sql<Date>`app_now()`,
      decidedBy: tx.actorId,
      reason: reason ?? null,
    })
    .where('id', '=', id)
    .execute();
  await storeName(tx, person, wanted);
  await closeAfterOwnNameChange(tx, person.id);
  await mailDecision(tx, person, wanted, null);
  return named(person.id, wanted);
}
