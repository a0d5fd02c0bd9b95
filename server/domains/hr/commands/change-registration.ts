import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lock, type RegistrationTerms } from '../registrations.store.ts';

/** Changes a registration in use (HR-01); STALE if it has changed after the revision that was seen. */
export async function changeRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  changes: { readonly [Key in keyof RegistrationTerms]?: RegistrationTerms[Key] | undefined },
  seen: number | null,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true, seen, submitted: changes });
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await tx.db
    .updateTable('hrRegistrations')
    .set(Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value])))
    .where('id', '=', id)
    .execute();
}
