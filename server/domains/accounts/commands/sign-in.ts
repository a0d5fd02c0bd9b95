import { AppError } from '#shared/contract/errors.ts';
import type { SignedIn } from '#server/domains/accounts/accounts.events.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { sessionKeyOf } from '#server/domains/accounts/session-cookie.ts';
import { newSession, type OpenedSession } from '#server/domains/accounts/sessions.store.ts';
import {
  findSignInAccount,
  openSession,
  type SignInAccount,
} from '#server/domains/accounts/sign-in.store.ts';
import { attemptKeys, countAttempt } from '#server/domains/accounts/throttle.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { hashPassword, needsRehash, verifyPassword } from '#server/platform/crypto/password-hash.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * Signs a person in with email and password (AUTH-02, AUTH-05, AUTH-11). Unknown, inactive, throttled and wrong get the
 * same answer SIGN_IN_REFUSED after the same work; TOO_MANY_ATTEMPTS only where the address as a whole has to wait.
 * The session is always a new one: whatever cookie the request brought is worthless afterwards.
 */
export async function signIn(
  ctx: RequestContext,
  form: { readonly email: string; readonly password: string },
): Promise<OpenedSession> {
  const { services } = ctx;
  const keys = attemptKeys(services.config, form.email, ctx.ip);
  const [verdict, account] = await Promise.all([
    countAttempt(services.db, keys),
    findSignInAccount(services.db, form.email),
  ]);
  if (verdict.blocked === 'address') {
    throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: verdict.retryAfter } });
  }
  const right = await verifyPassword(account?.passwordHash ?? null, form.password);
  const cause = causeOfRefusal(account, verdict.blocked !== null, right);
  const refuse = async (why: string): Promise<never> => {
    await recordRefusal(ctx, {
      action: 'account.signInFailed',
      userId: account?.id ?? null,
      organizationId: account?.organizationId ?? null,
      cause: why,
      accountKey: keys.account,
    });
    throw new AppError('SIGN_IN_REFUSED');
  };
  if (!account || cause !== null) return refuse(cause ?? 'unknown account');
  const session = newSession();
  const passwordHash = needsRehash(account.passwordHash)
    ? await hashPassword(form.password)
    : account.passwordHash;
  const opened = await runCommand(
    services,
    {
      action: 'account.signedIn',
      actorId: account.id,
      organizationId: account.organizationId,
      origin: {
        requestId: ctx.requestId,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        role: account.role,
        sessionId: session.sid,
        authMethod: 'password',
      },
    },
    async (tx) => {
      const done = await openSession(tx.db, {
        account,
        passwordHash,
        sid: session.sid,
        replacedSid: sessionKeyOf(ctx.request, services.config),
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        keys,
      });
      const event: SignedIn = { type: 'account.signedIn', userId: account.id, first: account.neverSignedIn };
      if (done) tx.emit(event);
      return done;
    },
  );
  return opened ? session : refuse('the account changed meanwhile');
}

/** Why an attempt is refused, for the trail; null when the person may come in. */
function causeOfRefusal(account: SignInAccount | null, blocked: boolean, right: boolean): string | null {
  if (blocked) return 'too many attempts';
  if (account === null) return 'unknown account';
  if (!right) return 'wrong password';
  if (!account.isActive) return 'inactive account';
  if (!account.organizationIsActive) return 'archived organization';
  if (account.credentialExpired) return 'temporary password expired';
  return null;
}
