import { AppError } from '#shared/contract/errors.ts';
import { causeAgainst } from '#server/domains/accounts/commands/sign-in.ts';
import { enterSession } from '#server/domains/accounts/enter-session.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import type { OpenedSession } from '#server/domains/accounts/sessions.store.ts';
import { findSecondStepAccount, type SignInAccount } from '#server/domains/accounts/sign-in.store.ts';
import { attemptKeys } from '#server/domains/accounts/throttle.ts';
import { markOf, readChallenge } from '#server/domains/accounts/two-factor/challenge.ts';
import { judgeCode, spendCode } from '#server/domains/accounts/two-factor/judge-code.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

const purpose = 'second factor';

/**
 * The second step of signing in (AUTH-09): a code of the authenticator or a recovery code, for who has shown the
 * password within the last minutes. A wrong, used, throttled or locked one gets the same SECOND_FACTOR_REFUSED;
 * SIGN_IN_OVER where the password has to be shown again; TOO_MANY_ATTEMPTS where the address as a whole has to wait.
 */
export async function verifySignIn(
  ctx: RequestContext,
  form: { readonly code: string },
): Promise<OpenedSession> {
  const { services } = ctx;
  const challenge = readChallenge(ctx.request, services);
  const account = challenge && (await findSecondStepAccount(services.db, challenge.userId));
  if (!account?.twoFactor || challenge?.passwordMark !== markOf(account.passwordHash)) {
    throw new AppError('SIGN_IN_OVER');
  }
  const { id: userId, email, organizationId } = account;
  const proof = await judgeCode(
    ctx,
    {
      userId,
      email,
      organizationId,
      signedIn: false,
      action: 'account.signInFailed',
      purpose,
      recovery: true,
    },
    form.code,
  );
  if (!proof) throw new AppError('SECOND_FACTOR_REFUSED');
  const cause = causeAgainst(account);
  if (cause !== null) return refuse(ctx, account, cause);
  const keys = attemptKeys(services.config, email, ctx.ip);
  const { passwordHash } = account;
  const authMethod = proof.method === 'totp' ? 'password_totp' : 'recovery_code';
  let faster = false;
  try {
    const session = await enterSession(ctx, { account, passwordHash, keys, authMethod }, async (tx) => {
      faster = !(await spendCode(tx, proof));
      if (faster) throw new AppError('SECOND_FACTOR_REFUSED');
    });
    if (session) return session;
  } catch (error) {
    if (!faster) throw error;
  }
  return refuse(ctx, account, faster ? 'used code' : 'the account changed meanwhile');
}

async function refuse(ctx: RequestContext, account: SignInAccount, cause: string): Promise<never> {
  await recordRefusal(ctx, {
    action: 'account.signInFailed',
    userId: account.id,
    organizationId: account.organizationId,
    cause,
    purpose,
    accountKey: attemptKeys(ctx.services.config, account.email, ctx.ip, 'code').account,
  });
  throw new AppError('SECOND_FACTOR_REFUSED');
}
