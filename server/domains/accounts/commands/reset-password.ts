import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { PasswordChanged } from '#server/domains/accounts/accounts.events.ts';
import { isOwnPassword, makeStoredPassword } from '#server/domains/accounts/own-password.ts';
import { judgePassword } from '#server/domains/accounts/password-policy.ts';
import {
  findResetLink,
  resetLinkJob,
  spendResetLink,
  type LinkState,
} from '#server/domains/accounts/reset-links.ts';
import { judgeLink } from '#server/domains/accounts/signing/closures.store.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { findSignInAccount } from '#server/domains/accounts/sign-in.store.ts';
import { endTemporaryCredential } from '#server/domains/accounts/temporary-credentials.ts';
import { countResetCall, countResetLink, clearAccountAttempts } from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * Handles a forgotten password (AUTH-10): the same answer in the same time for every address. The link is sent later, to
 * accounts with a password that may sign in, and only a few times per hour. Throws TOO_MANY_ATTEMPTS for the address of the
 * sender as a whole.
 */
export async function requestReset(ctx: RequestContext, form: { readonly email: string }): Promise<void> {
  const { services } = ctx;
  await countResetCall(services.db, services.config, ctx.ip);
  const [tooSoon, account] = await Promise.all([
    countResetLink(services.db, services.config, form.email),
    findSignInAccount(services.db, form.email),
  ]);
  const allowed = tooSoon === null && account?.isActive === true && account.organizationIsActive;
  await ctx.command(async (tx) => {
    await services.jobs.enqueue(tx.db, resetLinkJob, [{ userId: allowed ? account.id : null }]);
  });
}

const deadLinks: Readonly<Record<Exclude<LinkState, 'open'>, PlainReason>> = {
  used: 'link_used',
  expired: 'link_expired',
  unknown: 'link_unknown',
};

/**
 * Sets the password that a person chose with the link of the email (AUTH-10): the link is used up, every session ends, a
 * temporary password no longer works. It does not unlock the account, and the second factor is still required. Throws
 * LINK_DEAD with the reason, PASSWORD_REFUSED at `newPassword`, TOO_MANY_ATTEMPTS.
 */
export async function resetPassword(
  ctx: RequestContext,
  form: { readonly token: string; readonly newPassword: string },
): Promise<void> {
  const { services } = ctx;
  await countResetCall(services.db, services.config, ctx.ip);
  const { state, owner, mailedTo } = await findResetLink(services, form.token);
  if (state !== 'open' || !owner) throw deadLink(state === 'open' ? 'unknown' : state);
  const errors = [...(await judgePassword(form.newPassword, owner, services.config.policy))];
  if (errors.length === 0 && (await isOwnPassword(services, owner, form.newPassword))) {
    errors.push({ path: 'newPassword', reason: 'password_unchanged' });
  }
  const [first] = errors;
  if (first) throw new AppError('PASSWORD_REFUSED', { errors });
  const passwordHash = await makeStoredPassword(services.config, owner.id, form.newPassword);
  await ctx.command(
    async (tx) => {
      // Locks the person's row first, as everything else that changes the account does.
      await tx.db
        .updateTable('users')
        .set({
          passwordHash,
          passwordChangedAt: sql<Date>`app_now()`,
          mustChangePassword: false,
          requirePasswordChange: false,
          settings: sql`case when settings ? 'requirePasswordChange' then settings || '{"requirePasswordChange": false}' else settings end`,
        })
        .where('id', '=', owner.id)
        .execute();
      if (!(await spendResetLink(tx, owner.id, form.token))) throw deadLink('used');
      await endTemporaryCredential(tx, owner.id);
      await judgeLink(tx, owner.id, mailedTo ?? '');
      await endSessionsOf(tx.db, owner.id);
      await clearAccountAttempts(tx.db, services.config, owner.email);
      const event: PasswordChanged = {
        type: 'account.passwordChanged',
        userId: owner.id,
        activation: owner.mustChangePassword,
        reset: true,
      };
      tx.emit(event);
    },
    { organizationId: owner.organizationId, subjectId: owner.id },
  );
}

function deadLink(state: Exclude<LinkState, 'open'>): AppError {
  return new AppError('LINK_DEAD', { reason: deadLinks[state], extra: { state } });
}
