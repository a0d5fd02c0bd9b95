import { alertOfRefusals } from '#server/domains/accounts/alert.ts';
import { recordAccesses } from '#server/platform/command/record-access.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** An attempt to prove who one is that did not succeed (AUTH-11, SIG-02). */
export interface Refusal {
  readonly action: 'account.signInFailed' | 'account.reauthenticationFailed';
  /** The account, null when there is none with that email. */
  readonly userId: string | null;
  readonly organizationId: number | null;
  /** The cause, for the trail only; it is not disclosed to the caller. */
  readonly cause: string;
  readonly purpose?: string;
  /** Keyed hash of the email that was entered: it groups a person's attempts without storing an address; null if nothing was entered. */
  readonly accountKey: string | null;
}

/**
 * Records a refused attempt in the trail on its own, so that it stays if the command fails (AUD-01); administrators are
 * notified of many.
 */
export async function recordRefusal(ctx: RequestContext, refusal: Refusal): Promise<void> {
  const actor = ctx.maybeActor;
  const { db, config, clock, version } = ctx.services;
  const facts = {
    actorId: actor?.id ?? null,
    subjectId: refusal.userId,
    organizationId: refusal.organizationId,
    outcome: 'refused',
    role: actor?.role ?? null,
    sessionId: actor?.session.sid ?? null,
    requestId: ctx.requestId,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    cause: refusal.cause,
    purpose: refusal.purpose ?? null,
    accountKey: refusal.accountKey,
    version,
  };
  await recordAccesses(
    db,
    { keys: config, at: clock.now() },
    { action: refusal.action, objectType: 'users' },
    [{ id: refusal.userId, facts }],
  );
  await alertOfRefusals(ctx, refusal);
}
