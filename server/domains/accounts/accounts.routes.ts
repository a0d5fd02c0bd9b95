import { plainPageHeaders } from '#server/platform/http/plain-page.ts';
import { accountSecurityContract } from '#shared/contract/account-security.ts';
import { accountsContract } from '#shared/contract/accounts.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { SignedOut } from '#server/domains/accounts/accounts.events.ts';
import { changePassword } from '#server/domains/accounts/commands/change-password.ts';
import { issuePassword, requirePasswordSubject } from '#server/domains/accounts/commands/issue-password.ts';
import { resetTwoFactor, sendLinkTo, unlockAccount } from '#server/domains/accounts/commands/help-account.ts';
import { stepUp } from '#server/domains/accounts/commands/step-up.ts';
import { signIn } from '#server/domains/accounts/commands/sign-in.ts';
import { verifySignIn } from '#server/domains/accounts/commands/verify-sign-in.ts';
import { currentUserView, sessionFactsOf } from '#server/domains/accounts/current-user.queries.ts';
import { startExternalSignIn } from '#server/domains/accounts/external/start-at-provider.ts';
import { endSessionAddress, prepareLeaving } from '#server/domains/accounts/external/provider-session.ts';
import { clearSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import { endSession } from '#server/domains/accounts/sessions.store.ts';
import { signOutPage, signOutStyle } from '#server/domains/accounts/sign-out-page.ts';
import { readTemporaryPassword } from '#server/domains/accounts/temporary-credentials.ts';
import { sendChallenge } from '#server/domains/accounts/two-factor/challenge.ts';
import { welcome } from '#server/domains/accounts/welcome.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer, redirectTo, type RequestContext } from '#server/platform/http/context.ts';
import { isCrossSite } from '#server/platform/http/gate.ts';

/** Serves {@link accountsContract}. */
export const accountsRoutes: readonly Binding[] = [
  bind(accountsContract.signIn, async (ctx, { body }) => {
    const step = await signIn(ctx, body);
    if ('session' in step) return welcome(ctx, step.session);
    sendChallenge(ctx.reply, ctx.services, step.challenge);
    return { twoFactorRequired: true as const, methods: [...step.methods] };
  }),
  bind(accountsContract.verifySignIn, async (ctx, { body }) => welcome(ctx, await verifySignIn(ctx, body))),
  bind(accountsContract.externalSignIn, (ctx, { query }) => startExternalSignIn(ctx, query.returnTo)),
  bind(accountsContract.signOut, async (ctx) => {
    const { maybeActor: actor } = ctx;
    if (actor && (isCrossSite(ctx.request, ctx.services.config.publicUrl) || isPrefetch(ctx))) {
      return new RawAnswer(200, plainPageHeaders(signOutStyle), signOutPage(actor.language));
    }
    const leaving = await prepareLeaving(ctx);
    if (actor) {
      await ctx.command(async (tx) => {
        await endSession(tx.db, actor.session.sid);
        const event: SignedOut = { type: 'account.signedOut', userId: actor.id, sid: actor.session.sid };
        tx.emit(event);
      });
    }
    clearSessionCookie(ctx.reply, ctx.services.config);
    const away = leaving && (await endSessionAddress(ctx, leaving));
    if (away) return new RawAnswer(302, { location: away.href, 'cache-control': 'no-store' }, null);
    return redirectTo('/landing');
  }),
  bind(accountsContract.currentUser, (ctx) => currentUserView(ctx.services, ctx.actor)),
  bind(accountsContract.activity, (ctx) => sessionFactsOf(ctx.db, ctx.actor.session.sid)),
  bind(accountsContract.stepUp, (ctx, { body }) => stepUp(ctx, body)),
  bind(accountsContract.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { ok: true as const };
  }),
  bind(accountsContract.generatePassword, (ctx, { params, body }) =>
    issuePassword(ctx, params.userId, { reason: body?.reason }),
  ),
  bind(accountsContract.setPassword, (ctx, { params, body }) => issuePassword(ctx, params.userId, body)),
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
  bind(accountSecurityContract.resetTwoFactor, async (ctx, { params, body }) => {
    await resetTwoFactor(ctx, params.userId, body.reason);
    return { ok: true as const };
  }),
  bind(accountsContract.unlock, async (ctx, { params, body }) => {
    await unlockAccount(ctx, params.userId, body?.reason);
    return { ok: true as const };
  }),
  bind(accountsContract.sendResetLink, async (ctx, { body }) => {
    await sendLinkTo(ctx, body.userId);
    return { ok: true as const };
  }),
];

/** A browser that only looks ahead does not mean to sign out. */
function isPrefetch({ request }: RequestContext): boolean {
  const purpose = `${String(request.headers['sec-purpose'] ?? '')} ${String(request.headers['purpose'] ?? '')}`;
  return request.method === 'HEAD' || /\bprefetch\b/.test(purpose);
}
