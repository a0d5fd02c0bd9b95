import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyProofInput } from '#shared/contract/passkey-answers.ts';
import { refusalCause } from '#server/domains/accounts/commands/sign-in.ts';
import { enterSession, type EnteredSession } from '#server/domains/accounts/enter-session.ts';
import {
  challengeError,
  judgePasskey,
  spendPasskey,
} from '#server/domains/accounts/passkeys/judge-passkey.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import {
  findSecondStepAccount,
  type AuthMethod,
  type SignInAccount,
} from '#server/domains/accounts/sign-in.store.ts';
import { attemptKeys } from '#server/domains/accounts/throttle.ts';
import { markOf, readChallenge } from '#server/domains/accounts/two-factor/challenge.ts';
import { judgeCode, spendCode } from '#server/domains/accounts/two-factor/judge-code.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

const purpose = 'second factor';

/** The proof of the second step, and how its command uses that up. */
interface Proved {
  readonly authMethod: AuthMethod;
  readonly passkeyId?: number;
  readonly spend: (tx: CommandTransaction) => Promise<boolean>;
}

/**
 * Carries out the second step of signing in (AUTH-09, AUTH-19), for a person who gave the password within the last minutes. The
 * proof is a code of the authenticator, a recovery code or a passkey. Throws SECOND_FACTOR_REFUSED, the same for a wrong, used,
 * throttled or locked one; SIGN_IN_OVER if the password must be entered again; TOO_MANY_ATTEMPTS if the address as a whole is
 * throttled; PASSKEY_CHALLENGE with the options for the browser to use a passkey.
 */
export async function verifySignIn(
  ctx: RequestContext,
  form: { readonly code?: string | undefined; readonly passkey?: PasskeyProofInput | undefined },
): Promise<EnteredSession> {
  const { services } = ctx;
  const challenge = readChallenge(ctx.request, services);
  const account = challenge && (await findSecondStepAccount(services.db, challenge.userId));
  if (!account?.twoFactor || challenge?.passwordMark !== markOf(account.passwordHash)) {
    throw new AppError('SIGN_IN_OVER');
  }
  const proved =
    form.passkey === undefined
      ? await proveByCode(ctx, account, form.code ?? '')
      : await proveByPasskey(ctx, account, form.passkey);
  if (!proved) throw new AppError('SECOND_FACTOR_REFUSED');
  const cause = refusalCause(account);
  if (cause !== null) return refuse(ctx, account, cause);
  const keys = attemptKeys(services.config, account.email, ctx.ip);
  const { passwordHash } = account;
  const { authMethod, passkeyId, spend } = proved;
  let faster = false;
  try {
    const session = await enterSession(
      ctx,
      { account, passwordHash, keys, authMethod, passkeyId },
      async (tx) => {
        faster = !(await spend(tx));
        if (faster) throw new AppError('SECOND_FACTOR_REFUSED');
      },
    );
    if (session) return session;
  } catch (error) {
    if (!faster) throw error;
  }
  return refuse(ctx, account, faster ? 'used code' : 'the account changed meanwhile');
}

async function proveByCode(
  ctx: RequestContext,
  account: SignInAccount,
  code: string,
): Promise<Proved | null> {
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
    code,
  );
  return (
    proof && {
      authMethod: proof.method === 'totp' ? 'password_totp' : 'recovery_code',
      spend: (tx) => spendCode(tx, proof),
    }
  );
}

async function proveByPasskey(
  ctx: RequestContext,
  { id: userId, passwordHash }: SignInAccount,
  passkey: PasskeyProofInput,
): Promise<Proved | null> {
  // Bound to the password that was shown: an answer for another account or an earlier step is refused.
  const bound = ['second-step', userId, markOf(passwordHash)] as const;
  if (passkey === 'challenge') throw await challengeError(ctx, bound, userId);
  const use = await judgePasskey(ctx, passkey, { purpose: bound, userId, action: 'account.signInFailed' });
  if (!use) return null;
  return {
    authMethod: 'password_passkey',
    passkeyId: use.passkey.id,
    spend: (tx) => spendPasskey(tx, use),
  };
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
