import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { isOpen, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The stored revision for the comparison with a caller's `If-Match`. */
export interface StoredRevision {
  readonly id: number;
  readonly revision: number;
  readonly dueDate: string | null;
}

/**
 * Moves the due date of an open assignment within the caller's reach (LRN-06); `check` may refuse once the row is locked. Errors: NOT_FOUND,
 * ILLEGAL_STEP for one that is completed or voided.
 */
export async function changeDueDate(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  dueDate: string,
  check: (stored: StoredRevision) => void,
): Promise<void> {
  const { rows } = await sql<StoredRevision & { userId: string; status: StoredStatus }>`
    select a.id, a.user_id, a.status, a.revision, a.due_date
    from training_assignments a join users u on u.id = a.user_id
    where a.id = ${id} and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
    for update of a
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  check(stored);
  if (!isOpen(stored.status)) {
    throw new AppError('ILLEGAL_STEP', { reason: 'due_date_of_open_only' });
  }
  if (stored.dueDate === dueDate) return;
  await sql`update training_assignments set due_date = ${dueDate} where id = ${id}`.execute(tx.db);
}
