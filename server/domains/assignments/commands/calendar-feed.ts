import { sql } from 'kysely';
import type { PeopleImported, UserDeactivated, UserErased } from '#server/domains/people/index.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { endFeed } from '../calendar/calendar-feed.queries.ts';

/** Creates the link of a person again (LRN-03); only the hash of its secret is stored, and an older link ends. */
export async function replaceFeed(tx: CommandTransaction, userId: string, token: string): Promise<Date> {
  // If two calls come at once, the second waits for the person's row, and ends the link of the first.
  await tx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  await endFeed(tx.db, userId);
  const { createdAt } = await tx.db
    .insertInto('calendarFeeds')
    .values({ userId, tokenHash: sha256Hex(token) })
    .returning('createdAt')
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** Ends the link of a person (LRN-03). */
export async function revokeFeed(tx: CommandTransaction, userId: string): Promise<void> {
  await endFeed(tx.db, userId);
}

/** Subscriber of `user.deactivated` and `user.erased`: ends the link permanently, so that reactivating the account does not restore it. */
export async function endFeedOfPerson(
  tx: CommandTransaction,
  { userId }: UserDeactivated | UserErased,
): Promise<void> {
  await endFeed(tx.db, userId);
}

/** Subscriber of `people.imported`: the links of everybody whom a file deactivated or activated end (USR-06). */
export async function endFeedsOfImported(
  tx: CommandTransaction,
  { switched }: PeopleImported,
): Promise<void> {
  await sql`
    update calendar_feeds set revoked_at = app_now()
    where user_id = any(${[...switched]}::text[]) and revoked_at is null`.execute(tx.db);
}
