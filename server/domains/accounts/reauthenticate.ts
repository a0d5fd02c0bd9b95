import { AppError } from '#shared/contract/errors.ts';
import { admitByLock, clearLockCount, lockAccount } from '#server/domains/accounts/lock.ts';
import { isOwnPassword } from '#server/domains/accounts/own-password.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { attemptKeys, countAttempt, forgiveAttempt } from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Shows that the signed-in person has just given the own password. */
export interface Reauthenticated {
  /** The stored hash that the password belongs to. */
  readonly passwordHash: string;
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
): Promise<Reauthenticated | null> {
  const { actor, services } = ctx;
  const keys = attemptKeys(services.config, actor.email, ctx.ip);
  const [verdict, user] = await Promise.all([
    countAttempt(services.db, keys),
    services.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow(),
  ]);
  const lock =
    verdict.blocked === null ? await admitByLock(services, keys.lock) : { admitted: false, locks: false };
  const right = lock.admitted && (await isOwnPassword(services, { ...user, id: actor.id }, password));
  if (right && user.passwordHash !== null) {
    await forgiveAttempt(services.db, keys);
    if (services.config.policy === 'regulated') await clearLockCount(services.db, keys.lock);
    return { passwordHash: user.passwordHash };
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
