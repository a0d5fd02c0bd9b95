import { accountsContract } from '#shared/contract/accounts.ts';
import { AppError } from '#shared/contract/errors.ts';
import { loadActor } from '#server/domains/accounts/authenticate.ts';
import { changePassword } from '#server/domains/accounts/commands/change-password.ts';
import { issuePassword, requirePasswordSubject } from '#server/domains/accounts/commands/issue-password.ts';
import { signIn } from '#server/domains/accounts/commands/sign-in.ts';
import { currentUserView, sessionFactsOf } from '#server/domains/accounts/current-user.queries.ts';
import { safeReturnPath } from '#server/domains/accounts/return-path.ts';
import { clearSessionCookie, sendSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import { endSession } from '#server/domains/accounts/sessions.store.ts';
import { signOutPage } from '#server/domains/accounts/sign-out-page.ts';
import { readTemporaryPassword } from '#server/domains/accounts/temporary-credentials.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer, redirectTo, type RequestContext } from '#server/platform/http/context.ts';
import { cameFromElsewhere } from '#server/platform/http/gate.ts';

/** Serves {@link accountsContract}. */
export const accountsRoutes: readonly Binding[] = [
  bind(accountsContract.signIn, async (ctx, { body }) => {
    const session = await signIn(ctx, body);
    const actor = await loadActor(ctx.db, session.sid, false);
    if (!actor) throw new AppError('SIGN_IN_REFUSED');
    sendSessionCookie(ctx.reply, ctx.services.config, session.token);
    return currentUserView(ctx.db, actor);
  }),
  bind(accountsContract.externalSignIn, async (ctx, { query }) => {
    const path = safeReturnPath(query.returnTo);
    if (ctx.maybeActor) return redirectTo(path);
    const back = path === '/' ? '' : `&returnTo=${encodeURIComponent(path)}`;
    return redirectTo(`/landing?signin=1${back}`);
  }),
  bind(accountsContract.signOut, async (ctx) => {
    const { maybeActor: actor } = ctx;
    if (actor && (cameFromElsewhere(ctx.request, ctx.services.config.publicUrl) || isPrefetch(ctx))) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return new RawAnswer(200, headers, signOutPage(actor.language));
    }
    if (actor) await ctx.command((tx) => endSession(tx.db, actor.session.sid));
    clearSessionCookie(ctx.reply, ctx.services.config);
    return redirectTo('/landing');
  }),
  bind(accountsContract.currentUser, (ctx) => currentUserView(ctx.db, ctx.actor)),
  bind(accountsContract.activity, (ctx) => sessionFactsOf(ctx.db, ctx.actor.session.sid)),
  bind(accountsContract.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { ok: true as const };
  }),
  bind(accountsContract.generatePassword, (ctx, { params }) => issuePassword(ctx, params.userId)),
  bind(accountsContract.setPassword, (ctx, { params, body }) =>
    issuePassword(ctx, params.userId, body.password),
  ),
  bind(accountsContract.viewPassword, async (ctx, { params: { userId } }) => {
    try {
      await requirePasswordSubject(ctx, userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'ADMIN_ACCOUNT') {
        await ctx.recordAccess('users', userId, { subjectId: userId, outcome: 'refused' });
      }
      throw error;
    }
    // Committed before anything is unsealed: without the event there is no password (AUTH-08).
    await ctx.recordAccess('users', userId, { subjectId: userId });
    const { currentPassword, state, expiresAt } = await readTemporaryPassword(ctx.services, userId);
    return { currentPassword, state, expiresAt };
  }),
];

/** A browser that only looks ahead does not mean to sign out. */
function isPrefetch({ request }: RequestContext): boolean {
  const purpose = `${String(request.headers['sec-purpose'] ?? '')} ${String(request.headers['purpose'] ?? '')}`;
  return request.method === 'HEAD' || /\bprefetch\b/.test(purpose);
}
