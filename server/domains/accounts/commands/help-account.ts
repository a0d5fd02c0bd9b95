import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { requireReason } from '#server/domains/accounts/reasons.ts';
import { countResetLink, clearAccountAttempts } from '#server/domains/accounts/throttle.ts';
import { removeSecondFactor } from '#server/domains/accounts/two-factor/remove-second-factor.ts';
import { sendResetLink } from '#server/domains/accounts/reset-links.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Lets an administrator remove the second factor of a person who has lost it (AUTH-09, P11-17). All sessions of the person end,
 * and the person is informed by email. In the regulated profile it needs a reason, and the next sign-in requires a new password,
 * because the old one may be too short without a second factor. Throws NOT_FOUND, FORBIDDEN for oneself, CONFLICT if there is
 * none, REASON_REQUIRED.
 */
export async function resetTwoFactor(
  ctx: RequestContext,
  userId: string,
  reason: string | undefined,
): Promise<void> {
  const { policy } = ctx.services.config;
  if (userId === ctx.actor.id) {
    throw new AppError('FORBIDDEN', { reason: 'two_factor_own_settings' });
  }
  const person = await findPerson(ctx, userId);
  requireReason(policy, reason);
  await ctx.command(
    async (tx) => {
      await lockRow(tx, userId);
      if (!(await removeSecondFactor(tx, { ...person, id: userId }, 'account.twoFactorReset')))
        throw new AppError('CONFLICT', { reason: 'two_factor_none' });
    },
    { reason, organizationId: person.organizationId, subjectId: userId },
  );
}

/** An administrator unlocks an account that too many failures have locked (AUTH-07, A11-07). Throws NOT_FOUND, REASON_REQUIRED. */
export async function unlockAccount(
  ctx: RequestContext,
  userId: string,
  reason: string | undefined,
): Promise<void> {
  const person = await findPerson(ctx, userId);
  requireReason(ctx.services.config.policy, reason);
  await ctx.command(
    async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ lockedAt: null })
        .where('id', '=', userId)
        .where('lockedAt', 'is not', null)
        .execute();
      await clearAccountAttempts(tx.db, ctx.services.config, person.email);
    },
    { reason, organizationId: person.organizationId, subjectId: userId },
  );
}

/**
 * Sends a person a link to choose a new password, for an administrator, to the stored address only (AUTH-10). Throws
 * NOT_FOUND, CONFLICT if the person may not sign in, TOO_MANY_ATTEMPTS.
 */
export async function sendLinkTo(ctx: RequestContext, userId: string): Promise<void> {
  const person = await findPerson(ctx, userId);
  if (!person.isActive || person.organizationIsActive === false) {
    throw new AppError('CONFLICT', { reason: 'account_inactive_no_link' });
  }
  const retryAfter = await countResetLink(ctx.db, ctx.services.config, person.email);
  if (retryAfter !== null) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter } });
  await ctx.command((tx) => sendResetLink(tx, userId), {
    organizationId: person.organizationId,
    subjectId: userId,
  });
}

async function findPerson(ctx: RequestContext, userId: string) {
  const person = await ctx.db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.email', 'u.organizationId', 'u.settings', 'u.isActive', 'o.isActive as organizationIsActive'])
    .where('u.id', '=', userId)
    .where('u.erasedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND');
  return person;
}

/** Makes two callers who act on one person take turns. */
async function lockRow(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(tx.db);
}
