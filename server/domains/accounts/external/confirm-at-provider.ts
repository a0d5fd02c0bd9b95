import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { findLinkedAccount } from './accounts-at-provider.ts';
import { ExternalRefusal } from './failures.ts';
import type { LoginState } from './login-state.ts';
import type { ProviderProof } from './proof.ts';
import { storeConfirmation, spendConfirmation } from './provider-session.ts';

/** How much the provider's clock may differ, in milliseconds. */
const skew = 30_000;

/**
 * Records that the person of this session has just signed in at the provider again (SIG-01, P11-16): the same person, in the
 * session of the request, and after it. Throws ExternalRefusal.
 */
export async function confirmAtProvider(
  ctx: RequestContext,
  proof: ProviderProof,
  begunAt: number,
  confirms: NonNullable<LoginState['confirms']>,
): Promise<void> {
  const { maybeActor: actor } = ctx;
  const account = await findLinkedAccount(ctx.db, proof.identity);
  if (actor?.session.sid !== confirms.sid) {
    throw new ExternalRefusal('failed', 'the session that asked has ended', account);
  }
  if (account?.id !== actor.id) throw new ExternalRefusal('refused', 'another person signed in', account);
  const signedInAt = proof.authenticatedAt;
  if (signedInAt === null || signedInAt * 1000 < begunAt - skew) {
    throw new ExternalRefusal('failed', 'the provider has not asked the person again', account);
  }
  await ctx.command((tx) => storeConfirmation(tx.db, confirms.sid, confirms.intent), {
    action: 'account.confirmedAtProvider',
  });
}

/**
 * Proves identity in place of the password (SIG-01): uses up the confirmation that the person of this session has just given
 * at the provider with this intent. Returns false, and records it in the trail, if there is no such confirmation, it was
 * used, or it is older than five minutes.
 */
export async function reauthenticateAtProvider(
  ctx: RequestContext,
  intent: string,
  purpose: string,
): Promise<boolean> {
  const { actor } = ctx;
  if (actor.session.authMethod === 'provider' && (await spendConfirmation(ctx, intent))) return true;
  await recordRefusal(ctx, {
    action: 'account.reauthenticationFailed',
    userId: actor.id,
    organizationId: actor.organizationId,
    cause: 'not confirmed at the provider',
    purpose,
    accountKey: null,
  });
  return false;
}
