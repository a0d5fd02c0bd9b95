import { secondSteps, type SecondStep } from '#shared/domain/access/second-step.ts';
import { AppError } from '#shared/contract/errors.ts';
import { admitByLock, lockAccount, undoLockCount } from '#server/domains/accounts/lock.ts';
import { enterSession, type EnteredSession } from '#server/domains/accounts/enter-session.ts';
import { isOwnPassword, makeStoredPassword, needsRenewal } from '#server/domains/accounts/own-password.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { findSignInAccount, type SignInAccount } from '#server/domains/accounts/sign-in.store.ts';
import { attemptKeys, countAttempt, withdrawAttempt } from '#server/domains/accounts/throttle.ts';
import { markOf, type Challenge } from '#server/domains/accounts/two-factor/challenge.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The state after the password: signed in, or the second factor is required (AUTH-09). */
export type FirstStep =
  | { readonly session: EnteredSession }
  | { readonly challenge: Challenge; readonly methods: readonly SecondStep[] };

/**
 * Signs a person in with email and password (AUTH-02, AUTH-05, AUTH-11), or requests the second factor if one is enrolled
 * (AUTH-09). Unknown, inactive, locked, throttled and wrong get the same answer SIGN_IN_REFUSED after the same work;
 * TOO_MANY_ATTEMPTS only if the address as a whole is throttled. The session is always a new one: a cookie that the request
 * brought is no longer valid afterwards.
 */
export async function signIn(
  ctx: RequestContext,
  form: { readonly email: string; readonly password: string },
): Promise<FirstStep> {
  const { services } = ctx;
  const keys = attemptKeys(services.config, form.email, ctx.ip);
  const [verdict, account] = await Promise.all([
    countAttempt(services.db, keys),
    findSignInAccount(services.db, form.email),
  ]);
  if (verdict.blocked === 'address') {
    throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: verdict.retryAfter } });
  }
  const lock =
    verdict.blocked === null ? await admitByLock(services, keys.lock) : { admitted: true, locks: false };
  const right = await isOwnPassword(services, account, form.password);
  const cause = causeOfRefusal(account, verdict.blocked !== null, lock.admitted, right);
  const refuse = async (why: string): Promise<never> => {
    await recordRefusal(ctx, {
      action: 'account.signInFailed',
      userId: account?.id ?? null,
      organizationId: account?.organizationId ?? null,
      cause: why,
      accountKey: keys.account,
    });
    if (why === 'wrong password' && account && lock.locks) await lockAccount(ctx, account.id);
    throw new AppError('SIGN_IN_REFUSED');
  };
  if (!account || cause !== null) return refuse(cause ?? 'unknown account');
  if (account.twoFactor) {
    // The password was correct. Attempts at the second factor are counted separately.
    await withdrawAttempt(services.db, keys);
    await undoLockCount(services.db, keys.lock);
    return {
      challenge: { userId: account.id, passwordMark: markOf(account.passwordHash) },
      methods: secondSteps.filter(
        (step) => step === 'recovery' || (step === 'passkey' ? account.hasPasskey : account.hasAuthenticator),
      ),
    };
  }
  const passwordHash = needsRenewal(services.config, account.passwordHash)
    ? await makeStoredPassword(services.config, account.id, form.password)
    : account.passwordHash;
  const session = await enterSession(ctx, { account, passwordHash, keys, authMethod: 'password' });
  return session ? { session } : refuse('the account changed meanwhile');
}

/** Returns why an attempt is refused, for the trail; null when the password lets the person in. */
function causeOfRefusal(
  account: SignInAccount | null,
  blocked: boolean,
  admitted: boolean,
  right: boolean,
): string | null {
  if (blocked) return 'too many attempts';
  if (account === null) return 'unknown account';
  if (!admitted || account.isLocked) return 'locked account';
  if (!right) return 'wrong password';
  return refusalCause(account);
}

/** Returns the reason why nobody can sign in to an account, with any proof; null if people can. */
export function refusalCause(account: SignInAccount): string | null {
  if (account.isLocked) return 'locked account';
  if (!account.isActive) return 'inactive account';
  if (!account.organizationIsActive) return 'archived organization';
  if (account.credentialExpired) return 'temporary password expired';
  return null;
}
