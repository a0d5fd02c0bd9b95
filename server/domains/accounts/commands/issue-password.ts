import { AppError } from '#shared/contract/errors.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { passwordIssuedMail } from '#server/domains/accounts/accounts.mails.ts';
import {
  issueTemporaryPassword,
  preparePassword,
  readTemporaryPassword,
} from '#server/domains/accounts/temporary-credentials.ts';
import { requireReason } from '#server/domains/accounts/reasons.ts';
import { createStopLink } from '#server/domains/accounts/stop-links.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/**
 * Issues a temporary password for a person who is not an administrator, and notifies the person at the address to which they have
 * agreed (AUTH-08, USR-03, T7). The answer of the command does not contain the password, because answers are stored for repeated
 * requests. The password is read afterwards from where it is stored sealed; a repeat after it has ended gets null. Throws
 * NOT_FOUND, ADMIN_ACCOUNT, PASSWORD_REFUSED, REASON_REQUIRED.
 */
export async function issuePassword(
  ctx: RequestContext,
  userId: string,
  { password: typed, reason }: { readonly password?: string; readonly reason?: string | undefined } = {},
): Promise<{ newPassword: string | null; expiresAt: Date }> {
  await requirePasswordSubject(ctx, userId);
  requireReason(ctx.services.config.policy, reason);
  const prepared = await preparePassword(
    ctx.services.config,
    userId,
    typed === undefined ? undefined : { password: typed, path: 'password' },
  );
  const issued = await ctx.command(
    async (tx) => {
      const user = await tx.db
        .selectFrom('users')
        .select(['role', 'settings'])
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (user.role === 'admin') throw new AppError('ADMIN_ACCOUNT');
      const { credentialId, expiresAt } = await issueTemporaryPassword(
        tx,
        typed === undefined ? 'generated' : 'set',
        prepared,
      );
      const { mailbox, secret } = await createStopLink(tx, userId);
      await queueMail(tx, {
        template: passwordIssuedMail,
        to: mailbox,
        userId,
        language: settingsWithDefaults(user.settings as Record<string, unknown>).language,
        payload: {},
        secret,
        cause: `account.temporaryPasswordIssued users ${userId}`,
      });
      return { credentialId, expiresAt: expiresAt.toISOString() };
    },
    { reason },
  );
  const view = await readTemporaryPassword(ctx.services, userId);
  const same = view.credentialId === issued.credentialId;
  return { newPassword: same ? view.currentPassword : null, expiresAt: new Date(issued.expiresAt) };
}

/** Throws NOT_FOUND for an unknown or erased person, ADMIN_ACCOUNT for an administrator (AUTH-08). */
export async function requirePasswordSubject(ctx: RequestContext, userId: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!user) throw new AppError('NOT_FOUND');
  if (user.role === 'admin') throw new AppError('ADMIN_ACCOUNT');
}
