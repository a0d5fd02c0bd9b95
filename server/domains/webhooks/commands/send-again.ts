import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { testEvent } from '#shared/domain/webhooks/events.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { wakeDeliveries } from '../deliver.jobs.ts';
import { lockWebhook } from './change-webhook.ts';

async function requireActive(tx: CommandTransaction, id: number): Promise<void> {
  if (!(await lockWebhook(tx, id))) throw new AppError('ILLEGAL_STEP', { reason: 'webhook_off' });
}

/** Queues a test event for a webhook (OPS-06); returns the delivery. NOT_FOUND, ILLEGAL_STEP. */
export async function sendTest(tx: CommandTransaction, id: number): Promise<{ readonly id: number }> {
  await requireActive(tx, id);
  await sql`delete from webhook_pauses where webhook_id = ${id}`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, message_id, event, data)
    values (${id}, 'msg_' || replace(gen_random_uuid()::text, '-', ''), ${testEvent}, jsonb_build_object('webhookId', ${id}::int))
    returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the test event was not kept');
  tx.afterCommit(() => wakeDeliveries(tx.services, [id]));
  return made;
}

/**
 * Sends ended deliveries again, with the same ids and all their attempts: the given ones, or all that failed (OPS-06). One that is under
 * way is left alone. NOT_FOUND, ILLEGAL_STEP.
 */
export async function sendAgain(
  tx: CommandTransaction,
  id: number,
  deliveryIds: readonly number[] | undefined,
): Promise<{ readonly count: number }> {
  await requireActive(tx, id);
  await sql`delete from webhook_pauses where webhook_id = ${id}`.execute(tx.db);
  const chosen =
    deliveryIds === undefined
      ? sql`state = 'failed'`
      : sql`state in ('delivered', 'failed') and id = any(${deliveryIds}::int[])`;
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = app_now(),
      give_up_at = app_now() + interval '3 days'
    where webhook_id = ${id} and ${chosen}`.execute(tx.db);
  tx.afterCommit(() => wakeDeliveries(tx.services, [id]));
  return { count: Number(numAffectedRows ?? 0) };
}
