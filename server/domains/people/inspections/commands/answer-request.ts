import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { mailAnswer } from '../inspections.mails.ts';
import { lockInspection, type StoredInspection } from '../inspections.store.ts';

/**
 * Answers a request of an inspection and notifies its inspector (INS-01). NOT_FOUND, ILLEGAL_STEP if it has an answer or the
 * inspection is closed.
 */
export async function answerRequest(
  tx: CommandTransaction,
  { id, title }: StoredInspection,
  requestId: number,
  { answer, path }: { readonly answer: string; readonly path?: string | undefined },
): Promise<void> {
  await lockInspection(tx, id);
  const { rows: found } = await sql<{ requestedBy: string; answered: boolean }>`
    select requested_by, answered_at is not null as answered from inspection_requests
    where id = ${requestId} and inspection_id = ${id} for update`.execute(tx.db);
  const [request] = found;
  if (!request) throw new AppError('NOT_FOUND');
  if (request.answered) throw new AppError('ILLEGAL_STEP', { reason: 'inspection_answered' });
  await sql`
    update inspection_requests set answer = ${answer}, answer_path = ${path || null}, answered_by = ${tx.actorId}, answered_at = app_now()
    where id = ${requestId}`.execute(tx.db);
  const told = { userIds: [request.requestedBy], relatedId: String(id), params: { title } };
  notifyPeople(tx, {
    notice: 'inspection_answered',
    ...told,
    dedupeKey: `inspection_answered ${String(requestId)}`,
  });
  await mailAnswer(tx, request.requestedBy, title);
}
