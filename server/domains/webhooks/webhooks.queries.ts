import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import type { DeliveryState } from '#shared/domain/webhooks/delivery.ts';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import type { DB } from '#server/db/db.d.ts';

type Webhook = ResponseInput<typeof contract.get>;
type Delivery = ResponseInput<typeof contract.deliveries>[number];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const counted = (states: RawBuilder<unknown>) => sql`
  (select count(*)::int from (select from webhook_deliveries d where d.webhook_id = w.id and d.state in ${states} limit ${sql.lit(MAX_COUNTED + 1)}) n)`;

const columns = sql`w.id, w.name, w.address, w.events, w.is_active, w.off_reason, w.created_at,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization,
  coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as created_by_name,
  (select d.answered_at from webhook_deliveries d where d.webhook_id = w.id and d.state = 'delivered' order by d.id desc limit 1) as last_delivered_at,
  ${counted(sql`('waiting', 'sending')`)} as waiting, ${counted(sql`('failed')`)} as failed,
  (select max(s.ends_at) from webhook_secrets s where s.webhook_id = w.id and s.ends_at > app_now()) as rotation_ends_at`;

const from = sql`webhooks w join users u on u.id = w.created_by left join organizations o on o.id = w.organization_id`;

/** Returns all webhooks by name; there are few (OPS-06). */
export async function listWebhooks(db: Kysely<DB>): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`select ${columns} from ${from} order by lower(w.name), w.id`.execute(
    db,
  );
  return rows;
}

/** Returns one webhook (OPS-06); NOT_FOUND. */
export async function readWebhook(db: Kysely<DB>, id: number): Promise<Webhook> {
  const { rows } = await sql<Webhook>`select ${columns} from ${from} where w.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Returns a page of the deliveries of a webhook, the newest first, of the first {@link MAX_COUNTED} (OPS-06). */
export async function listDeliveries(
  db: Kysely<DB>,
  webhookId: number,
  { state, limit, offset }: Page & { readonly state?: DeliveryState | undefined },
): Promise<{ readonly rows: Delivery[]; readonly total: number }> {
  const states = state === 'waiting' ? ['waiting', 'sending'] : [state];
  const where = sql`d.webhook_id = ${webhookId} and ${state === undefined ? sql`true` : sql`d.state = any(${states}::text[])`}`;
  const { rows } = await sql<Delivery>`
    select d.id, d.message_id, d.event, case d.state when 'sending' then 'waiting' else d.state end as state, d.attempts, d.created_at,
      d.answered_at, d.answer_ms, d.answer_code, d.problem, case when d.state in ('waiting', 'sending') then d.next_attempt_at end as next_attempt_at
    from webhook_deliveries d where ${where} order by d.id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::int as total from (select from webhook_deliveries d where ${where} limit ${sql.lit(MAX_COUNTED + 1)}) n`.execute(
    db,
  );
  return { rows, total: totals[0]?.total ?? 0 };
}
