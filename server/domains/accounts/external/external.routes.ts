import { authorizationCodeGrant, type Configuration } from 'openid-client';
import { externalSignInContract } from '#shared/contract/external-sign-in.ts';
import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { sendSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import { countPublicRead } from '#server/domains/accounts/throttle.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { redirectTo, type RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { beginAtProvider, callbackAddress, toLanding } from './begin-at-provider.ts';
import type { CheckedTokens } from './claims.ts';
import { confirmAtProvider } from './confirm-at-provider.ts';
import { ExternalRefusal, refusalOf } from './failures.ts';
import { takeLoginState, type LoginState } from './login-state.ts';
import { intentHash } from './provider-session.ts';
import { findProvider, forgetProvider } from './provider.ts';
import { signInByProvider } from './sign-in-by-provider.ts';

/** Serves {@link externalSignInContract}: coming back from the OpenID provider (AUTH-03), confirming a signature there (SIG-01). */
export const externalSignInRoutes: readonly Binding[] = [
  bind(externalSignInContract.confirm, async (ctx, { query }) => {
    const { maybeActor: actor } = ctx;
    if (!actor) return toConfirmed('ended');
    if (actor.session.authMethod !== 'provider') return toConfirmed('failed');
    const confirms = { sid: actor.session.sid, intent: intentHash(query.intent) };
    return (await beginAtProvider(ctx, { returnTo: '/', confirms })) ?? toConfirmed('unavailable');
  }),
  bind(externalSignInContract.callback, async (ctx, { query }) => {
    const login = takeLoginState(ctx, query.state);
    try {
      if (!login) throw new ExternalRefusal('failed', 'no sign-in with this state was begun in this browser');
      const { provider, tokens } = await redeem(ctx, login);
      if (login.confirms) {
        await confirmAtProvider(ctx, tokens, login.begunAt, login.confirms);
        return toConfirmed('confirmed');
      }
      const session = await signInByProvider(ctx, provider, tokens);
      sendSessionCookie(ctx.reply, ctx.services.config, session.token);
      return redirectTo(login.returnTo);
    } catch (error) {
      return failed(ctx, login, refusalOf(error));
    }
  }),
];

/** Exchanges the code, with everything that makes an answer this browser's and this installation's own. */
async function redeem(
  ctx: RequestContext,
  login: LoginState,
): Promise<{ provider: Configuration; tokens: CheckedTokens }> {
  const { config } = ctx.services;
  const provider = await findProvider(config);
  if (!provider) throw new ExternalRefusal('failed', 'no provider is configured');
  const address = callbackAddress(ctx);
  address.search = new URL(ctx.request.url, config.publicUrl).search;
  try {
    const tokens = await authorizationCodeGrant(provider, address, {
      expectedState: login.state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.verifier,
      idTokenExpected: true,
    });
    return { provider, tokens };
  } catch (error) {
    forgetProvider(config);
    throw error;
  }
}

async function failed(
  ctx: RequestContext,
  login: LoginState | null,
  refusal: ExternalRefusal,
): Promise<RawAnswer> {
  const { services } = ctx;
  const { problem, message: cause, account } = refusal;
  // Who calls this without having begun anything cannot fill the trail.
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
  return toLanding(problem, login?.returnTo ?? '/');
}

const toConfirmed = (result: ConfirmationResult): RawAnswer =>
  redirectTo(`/signature-confirmed?result=${result}`);
