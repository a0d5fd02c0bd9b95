import { passwordResetContract as contract } from '#shared/contract/password-reset.ts';
import { minPasswordLength } from '#shared/domain/passwords/policy.ts';
import { requestReset, resetPassword } from '#server/domains/accounts/commands/reset-password.ts';
import { findResetLink } from '#server/domains/accounts/reset-links.ts';
import { countResetCall } from '#server/domains/accounts/throttle.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';

/** Serves {@link contract}: the forgotten password (AUTH-10). */
export const passwordResetRoutes: readonly Binding[] = [
  bind(contract.forgot, async (ctx, { body }) => {
    await requestReset(ctx, body);
    return { ok: true as const };
  }),
  bind(contract.check, async (ctx, { body }) => {
    const { config } = ctx.services;
    await countResetCall(ctx.db, config, ctx.ip);
    const { state, owner } = await findResetLink(ctx.services, body.token);
    return {
      state,
      email: owner?.email ?? null,
      passwordMin: minPasswordLength(config.policy, owner?.twoFactor ?? false),
    };
  }),
  bind(contract.reset, async (ctx, { body }) => {
    await resetPassword(ctx, body);
    return { ok: true as const };
  }),
];
