import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { sendSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import { countPublicRead } from '#server/domains/accounts/throttle.ts';
import { redirectTo, type RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { redirectToLanding } from './start-at-provider.ts';
import { confirmAtProvider } from './confirm-at-provider.ts';
import { ExternalRefusal, refusalOf } from './failures.ts';
import type { LoginState } from './login-state.ts';
import type { ProviderProof } from './proof.ts';
import { signInByProvider } from './sign-in-by-provider.ts';

/**
 * Coming back from the provider, by either protocol: signs in, or confirms a signature (SIG-01), and continues to where the person wanted to
 * go. `check` turns the answer into a proof. A refusal is recorded in the trail, and only its kind is shown.
 */
export async function finishAtProvider(
  ctx: RequestContext,
  login: LoginState | null,
  check: (login: LoginState) => Promise<ProviderProof>,
): Promise<RawAnswer> {
  try {
    if (!login) throw new ExternalRefusal('failed', 'no sign-in with this state was begun in this browser');
    const proof = await check(login);
    if (login.confirms) {
      await confirmAtProvider(ctx, proof, login.begunAt, login.confirms);
      return toConfirmed('confirmed');
    }
    const session = await signInByProvider(ctx, proof);
    sendSessionCookie(ctx.reply, ctx.services.config, session.token);
    return redirectTo(login.returnTo);
  } catch (error) {
    return failed(ctx, login, refusalOf(error));
  }
}

async function failed(
  ctx: RequestContext,
  login: LoginState | null,
  refusal: ExternalRefusal,
): Promise<RawAnswer> {
  const { services } = ctx;
  const { problem, message: cause, account } = refusal;
  // Throttled, so that callers who have not started a sign-in cannot fill the trail.
  await countPublicRead(services.db, services.config, ctx.ip);
  await recordRefusal(ctx, {
    action: login?.confirms ? 'account.reauthenticationFailed' : 'account.signInFailed',
    userId: account?.id ?? null,
    organizationId: account?.organizationId ?? null,
    cause,
    purpose: login?.confirms ? 'signature by the provider' : 'sign-in by the provider',
    accountKey: null,
  });
  if (login && (problem === 'failed' || problem === 'unavailable')) {
    services.log.warn({ cause, requestId: ctx.requestId }, 'a sign-in by the provider did not succeed');
  }
  if (login?.confirms) return toConfirmed(problem === 'refused' ? 'other' : problem);
  return redirectToLanding(problem, login?.returnTo ?? '/');
}

/** Returns the page of the window in which a signature was confirmed or refused. */
export const toConfirmed = (result: ConfirmationResult): RawAnswer =>
  redirectTo(`/signature-confirmed?result=${result}`);
