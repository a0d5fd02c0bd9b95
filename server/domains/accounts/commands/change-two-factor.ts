import { AppError } from '#shared/contract/errors.ts';
import { needsTwoFactor } from '#shared/domain/passwords/policy.ts';
import { currentPasswordRefused } from '#server/domains/accounts/commands/change-password.ts';
import { judgePassword } from '#server/domains/accounts/password-policy.ts';
import { reauthenticate } from '#server/domains/accounts/reauthenticate.ts';
import {
  removeTwoFactor,
  replaceRecoveryCodes,
} from '#server/domains/accounts/two-factor/authenticators.store.ts';
import {
  judgeOwnCode,
  spendCode,
  codeRefused,
  type CodeProof,
} from '#server/domains/accounts/two-factor/judge-code.ts';
import { authenticatorRemovedMail } from '#server/domains/accounts/two-factor/two-factor.mails.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/** Password and code of the signed-in person again. */
export interface BothFactors {
  readonly currentPassword: string;
  readonly code: string;
}

/**
 * Turns off the person's own second factor (AUTH-09), with the password and a code. A recovery code counts too, for a person who
 * has lost the authenticator. Throws CURRENT_PASSWORD_WRONG, CODE_REFUSED, CONFLICT if it is off already, FORBIDDEN if the
 * profile requires it, PASSWORD_REFUSED if the password is too weak without a second factor, TOO_MANY_ATTEMPTS.
 */
export async function disableTwoFactor(ctx: RequestContext, form: BothFactors): Promise<void> {
  const { actor, services } = ctx;
  const { policy } = services.config;
  // A passkey is a second factor too.
  if (needsTwoFactor(policy, actor) && !actor.hasPasskey) {
    throw new AppError('FORBIDDEN', { reason: 'two_factor_must_stay' });
  }
  const proof = await proveBoth(ctx, form, 'two-factor off');
  const [weak] = await judgePassword(
    form.currentPassword,
    { ...actor, organizationName: null, twoFactor: actor.hasPasskey },
    policy,
    'currentPassword',
  );
  if (weak && policy === 'regulated') {
    throw new AppError('PASSWORD_REFUSED', {
      reason: 'password_too_short_alone',
    });
  }
  await ctx.command(async (tx) => {
    if (!(await spendCode(tx, proof))) throw codeRefused();
    await removeTwoFactor(tx, actor.id);
    await queueMail(tx, {
      template: authenticatorRemovedMail,
      to: actor.email,
      userId: actor.id,
      language: actor.language,
      payload: {},
      cause: `account.twoFactorChanged users ${actor.id}`,
    });
  });
}

/**
 * Replaces the recovery codes with ten new ones (AUTH-09), which are shown only once. Throws CURRENT_PASSWORD_WRONG,
 * CODE_REFUSED, CONFLICT if the second factor is off, TOO_MANY_ATTEMPTS.
 */
export async function renewRecoveryCodes(
  ctx: RequestContext,
  form: BothFactors,
): Promise<readonly string[] | null> {
  const proof = await proveBoth(ctx, form, 'recovery codes');
  let shown: readonly string[] | null = null;
  await ctx.command(async (tx) => {
    if (!(await spendCode(tx, proof))) throw codeRefused();
    // They are not in the command's answer, because that is stored for a repeated request.
    shown = await replaceRecoveryCodes(tx, ctx.actor.id);
  });
  return shown;
}

/** The password first: people who do not know it learn nothing about the code, and use none up. */
async function proveBoth(ctx: RequestContext, form: BothFactors, purpose: string): Promise<CodeProof> {
  if (!ctx.actor.twoFactorEnabled) {
    throw new AppError('CONFLICT', { reason: 'two_factor_off' });
  }
  if (!(await reauthenticate(ctx, form.currentPassword, purpose))) {
    throw currentPasswordRefused('current_password_wrong');
  }
  const proof = await judgeOwnCode(ctx, form.code, purpose, true);
  if (!proof) throw codeRefused();
  return proof;
}
