import { AppError } from '#shared/contract/errors.ts';
import { admitByLock, clearLockCount, lockAccount, undoLockCount } from '#server/domains/accounts/lock.ts';
import { recordRefusal, type Refusal } from '#server/domains/accounts/refusals.ts';
import { attemptKeys, countAttempt, withdrawAttempt } from '#server/domains/accounts/throttle.ts';
import {
  claimRecoveryCode,
  claimStep,
  findAuthenticator,
  findRecoveryCode,
  type Authenticator,
} from '#server/domains/accounts/two-factor/authenticators.store.ts';
import { isTotpForm, stepOf } from '#server/domains/accounts/two-factor/totp.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** A code that was found right and is not used up yet: its command does that, once. */
export type CodeProof =
  | { readonly method: 'totp'; readonly userId: string; readonly step: number }
  | { readonly method: 'recovery'; readonly userId: string; readonly id: number };

/** The person and purpose for which a code is judged. */
export interface CodeSubject {
  readonly userId: string;
  readonly email: string;
  readonly organizationId: number | null;
  /** False before the session is open: then the lock's count waits for the end of signing in. */
  readonly signedIn: boolean;
  readonly action: Refusal['action'];
  readonly purpose: string;
  /** Recovery codes count too. */
  readonly recovery: boolean;
}

/**
 * Checks a code of the second factor (AUTH-09). It counts for the limits of AUTH-11 and for the lock, and a wrong one is in the
 * trail; null when it is wrong, was used, or the account is slowed or locked. Throws TOO_MANY_ATTEMPTS while the address has to
 * wait. The proof counts only once {@link spendCode} has used it up.
 */
export async function judgeCode(
  ctx: RequestContext,
  subject: CodeSubject,
  typed: string,
): Promise<CodeProof | null> {
  const { services } = ctx;
  const { userId } = subject;
  const keys = attemptKeys(services.config, subject.email, ctx.ip, 'code');
  const verdict = await countAttempt(services.db, keys, 'code');
  const lock =
    verdict.blocked === null ? await admitByLock(services, keys.lock) : { admitted: false, locks: false };
  const authenticator = lock.admitted ? await findAuthenticator(services, userId) : null;
  const proof = lock.admitted ? await find(ctx, subject, authenticator, typed) : null;
  if (proof) {
    await withdrawAttempt(services.db, keys);
    if (services.config.policy === 'regulated') {
      await (subject.signedIn ? clearLockCount : undoLockCount)(services.db, keys.lock);
    }
    return proof;
  }
  await recordRefusal(ctx, {
    action: subject.action,
    userId,
    organizationId: subject.organizationId,
    cause: verdict.blocked !== null ? 'too many attempts' : lock.admitted ? 'wrong code' : 'locked account',
    purpose: subject.purpose,
    accountKey: keys.account,
  });
  if (verdict.blocked === 'address') {
    throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: verdict.retryAfter } });
  }
  if (lock.admitted && lock.locks) await lockAccount(ctx, userId);
  return null;
}

async function find(
  { services }: RequestContext,
  { userId, recovery }: CodeSubject,
  authenticator: Authenticator | null,
  typed: string,
): Promise<CodeProof | null> {
  if (isTotpForm(typed)) {
    if (!authenticator?.confirmed) return null;
    const step = await stepOf(authenticator.secret, typed, services.clock.now(), authenticator.lastStep);
    return step === null ? null : { method: 'totp', userId, step };
  }
  if (!recovery) return null;
  const id = await findRecoveryCode(services, userId, typed);
  return id === null ? null : { method: 'recovery', userId, id };
}

/** Uses a code up in the command that needed it; false when another request was faster with the same one. */
export async function spendCode(tx: CommandTransaction, proof: CodeProof): Promise<boolean> {
  return proof.method === 'totp'
    ? claimStep(tx.db, proof.userId, proof.step)
    : claimRecoveryCode(tx, proof.id);
}

/** Checks a code of the signed-in person; null when it does not count. */
export async function judgeOwnCode(
  ctx: RequestContext,
  typed: string,
  purpose: string,
  recovery: boolean,
): Promise<CodeProof | null> {
  const { actor } = ctx;
  return judgeCode(
    ctx,
    {
      userId: actor.id,
      email: actor.email,
      organizationId: actor.organizationId,
      signedIn: true,
      action: 'account.reauthenticationFailed',
      purpose,
      recovery,
    },
    typed,
  );
}

/** Returns the refusal of a code within a session, at its field: never 401, which would end the session (AUTH-12). */
export function codeRefused(path = 'code'): AppError {
  const reason = 'code_refused';
  return new AppError('CODE_REFUSED', { errors: [{ path, reason }] });
}
