import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { notificationColumns, type NotificationRow } from '../notifications.queries.ts';
import type { PushTarget } from './send-push.ts';

/** The maximum number of browsers of a person; the oldest subscription is replaced. */
const browsersAPerson = 20;

interface Push extends NotificationRow, PushTarget {
  readonly publicKey: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Returns a notification and its browser; null if either no longer exists, or its reader is not active. */
export async function readPush(
  db: Kysely<DB>,
  notificationId: number,
  subscriptionId: number,
): Promise<Push | null> {
  const { rows } = await sql<Push>`
    select ${notificationColumns}, b.endpoint, b.p256dh, b.auth, b.public_key, u.settings
    from notifications n
    join push_subscriptions b on b.id = ${subscriptionId} and b.user_id = n.user_id
    join users u on u.id = n.user_id and ${isActivePerson('u')}
    left join users s on s.id = n.subject_id
    where n.id = ${notificationId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores a browser for a person (NOT-03): a browser gets notifications for one person, the last who signed in and allowed it. */
export async function storeSubscription(
  tx: CommandTransaction,
  actor: Pick<Actor, 'id' | 'session'>,
  { endpoint, p256dh, auth }: PushTarget,
  publicKey: string,
): Promise<void> {
  await sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, public_key, sid)
    values (${actor.id}, ${endpoint}, ${p256dh}, ${auth}, ${publicKey}, ${actor.session.sid})
    on conflict (endpoint) do update
      set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key, sid = excluded.sid,
        used_at = case when push_subscriptions.used_at < app_now() - interval '1 day' then app_now() else push_subscriptions.used_at end
  `.execute(tx.db);
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${actor.id} order by id desc offset ${browsersAPerson})
  `.execute(tx.db);
}

/** Deletes a browser of the person. NOT_FOUND for those of others. */
export async function dropSubscription(
  tx: CommandTransaction,
  userId: string,
  endpoint: string,
): Promise<void> {
  const dropped = await tx.db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  if (dropped.numDeletedRows === 0n) throw new AppError('NOT_FOUND');
}
