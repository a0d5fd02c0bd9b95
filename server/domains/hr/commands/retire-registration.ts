import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lock } from '../registrations.store.ts';

/** Retires a registration with a reason (HR-01): nothing is deleted. STALE if it has changed since the caller read it. */
export async function retireRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  reason: string,
  seen: number | null,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true, seen, submitted: { reason } });
  await tx.db
    .updateTable('hrRegistrations')
    .set({ retiredAt: sql<Date>`app_now()`, retiredBy: tx.actorId, retiredReason: reason })
    .where('id', '=', id)
    .execute();
}
