import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { maxWebhooks, rotationHours } from '#shared/domain/webhooks/delivery.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireAddress } from '../address.ts';
import { wakeDeliveries } from '../deliver.jobs.ts';
import { makeSecret } from '../secrets.ts';

/** Sets up a webhook with its first secret (OPS-06). VALIDATION_FAILED at `address`, `organizationId`, `name`. */
export async function createWebhook(
  tx: CommandTransaction,
  { name, address, events, organizationId }: BodyOf<typeof contract.create>,
): Promise<{ readonly id: number }> {
  requireAddress(tx.services.config, address);
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx.db);
  const { rows: found } = await sql<{ webhooks: number; known: boolean }>`
    select (select count(*)::int from webhooks) as webhooks,
      ${organizationId}::int is null or exists (select 1 from organizations o where o.id = ${organizationId}) as known`.execute(
    tx.db,
  );
  if (found[0]?.known === false)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'organizationId', reason: 'organization_not_found' }],
    });
  if ((found[0]?.webhooks ?? 0) >= maxWebhooks)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'name', reason: 'webhook_too_many', params: { maximum: maxWebhooks } }],
    });
  const { rows } = await sql<{ id: number }>`
    insert into webhooks (name, address, organization_id, events, created_by)
    values (${name}, ${address}, ${organizationId}, ${distinct(events)}, ${tx.actorId}) returning id`.execute(
    tx.db,
  );
  const [made] = rows;
  if (!made) throw new Error('the webhook was not kept');
  await makeSecret(tx, made.id);
  return made;
}

/** Changes a webhook, and turns it off or on (OPS-06); deliveries from the time when it was off are sent then. NOT_FOUND. */
export async function changeWebhook(
  tx: CommandTransaction,
  id: number,
  { name, address, events, isActive }: BodyOf<typeof contract.change>,
): Promise<{ readonly id: number }> {
  await lockWebhook(tx, id);
  requireAddress(tx.services.config, address);
  await sql`
    update webhooks set name = ${name}, address = ${address}, events = ${distinct(events)}, is_active = ${isActive},
      off_reason = case when ${isActive} then null else coalesce(off_reason, 'person') end
    where id = ${id}`.execute(tx.db);
  await sql`delete from webhook_pauses where webhook_id = ${id}`.execute(tx.db);
  if (isActive) tx.afterCommit(() => wakeDeliveries(tx.services, [id]));
  return { id };
}

/** Creates a new secret; the earlier one signs too for a day, and one before it no more (OPS-06). NOT_FOUND. */
export async function rotateSecret(
  tx: CommandTransaction,
  id: number,
): Promise<{ readonly earlierUntil: string }> {
  await lockWebhook(tx, id);
  await sql`delete from webhook_secrets where webhook_id = ${id} and ends_at is not null`.execute(tx.db);
  const { rows } = await sql<{ endsAt: Date }>`
    update webhook_secrets set ends_at = app_now() + make_interval(hours => ${sql.lit(rotationHours)})
    where webhook_id = ${id} returning ends_at`.execute(tx.db);
  await makeSecret(tx, id);
  return { earlierUntil: (rows[0]?.endsAt ?? tx.services.clock.now()).toISOString() };
}

/** Deletes a webhook with its secrets and deliveries (OPS-06). NOT_FOUND. */
export async function deleteWebhook(tx: CommandTransaction, id: number): Promise<{ readonly id: number }> {
  await lockWebhook(tx, id);
  await sql`delete from webhooks where id = ${id}`.execute(tx.db);
  return { id };
}

/** Locks a webhook; returns whether it is on. NOT_FOUND. */
export async function lockWebhook(tx: CommandTransaction, id: number): Promise<boolean> {
  const { rows } = await sql<{
    isActive: boolean;
  }>`select is_active from webhooks where id = ${id} for update`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row.isActive;
}

const distinct = (events: readonly string[]): string[] => [...new Set(events)];
