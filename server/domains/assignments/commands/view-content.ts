import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import {
  creditProgress,
  openViewSession,
  type ProgressReport,
  type ProgressView,
  type ViewSession,
} from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { startAssignment } from './start-assignment.ts';

/**
 * Opens the content of the person's own assignment (VIEW-03). Opening a training that was not started starts it; completed
 * ones can be read again. Errors: NOT_FOUND, CONTENT_NOT_AVAILABLE.
 */
export async function openOwnContent(
  tx: CommandTransaction,
  id: number,
  userId: string,
): Promise<ViewSession> {
  const { rows } = await sql<{ status: StoredStatus }>`
    select status from training_assignments where id = ${id} and user_id = ${userId} and status <> 'voided' for update
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (stored.status === 'not_started') await startAssignment(tx, id, userId);
  return openViewSession(tx, { assignmentId: id, userId });
}

/** Credits the progress that the viewer of the person's own assignment reports (VIEW-03, VIEW-05). Errors: those of `creditProgress`. */
export async function reportProgress(
  tx: CommandTransaction,
  id: number,
  userId: string,
  report: ProgressReport,
): Promise<ProgressView> {
  return creditProgress(tx, { assignmentId: id, userId, report });
}
