import { giveSecondFactor } from '#server/domains/accounts/commands/give-second-factor.ts';
import { accountSecurityContract as contract } from '#shared/contract/account-security.ts';
import { needsTwoFactor } from '#shared/domain/passwords/policy.ts';
import type { SessionsEnded, SignedOut } from '#server/domains/accounts/accounts.events.ts';
import { disableTwoFactor, renewRecoveryCodes } from '#server/domains/accounts/commands/change-two-factor.ts';
import { startEnrolment, confirmEnrolment } from '#server/domains/accounts/commands/enrol-two-factor.ts';
import { endOwnSession, listSessions } from '#server/domains/accounts/sessions.queries.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { findTwoFactorState } from '#server/domains/accounts/two-factor/two-factor.queries.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';

/** Serves {@link contract}: their own second factor and their own sessions (AUTH-05, AUTH-09). */
export const accountSecurityRoutes: readonly Binding[] = [
  bind(contract.twoFactor, async (ctx) => ({
    ...(await findTwoFactorState(ctx.db, ctx.actor.id)),
    required: needsTwoFactor(ctx.services.config.policy, ctx.actor) && !ctx.actor.hasPasskey,
  })),
  bind(contract.giveSecondFactor, async (ctx, { body }) => {
    await giveSecondFactor(ctx, body);
    return { ok: true as const };
  }),
  bind(contract.enrolTwoFactor, (ctx, { body }) => startEnrolment(ctx, body)),
  bind(contract.confirmTwoFactor, async (ctx, { body }) => codes(await confirmEnrolment(ctx, body))),
  bind(contract.disableTwoFactor, async (ctx, { body }) => {
    await disableTwoFactor(ctx, body);
    return { ok: true as const };
  }),
  bind(contract.renewRecoveryCodes, async (ctx, { body }) => codes(await renewRecoveryCodes(ctx, body))),
  bind(contract.sessions, async (ctx) => ({
    sessions: await listSessions(ctx.db, ctx.actor.id, ctx.actor.session.sid),
  })),
  bind(contract.endSession, async (ctx, { params }) => {
    await ctx.command(
      async (tx) => {
        const sid = params.sessionId;
        await endOwnSession(tx.db, ctx.actor.id, sid);
        const event: SignedOut = { type: 'account.signedOut', userId: ctx.actor.id, sid };
        tx.emit(event);
      },
      { subjectId: ctx.actor.id },
    );
    return { ok: true as const };
  }),
  bind(contract.endOtherSessions, async (ctx) =>
    ctx.command(
      async (tx) => {
        const { id: userId, session } = ctx.actor;
        const ended = await endSessionsOf(tx.db, userId, session.sid);
        const event: SessionsEnded = { type: 'account.sessionsEnded', userId, keptSid: session.sid };
        tx.emit(event);
        return { ended };
      },
      { subjectId: ctx.actor.id },
    ),
  ),
];

const codes = (shown: readonly string[] | null) => ({ recoveryCodes: shown === null ? null : [...shown] });
