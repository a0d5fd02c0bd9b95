import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyAnswer } from '#shared/contract/passkey-answers.ts';
import { refusalCause } from '#server/domains/accounts/commands/sign-in.ts';
import { enterSession, type EnteredSession } from '#server/domains/accounts/enter-session.ts';
import {
  judgePasskey,
  passkeyOptions,
  spendPasskey,
} from '#server/domains/accounts/passkeys/judge-passkey.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { findSecondStepAccount } from '#server/domains/accounts/sign-in.store.ts';
import { attemptKeys, countPublicRead } from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

const purpose = ['sign-in'] as const;

/**
 * Returns the options with which the browser signs a person in by any passkey of this site. Throws TOO_MANY_ATTEMPTS while
 * the address is throttled.
 */
export async function passkeySignInOptions(ctx: RequestContext) {
  await countPublicRead(ctx.db, ctx.services.config, ctx.ip);
  return passkeyOptions(ctx, purpose, null);
}

/**
 * Signs a person in by a passkey alone (AUTH-19): it is two factors, the authenticator and what unlocks it. Every failure gets
 * the same PASSKEY_REFUSED. Throws TOO_MANY_ATTEMPTS while the address must wait.
 */
export async function signInByPasskey(ctx: RequestContext, answer: PasskeyAnswer): Promise<EnteredSession> {
  const { services } = ctx;
  await countPublicRead(ctx.db, services.config, ctx.ip);
  const use = await judgePasskey(ctx, answer, { purpose, userId: null, action: 'account.signInFailed' });
  if (!use) throw new AppError('PASSKEY_REFUSED');
  const account = await findSecondStepAccount(services.db, use.passkey.userId);
  const cause = account ? refusalCause(account) : 'account without a password';
  const refuse = async (why: string): Promise<never> => {
    await recordRefusal(ctx, {
      action: 'account.signInFailed',
      userId: use.passkey.userId,
      organizationId: account?.organizationId ?? null,
      cause: why,
      purpose: 'passkey, sign-in',
      accountKey: account ? attemptKeys(services.config, account.email, ctx.ip, 'code').account : null,
    });
    throw new AppError('PASSKEY_REFUSED');
  };
  if (!account || cause !== null) return refuse(cause ?? 'account without a password');
  const keys = attemptKeys(services.config, account.email, ctx.ip);
  const { passwordHash } = account;
  let used = false;
  try {
    const session = await enterSession(
      ctx,
      { account, passwordHash, keys, authMethod: 'passkey', passkeyId: use.passkey.id },
      async (tx) => {
        used = !(await spendPasskey(tx, use));
        if (used) throw new AppError('PASSKEY_REFUSED');
      },
    );
    if (session) return session;
  } catch (error) {
    if (!used) throw error;
  }
  return refuse(used ? 'used challenge' : 'the account changed meanwhile');
}
