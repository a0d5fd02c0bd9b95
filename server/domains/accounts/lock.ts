import { sql, type Kysely } from 'kysely';
import { accountPolicies } from '#shared/domain/passwords/policy.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { DB } from '#server/db/db.d.ts';
import type { AccountLocked } from '#server/domains/accounts/accounts.events.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail, queueMails } from '#server/platform/mail/outbox.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { accountLockedMail, lockAlertMail } from './lock.mails.ts';

/** The lock's answer to an attempt that it has counted (AUTH-07, regulated profile). */
export interface LockVerdict {
  /** False: as many have failed in a row as the profile allows; the attempt must not be judged. */
  readonly admitted: boolean;
  /** If this attempt is wrong too, the account is locked. */
  readonly locks: boolean;
}

const countStatement = namedStatement<{ failures: number }>(
  'accounts.count-for-lock',
  `insert into sign_in_throttles as t (key, failures, first_failed_at, last_failed_at) values ($1, 1, app_now(), app_now())
   on conflict (key) do update set failures = least(t.failures + 1, 1000), last_failed_at = app_now()
   returning failures`,
);

/**
 * Counts an attempt on an account towards its lock before it is judged, on all servers together; an unknown account is
 * counted like any other. In a profile without a lock everything is admitted and nothing written.
 */
export async function admitByLock(
  { config, db }: Pick<Services, 'config' | 'db'>,
  key: string,
): Promise<LockVerdict> {
  const limit = accountPolicies[config.policy].lockAfterFailures;
  if (limit === null) return { admitted: true, locks: false };
  const { rows } = await db.executeQuery(countStatement(key));
  const failures = rows[0]?.failures ?? 0;
  return { admitted: failures <= limit, locks: failures >= limit };
}

/** Removes one correct attempt from the count before the end of signing in, while the second factor is pending. */
export async function undoLockCount(db: Kysely<DB>, key: string): Promise<void> {
  await sql`update sign_in_throttles set failures = greatest(0, failures - 1) where key = ${key}`.execute(db);
}

/** Resets the count of an account: the person signed in, or an administrator unlocked it. */
export async function clearLockCount(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('signInThrottles').where('key', '=', key).execute();
}

/** Locks an account until an administrator unlocks it; its sessions stay, so that guessing signs nobody out. */
export async function lockAccount(ctx: RequestContext, userId: string): Promise<void> {
  await runCommand(
    ctx.services,
    {
      action: 'account.locked',
      actorId: null,
      origin: { subjectId: userId, requestId: ctx.requestId, ip: ctx.ip, userAgent: ctx.userAgent },
    },
    async (tx) => {
      const locked = await tx.db
        .updateTable('users')
        .set({ lockedAt: sql<Date>`app_now()` })
        .where('id', '=', userId)
        .where('lockedAt', 'is', null)
        .where('isActive', '=', true)
        .returning(['id', 'email', 'firstName', 'lastName', 'settings'])
        .executeTakeFirst();
      if (!locked) return;
      const event: AccountLocked = { type: 'account.locked', userId };
      tx.emit(event);
      await mailLock(tx, locked);
    },
  );
}

interface LockedPerson {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly settings: unknown;
}

/** Emails the person and every other administrator, so that people who are not signed in are notified too. */
async function mailLock(tx: CommandTransaction, locked: LockedPerson): Promise<void> {
  const cause = `account.locked users ${locked.id}`;
  const language = ({ settings }: { readonly settings: unknown }) =>
    settingsWithDefaults(settings as Record<string, unknown>).language;
  await queueMail(tx, {
    template: accountLockedMail,
    to: locked.email,
    userId: locked.id,
    language: language(locked),
    payload: {},
    cause,
  });
  const administrators = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .where('id', '<>', locked.id)
    .execute();
  const name = [locked.firstName, locked.lastName].filter(Boolean).join(' ');
  const person = name === '' ? locked.email : `${name} (${locked.email})`;
  await queueMails(
    tx,
    administrators.map((administrator) => ({
      template: lockAlertMail,
      to: administrator.email,
      userId: administrator.id,
      language: language(administrator),
      payload: { person },
      cause,
    })),
  );
}
