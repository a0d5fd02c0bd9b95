import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { endPending } from '#server/domains/people/names.store.ts';
import { lockPerson } from '#server/domains/people/people.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Withdraws the person's own pending request; NOT_FOUND if none is pending. */
export async function withdrawNameRequest(tx: CommandTransaction, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  const { rows } = await sql`
    select 1 from name_requests where user_id = ${userId} and decision is null`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND', { reason: 'name_request_none' });
  await endPending(tx, userId, 'withdrawn');
}
