import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { DB } from '#server/db/db.d.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { DueDate } from './write-calendar.ts';

/** Returns the link of a person as the person may know it: never its secret. */
export async function ownFeed(
  db: Kysely<DB>,
  userId: string,
): Promise<{ readonly createdAt: Date; readonly lastFetchedAt: Date | null } | null> {
  const row = await db
    .selectFrom('calendarFeeds as f')
    .leftJoin('calendarFetches as c', 'c.feedId', 'f.id')
    .select(['f.createdAt', 'c.fetchedAt as lastFetchedAt'])
    .where('f.userId', '=', userId)
    .where('f.revokedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

interface FeedRow {
  readonly settings: unknown;
  readonly dueDates: readonly (Omit<DueDate, 'changedAt'> & { readonly changedAt: string })[];
}

/**
 * Reads the feed of a secret. A link that is unknown or ended, of a person who may not sign in, of an archived organization: no
 * row, and so always the same answer. The time of the request is stored to the minute.
 */
const readFeed = (secretHash: string) => sql<FeedRow>`
  with feed as (
    select f.id, u.id as user_id, u.settings
    from calendar_feeds f join users u on u.id = f.user_id left join organizations o on o.id = u.organization_id
    where f.token_hash = ${secretHash} and f.revoked_at is null and ${isActivePerson('u')}
      and o.is_active is not false
  ), fetched as (
    insert into calendar_fetches (feed_id) select id from feed
    on conflict (feed_id) do update set fetched_at = app_now()
    where calendar_fetches.fetched_at < app_now() - interval '1 minute'
  )
  select feed.settings, coalesce((
    select json_agg(json_build_object('id', a.id, 'moduleId', a.module_id, 'dueDate', a.due_date, 'title', t.title,
      'sequence', a.revision + t.revision - 2, 'changedAt', greatest(a.updated_at, t.updated_at)) order by a.due_date, a.id)
    from training_assignments a join training_modules t on t.id = a.module_id
    where a.user_id = feed.user_id and a.status in ('not_started', 'in_progress') and a.due_date is not null
  ), '[]') as "dueDates" from feed`;

/** Returns the feed for the holder of a secret link; null if the link is not valid. */
export async function feedBySecret(
  db: Kysely<DB>,
  token: string,
): Promise<{ readonly settings: unknown; readonly dueDates: readonly DueDate[] } | null> {
  const { rows } = await readFeed(sha256Hex(token)).execute(db.withoutPlugins());
  const [row] = rows;
  if (!row) return null;
  return {
    settings: row.settings,
    dueDates: row.dueDates.map((dueDate) => ({ ...dueDate, changedAt: new Date(dueDate.changedAt) })),
  };
}

/** Ends the open link of a person, if there is one. */
export async function endFeed(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .updateTable('calendarFeeds')
    .set({ revokedAt: sql<Date>`app_now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
