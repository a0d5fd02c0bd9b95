import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { accountPolicies } from '#shared/domain/passwords/policy.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { SessionsEnded, TwoFactorChanged } from '#server/domains/accounts/accounts.events.ts';
import { twoFactorResetMail } from '#server/domains/accounts/accounts.mails.ts';
import { requireReason } from '#server/domains/accounts/reasons.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { countResetLink, forgiveAccount } from '#server/domains/accounts/throttle.ts';
import { removeTwoFactor } from '#server/domains/accounts/two-factor/authenticators.store.ts';
import { sendResetLink } from '#server/domains/accounts/reset-links.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * An administrator takes the second factor of another person away, who has lost it (AUTH-09, P11-17): all sessions of the
 * person end, and a mail tells it. In the regulated profile it needs a reason, and the next sign-in asks for a new
 * password, which may have been too short to stand alone. Throws NOT_FOUND, FORBIDDEN for oneself, CONFLICT where there
 * is none, REASON_REQUIRED.
 */
export async function resetTwoFactor(
  ctx: RequestContext,
  userId: string,
  reason: string | undefined,
): Promise<void> {
  const { policy } = ctx.services.config;
  if (userId === ctx.actor.id) {
    throw new AppError('FORBIDDEN', { detail: 'Switch your own two-factor sign-in off in your settings.' });
  }
  const person = await findPerson(ctx, userId);
  requireReason(policy, reason);
  await ctx.command(
    async (tx) => {
      await lockRow(tx, userId);
      if (!(await removeTwoFactor(tx, userId))) {
        throw new AppError('CONFLICT', { detail: 'This person has no two-factor sign-in.' });
      }
      if (accountPolicies[policy].minLength > accountPolicies[policy].minLengthWithTwoFactor) {
        await tx.db
          .updateTable('users')
          .set({ requirePasswordChange: true })
          .where('id', '=', userId)
          .execute();
      }
      await endSessionsOf(tx.db, userId);
      await queueMail(tx, {
        template: twoFactorResetMail,
        to: person.email,
        userId,
        language: settingsWithDefaults(person.settings as Record<string, unknown>).language,
        payload: {},
        cause: `account.twoFactorReset users ${userId}`,
      });
      const event: TwoFactorChanged = { type: 'account.twoFactorChanged', userId, enabled: false };
      tx.emit(event);
      const ended: SessionsEnded = { type: 'account.sessionsEnded', userId, keptSid: null };
      tx.emit(ended);
    },
    { reason, organizationId: person.organizationId, subjectId: userId },
  );
}

/** An administrator unlocks an account that too many failures have locked (AUTH-07, A11-07). Throws NOT_FOUND. */
export async function unlockAccount(ctx: RequestContext, userId: string): Promise<void> {
  const person = await findPerson(ctx, userId);
  await ctx.command(
    async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ lockedAt: null })
        .where('id', '=', userId)
        .where('lockedAt', 'is not', null)
        .execute();
      await forgiveAccount(tx.db, ctx.services.config, person.email);
    },
    { organizationId: person.organizationId, subjectId: userId },
  );
}

/**
 * An administrator sends a person a link to choose a new password, to the stored address only (AUTH-10). Throws NOT_FOUND,
 * CONFLICT where nobody may sign in with that account, TOO_MANY_ATTEMPTS.
 */
export async function sendLinkTo(ctx: RequestContext, userId: string): Promise<void> {
  const person = await findPerson(ctx, userId);
  if (!person.isActive || person.organizationIsActive === false) {
    throw new AppError('CONFLICT', { detail: 'This account is not active: no link was sent.' });
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

/** Two who act on one person at once take turns. */
async function lockRow(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(tx.db);
}
