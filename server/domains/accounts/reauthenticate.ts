import { AppError } from '#shared/contract/errors.ts';
import { admitByLock, clearLockCount, lockAccount } from '#server/domains/accounts/lock.ts';
import { isOwnPassword } from '#server/domains/accounts/own-password.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import {
  attemptKeys,
  countAttempt,
  withdrawAttempt,
  type AttemptKeys,
} from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Proves that the signed-in person has just entered the right password. */
export interface Reauthenticated {
  /** The stored hash that the password belongs to. */
  readonly passwordHash: string;
  /** The attempt, if it still counts as failed: the caller that requested this withdraws it. */
  readonly attempt: AttemptKeys | null;
}

/** Facts that are already known, and work that is done later. */
export interface ReauthenticationTerms {
  /** The stored hash, where it was read for this very call. */
  readonly passwordHash?: string | null;
  /** The attempt is not withdrawn here: `withdrawAttemptParts` in the command does it (PERF-03). */
  readonly forgivenLater?: true;
}

/**
 * Asks the signed-in person for the password again (AUTH-07, SIG-01). It counts for the limits of AUTH-11, and a wrong
 * one is in the audit trail even when the command that needed it never runs; null when it is wrong. Throws
 * TOO_MANY_ATTEMPTS with `retryAfter` while the person has to wait.
 */
export async function reauthenticate(
  ctx: RequestContext,
  password: string,
  purpose: string,
  { passwordHash, forgivenLater }: ReauthenticationTerms = {},
): Promise<Reauthenticated | null> {
  const { actor, services } = ctx;
  const keys = attemptKeys(services.config, actor.email, ctx.ip);
  const [verdict, user] = await Promise.all([
    countAttempt(services.db, keys),
    passwordHash === undefined
      ? services.db
          .selectFrom('users')
          .select('passwordHash')
          .where('id', '=', actor.id)
          .executeTakeFirstOrThrow()
      : { passwordHash },
  ]);
  const lock =
    verdict.blocked === null ? await admitByLock(services, keys.lock) : { admitted: false, locks: false };
  const right = lock.admitted && (await isOwnPassword(services, { ...user, id: actor.id }, password));
  if (right && user.passwordHash !== null) {
    if (!forgivenLater) await withdrawAttempt(services.db, keys);
    if (services.config.policy === 'regulated') await clearLockCount(services.db, keys.lock);
    return { passwordHash: user.passwordHash, attempt: forgivenLater ? keys : null };
  }
  await recordRefusal(ctx, {
    action: 'account.reauthenticationFailed',
    userId: actor.id,
    organizationId: actor.organizationId,
    cause:
      verdict.blocked !== null ? 'too many attempts' : lock.admitted ? 'wrong password' : 'locked account',
    purpose,
    accountKey: keys.account,
  });
  if (verdict.blocked !== null) {
    throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: verdict.retryAfter } });
  }
  if (lock.admitted && lock.locks) await lockAccount(ctx, actor.id);
  return null;
}
