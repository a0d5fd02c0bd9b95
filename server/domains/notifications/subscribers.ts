import { sql } from 'kysely';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import type {
  AccountLocked,
  PasswordChanged,
  SignedIn,
  TemporaryPasswordIssued,
} from '#server/domains/accounts/index.ts';
import type {
  PeopleImported,
  UserCreated,
  UserNameRequest,
  UserProfileChanged,
} from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { PeopleNotified } from '#server/platform/notices.ts';
import { storeNotifications } from './notifications.store.ts';
import { administrators } from './recipients.ts';

/** Subscriber of `account.signedIn`: administrators are notified of the first one (NOT-01 first_login). */
export async function notifyOfFirstSignIn(tx: CommandTransaction, event: SignedIn): Promise<void> {
  const { userId, first } = event;
  if (!first) return;
  await storeNotifications(
    tx,
    sql`
      select 'first_login' as type, a.user_id, ${userId}::text as subject_id, ${userId}::text as related_id, '{}'::jsonb as params,
        'medium' as priority, null::text as dedupe_key, true as bell
      from (${administrators}) a where a.user_id <> ${userId}`,
  );
}

/**
 * Subscriber of `account.temporaryPasswordIssued` and of `account.passwordChanged`: administrators are notified of a password that was reset, by an
 * administrator or with the link in an email (NOT-01 password_reset). The password of
 * a new account is not a reset.
 */
export async function notifyAdministratorsOfPassword(
  tx: CommandTransaction,
  event: TemporaryPasswordIssued | PasswordChanged,
): Promise<void> {
  const happened = event;
  if (happened.type === 'account.passwordChanged' && !happened.reset) return;
  const { userId } = happened;
  await storeNotifications(
    tx,
    sql`
      select 'password_reset' as type, a.user_id, p.id as subject_id, p.id as related_id, '{}'::jsonb as params,
        'medium' as priority, null::text as dedupe_key, true as bell
      from users p cross join (${administrators}) a
      where p.id = ${userId} and p.created_at < app_now() and a.user_id <> ${userId}`,
  );
}

/** Subscriber of `account.locked`: only an administrator can unlock it, so they are notified, once per lock (AUTH-07, NOT-01). */
export async function notifyAdministratorsOfLock(
  tx: CommandTransaction,
  event: AccountLocked,
): Promise<void> {
  const { userId } = event;
  await storeNotifications(
    tx,
    sql`
      select 'account_locked' as type, a.user_id, ${userId}::text as subject_id, ${userId}::text as related_id, '{}'::jsonb as params,
        'high' as priority, null::text as dedupe_key, true as bell
      from (${administrators}) a where a.user_id <> ${userId}`,
  );
}

/** The people that each open command has registered so far. */
const registeredIn = new WeakMap<CommandTransaction, { readonly userIds: string[]; waiting: boolean }>();

/** Raised once after everybody whom a command registered is known. */
const registered = { type: 'notifications.registered' } as const;

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly notificationsRegistered: typeof registered;
  }
}

/** Subscriber of `user.created` and `people.imported`: collects the people whom a command registers, so that there is one notification per import. */
export async function recordRegistration(
  tx: CommandTransaction,
  event: UserCreated | PeopleImported,
): Promise<void> {
  const userIds = event.type === 'people.imported' ? event.created : [event.userId];
  if (userIds.length === 0) return;
  const noted = registeredIn.get(tx) ?? { userIds: [], waiting: false };
  registeredIn.set(tx, noted);
  for (const userId of userIds) noted.userIds.push(userId);
  if (noted.waiting) return;
  noted.waiting = true;
  tx.emit(registered);
}

/** Notifies the administrators of the people whom a command registered, in one notification each (NOT-01 user_registered, one per import). */
export async function notifyOfRegistration(tx: CommandTransaction): Promise<void> {
  const noted = registeredIn.get(tx);
  if (!noted) return;
  noted.waiting = false;
  const [first = ''] = noted.userIds;
  const people = noted.userIds.length;
  const subject = people === 1 ? first : null;
  await storeNotifications(
    tx,
    sql`
      select 'user_registered' as type, a.user_id, ${subject}::text as subject_id, ${subject}::text as related_id,
        jsonb_build_object('people', ${people}::int) as params, 'medium' as priority,
        ${`user_registered ${String(tx.commandId)}`} as dedupe_key, true as bell
      from (${administrators}) a where a.user_id <> ${first}`,
    { replace: true, prepared: true },
  );
}

/**
 * Subscriber of `user.profile_changed`: notifies the manager and the administrators that a person has changed their own job title
 * (Training Category). The person keeps every training, so somebody else must decide (AUTH-16, T5).
 */
export async function notifyOfJobTitleChange(
  tx: CommandTransaction,
  event: UserProfileChanged,
): Promise<void> {
  const { userId, before, after } = event;
  if (before.jobTitle === after.jobTitle) return;
  await storeNotifications(
    tx,
    sql`
      select 'job_title_changed' as type, r.user_id, ${userId}::text as subject_id, ${userId}::text as related_id,
        jsonb_build_object('from', ${shownJobTitle(before.jobTitle)}::text, 'to', ${shownJobTitle(after.jobTitle)}::text) as params,
        'medium' as priority, null::text as dedupe_key, true as bell
      from (${administrators} union select ${after.managerId}::text) r
      where r.user_id is not null and r.user_id <> ${userId}`,
  );
}

/** Subscriber of `user.name_requested`: administrators decide about it, and so does HR of the organization, which gets an email (AUTH-16). */
export async function notifyOfNameRequest(tx: CommandTransaction, event: UserNameRequest): Promise<void> {
  const { userId } = event;
  await storeNotifications(
    tx,
    sql`
      select 'name_requested' as type, a.user_id, ${userId}::text as subject_id, ${userId}::text as related_id, '{}'::jsonb as params,
        'medium' as priority, null::text as dedupe_key, true as bell
      from (${administrators}) a where a.user_id <> ${userId}`,
  );
}

/** Subscriber of `people.told`: notifications of another domain by {@link PeopleNotified}. */
export async function notifyNamedPeople(tx: CommandTransaction, event: PeopleNotified): Promise<void> {
  const { notice, userIds, subjectId, aboutReader, relatedId, params, priority, channels, dedupeKey } = event;
  await storeNotifications(
    tx,
    sql`
      select ${notice} as type, t.user_id,
        case when ${aboutReader === true}::boolean then t.user_id else ${subjectId ?? null}::text end as subject_id,
        ${relatedId ?? null}::text as related_id,
        ${JSON.stringify(params)}::jsonb as params, ${priority ?? 'medium'} as priority, ${dedupeKey ?? null}::text as dedupe_key,
        ${channels !== 'push'}::boolean as bell
      from (select distinct unnest(${[...userIds]}::text[]) as user_id) t`,
  );
}
