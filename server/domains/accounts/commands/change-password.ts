import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { PasswordChanged } from '#server/domains/accounts/accounts.events.ts';
import { judgePassword } from '#server/domains/accounts/password-policy.ts';
import { isOwnPassword, makeStoredPassword } from '#server/domains/accounts/own-password.ts';
import { reauthenticate } from '#server/domains/accounts/reauthenticate.ts';
import { endResetLinks } from '#server/domains/accounts/reset-links.ts';
import { sendSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import { endSessionsOf, newSession, rotateSession } from '#server/domains/accounts/sessions.store.ts';
import { endTemporaryCredential } from '#server/domains/accounts/temporary-credentials.ts';
import { clearAccountAttempts } from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * Sets the password that the person chose (AUTH-05, AUTH-06, AUTH-07, AUTH-08). The temporary one no longer works, every other
 * session ends, and this one gets a new secret. The current password may be missing only in a session that was opened with a
 * temporary one. Throws CURRENT_PASSWORD_WRONG, PASSWORD_REFUSED with the reasons at `newPassword`, TOO_MANY_ATTEMPTS.
 */
export async function changePassword(
  ctx: RequestContext,
  form: { readonly currentPassword?: string | undefined; readonly newPassword: string },
): Promise<void> {
  const { actor, services } = ctx;
  const user = await services.db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.email', 'u.firstName', 'u.lastName', 'u.passwordHash', 'u.mustChangePassword'])
    .select('o.name as organizationName')
    .where('u.id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const activation = user.mustChangePassword && actor.session.temporaryCredential;
  const currentPassword = form.currentPassword === '' ? undefined : form.currentPassword;
  if (currentPassword === undefined && !activation) {
    throw currentPasswordRefused('current_password_needed');
  }
  if (currentPassword !== undefined && !(await reauthenticate(ctx, currentPassword, 'password change'))) {
    throw currentPasswordRefused('current_password_wrong');
  }
  const errors = [
    ...(await judgePassword(
      form.newPassword,
      { ...user, twoFactor: actor.twoFactorEnabled || actor.hasPasskey },
      services.config.policy,
    )),
  ];
  if (errors.length === 0 && (await isOwnPassword(services, { ...user, id: actor.id }, form.newPassword))) {
    errors.push({ path: 'newPassword', reason: 'password_unchanged' });
  }
  const [first] = errors;
  if (first) throw new AppError('PASSWORD_REFUSED', { errors });
  const passwordHash = await makeStoredPassword(services.config, actor.id, form.newPassword);
  const session = newSession();
  await ctx.command(async (tx) => {
    const changed = await tx.db
      .updateTable('users')
      .set({
        passwordHash,
        passwordChangedAt: sql<Date>`app_now()`,
        mustChangePassword: false,
        requirePasswordChange: false,
        settings: sql`case when settings ? 'requirePasswordChange' then settings || '{"requirePasswordChange": false}' else settings end`,
      })
      .where('id', '=', actor.id)
      .where('passwordHash', 'is not distinct from', user.passwordHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new AppError('CONFLICT', { reason: 'password_changed_meanwhile' });
    await endTemporaryCredential(tx, actor.id);
    await endResetLinks(tx, actor.id);
    await endSessionsOf(tx.db, actor.id, actor.session.sid);
    await rotateSession(tx.db, services.config, { ...actor.session, userId: actor.id }, session);
    await clearAccountAttempts(tx.db, services.config, user.email);
    const event: PasswordChanged = {
      type: 'account.passwordChanged',
      userId: actor.id,
      activation: user.mustChangePassword,
      reset: false,
    };
    tx.emit(event);
    // Only for a stored session: a repeated request runs no command, and its browser keeps its cookie.
    tx.afterCommit(() => sendSessionCookie(ctx.reply, services.config, session.token));
  });
}

/** Returns the refusal of a current password, at its field: 422, never 401 (AUTH-07). */
export function currentPasswordRefused(reason: PlainReason): AppError {
  return new AppError('CURRENT_PASSWORD_WRONG', { errors: [{ path: 'currentPassword', reason }] });
}
