import { sql, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction, DomainEvent } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { wakeDeliveries } from './deliver.jobs.ts';
import { outsideEvents, type OutsideEvent } from './outside-events.ts';

/** Most ids of one list in a payload: longer lists are sent in parts, each with its own id. */
const mostListed = 500;

/**
 * Subscriber of every event that concerns outsiders: writes its deliveries in the command's transaction, so that they exist exactly if the
 * event does (OPS-06). Where no webhook wants the event, it costs no statement.
 */
export async function queueDeliveries(tx: CommandTransaction, event: DomainEvent): Promise<void> {
  if (tx.wantedEvents?.includes(event.type) === false) return;
  for (const part of outsideEvents(event)) {
    const rows = await queryPrepared<{ webhookId: number }, DB>(
      tx.db,
      'webhooks.queue',
      insertDeliveries(part),
    );
    const webhookIds = rows.map(({ webhookId }) => webhookId);
    if (webhookIds.length > 0) tx.afterCommit(() => wakeDeliveries(tx.services, webhookIds));
  }
}

/** One row for each webhook that wants the event and whose organization it concerns. */
function insertDeliveries({ event, data, about, organizationIds = [], moduleId }: OutsideEvent): RawBuilder<{
  webhookId: number;
}> {
  const known = organizationIds.filter((id) => id !== null);
  const wanting = sql`select w.id, w.organization_id from webhooks w where w.is_active and ${event} = any(w.events)`;
  const parts = about
    ? partsOf(about, known)
    : sql`
    select w.id as webhook_id, '{}'::jsonb as listed from wanting w where w.organization_id is null or ${
      moduleId === undefined
        ? sql`w.organization_id = any(${known}::int[])`
        : sql`exists (select 1 from training_modules m where m.id = ${moduleId}
            and (m.organization_id is null or m.organization_id = w.organization_id))`
    }`;
  return sql`
    with wanting as materialized (${wanting})
    insert into webhook_deliveries (webhook_id, message_id, event, data)
    select p.webhook_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), ${event}, ${JSON.stringify(data)}::jsonb || p.listed
    from (${parts}) p
    returning webhook_id`;
}

function partsOf(about: NonNullable<OutsideEvent['about']>, known: readonly number[]): RawBuilder<unknown> {
  const concerned =
    'people' in about
      ? sql`select u.id as item, u.organization_id from users u where u.id = any(${about.people}::text[])`
      : sql`select a.id as item, u.organization_id from training_assignments a join users u on u.id = a.user_id
          where a.id = any(${about.assignments}::int[])`;
  const name = about.listed;
  const list =
    name === null
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object(${name}::text, json_agg(n.item order by n.item))`;
  return sql`
    select w.id as webhook_id, l.listed from wanting w cross join lateral (
      select ${list} as listed from (
        select c.item, (row_number() over (order by c.item) - 1) / ${mostListed}::int as part from (${concerned}) c
        where w.organization_id is null or w.organization_id = c.organization_id or w.organization_id = any(${known}::int[])
      ) n group by n.part) l`;
}
