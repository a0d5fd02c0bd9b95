import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lock } from '../registrations.store.ts';

/** Brings a retired registration back into use (HR-01); ILLEGAL_STEP if it is in use, STALE if it is another than was seen. */
export async function restoreRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  seen: number | null,
): Promise<void> {
  const { isRetired } = await lock(tx, reach, id, { inUse: false, seen, submitted: {} });
  if (!isRetired) throw new AppError('ILLEGAL_STEP', { reason: 'registration_in_use' });
  await tx.db
    .updateTable('hrRegistrations')
    .set({ retiredAt: null, retiredBy: null, retiredReason: null })
    .where('id', '=', id)
    .execute();
}
