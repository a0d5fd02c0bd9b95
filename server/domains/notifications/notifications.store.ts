import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { pushJob } from './push/push.jobs.ts';

/** The channel that informs servers of changed bells: ids of people, separated by commas (OPS-03). */
export const bellChannel = 'notifications';

/** A message of LISTEN/NOTIFY can have 8,000 bytes, which is more than enough for this number of ids. */
const idsAMessage = 100;

/** Informs every server that a person's bell has changed, when the command commits. */
export async function hintBell(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`select pg_notify(${bellChannel}, ${userId})`.execute(tx.db);
}

/** A browser that must get a notification. */
interface Pushed {
  readonly notificationId: number;
  readonly subscriptionId: number;
}

/** SQL of whether a person `u` wants messages of browsers (NOT-03; the default of SPEC §9 is on). */
const wantsPush = sql<boolean>`coalesce(u.settings ->> 'browserNotifications', 'true') <> 'false'`;

/** The options for storing notifications. */
interface Keeping {
  /** A second notification with the same key replaces the first (one notification per import) instead of being skipped; browsers get the first. */
  readonly replace?: true;
  /** The statement is always the same text, and takes longer to plan than to carry out: each connection prepares it. */
  readonly prepared?: true;
}

/**
 * Stores notifications and informs every server of the changed bells, in one statement for any number (NOT-01). Browsers with a
 * subscription get their jobs in the same transaction (NOT-03). Nothing is stored for people who could not see it: inactive
 * people, and people without a bell and without a subscribed browser. Returns the number of stored notifications.
 *
 * @param rows relation (type, user_id, subject_id, related_id, params, priority, dedupe_key, bell)
 */
export async function storeNotifications(
  tx: CommandTransaction,
  rows: RawBuilder<unknown>,
  { replace, prepared }: Keeping = {},
): Promise<number> {
  const conflict = replace
    ? sql`do update set params = excluded.params, subject_id = excluded.subject_id, related_id = excluded.related_id`
    : sql`do nothing`;
  const statement = sql<{ count: number; pushes: readonly Pushed[] }>`
    with told as (
      select r.*, r.bell and u.role in ('admin', 'manager') as in_bell,
        ${wantsPush} and exists (select 1 from push_subscriptions b where b.user_id = u.id) as pushed
      from (${rows}) r join users u on u.id = r.user_id and ${isActivePerson('u')}
    ),
    made as (
      insert into notifications (type, user_id, subject_id, related_id, params, priority, dedupe_key, in_bell)
      select type, user_id, subject_id, related_id, params, priority, dedupe_key, in_bell
      from told where in_bell or pushed
      order by dedupe_key desc, user_id
      on conflict (dedupe_key, user_id) where dedupe_key is not null ${conflict}
      returning id, user_id, in_bell, xmax = 0 as is_new
    ),
    hints as (
      select pg_notify(${bellChannel}, string_agg(user_id, ',')) as hint
      from (
        select user_id, (row_number() over (order by user_id) - 1) / ${idsAMessage} as message
        from (select distinct user_id from made where in_bell) once
      ) numbered
      group by message
    )
    select (select count(*)::int from made) as count, (select count(hint) from hints) as hints,
      coalesce((
        select json_agg(json_build_object('notificationId', m.id, 'subscriptionId', b.id) order by m.id, b.id)
        from made m join push_subscriptions b on b.user_id = m.user_id join users u on u.id = m.user_id and ${wantsPush}
        where m.is_new
      ), '[]') as pushes`;
  const kept = prepared
    ? await queryPrepared(tx.db, 'notifications.keep', statement)
    : (await statement.execute(tx.db)).rows;
  const { count, pushes } = kept[0] ?? { count: 0, pushes: [] };
  await tx.services.jobs.enqueue(tx.db, pushJob, pushes);
  return count;
}
