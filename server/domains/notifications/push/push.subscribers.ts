import type { SessionsEnded, SignedIn, SignedOut } from '#server/domains/accounts/index.ts';
import type { OrganizationArchived } from '#server/domains/organizations/index.ts';
import type { PeopleImported, UserSettingsChanged } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sql } from 'kysely';

/** Events about a person after which no browser gets notifications. */
interface AboutPerson {
  readonly userId: string;
}

/** Subscriber of events that end every session of a person (deactivation, erasure, another password): no browser gets notifications (NOT-03). */
export async function endPushOfPerson(tx: CommandTransaction, event: AboutPerson): Promise<void> {
  const { userId } = event;
  await tx.db.deleteFrom('pushSubscriptions').where('userId', '=', userId).execute();
}

/** Subscriber of `account.signedOut`: the browser in which a person signs out gets no more notifications. */
export async function endPushOfSession(tx: CommandTransaction, event: SignedOut): Promise<void> {
  await tx.db.deleteFrom('pushSubscriptions').where('sid', '=', event.sid).execute();
}

/** Subscriber of `user.settings_changed`: a person who turns browser notifications off gets none, on any device. */
export async function endPushWhereOff(tx: CommandTransaction, event: UserSettingsChanged): Promise<void> {
  const { userId, keys } = event;
  if (!keys.includes('browserNotifications')) return;
  await sql`
    delete from push_subscriptions s using users u
    where s.user_id = ${userId} and u.id = s.user_id and u.settings ->> 'browserNotifications' = 'false'
  `.execute(tx.db);
}

/** Subscriber of `account.sessionsEnded` ('sign out everywhere'): the browsers of all sessions but the one that is kept. */
export async function endPushOfOtherSessions(tx: CommandTransaction, event: SessionsEnded): Promise<void> {
  const { userId, keptSid } = event;
  await tx.db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .$if(keptSid !== null, (query) => query.where('sid', '<>', keptSid ?? ''))
    .execute();
}

/** Subscriber of `account.signedIn`: a browser in which another person signs in gets no more notifications for the earlier person. */
export async function endPushOfOtherPerson(tx: CommandTransaction, event: SignedIn): Promise<void> {
  const { userId, replacedSid } = event;
  if (replacedSid === null) return;
  await tx.db
    .deleteFrom('pushSubscriptions')
    .where('sid', '=', replacedSid)
    .where('userId', '<>', userId)
    .execute();
}

/** Subscriber of `organization.archived`: its people cannot sign in any more, and get no notifications. */
export async function endPushOfOrganization(
  tx: CommandTransaction,
  event: OrganizationArchived,
): Promise<void> {
  const { organizationId } = event;
  await sql`
    delete from push_subscriptions s using users u
    where u.id = s.user_id and u.organization_id = ${organizationId}
  `.execute(tx.db);
}

/** Subscriber of `people.imported`: the browsers of people whom a file deactivated or activated get no more notifications (USR-06). */
export async function endPushOfImported(tx: CommandTransaction, { switched }: PeopleImported): Promise<void> {
  await sql`delete from push_subscriptions where user_id = any(${[...switched]}::text[])`.execute(tx.db);
}
