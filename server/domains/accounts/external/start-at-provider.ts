import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import type { SignInProblem } from '#shared/domain/access/external-sign-in.ts';
import { safeReturnPath } from '#server/domains/accounts/return-path.ts';
import { RawAnswer, redirectTo, type RequestContext } from '#server/platform/http/context.ts';
import { storeLoginState, type LoginState } from './login-state.ts';
import { findProvider } from './provider.ts';
import { toSamlProvider } from './saml/to-saml-provider.ts';

const scope = 'openid email profile';

/** Returns the address to which the provider sends the browser back. It is registered at the provider. */
export const callbackAddress = ({ services }: RequestContext): URL =>
  new URL('/api/login/callback', services.config.publicUrl);

/**
 * GET /api/login (AUTH-03, AUTH-18): redirects to the provider, or to the dialog on the landing page if none is set up or none
 * answers. People who are signed in continue directly.
 */
export async function startExternalSignIn(
  ctx: RequestContext,
  wishedPath: string | undefined,
): Promise<RawAnswer> {
  const returnTo = safeReturnPath(wishedPath);
  if (ctx.maybeActor) return redirectTo(returnTo);
  const { oidc, saml } = ctx.services.config;
  if (!oidc && !saml) return redirectToLanding('1', returnTo);
  return (
    (await startAtProvider(ctx, { returnTo, confirms: null })) ?? redirectToLanding('unavailable', returnTo)
  );
}

/** Sends the browser to the provider; null when it cannot be reached. */
export async function startAtProvider(
  ctx: RequestContext,
  wish: Pick<LoginState, 'returnTo' | 'confirms'>,
): Promise<RawAnswer | null> {
  const { config, clock, log } = ctx.services;
  if (config.saml) return toSamlProvider(ctx, config.saml, wish);
  let provider: Configuration | null;
  try {
    provider = await findProvider(config);
  } catch (error) {
    log.warn({ err: error }, 'the OpenID provider does not describe itself');
    return null;
  }
  if (!provider) return null;
  const bound = { by: 'openid', nonce: randomNonce(), verifier: randomPKCECodeVerifier() } as const;
  const login = { ...wish, state: randomState(), bound, begunAt: clock.now().getTime() };
  storeLoginState(ctx, login);
  const contexts = config.oidc?.twoFactorContexts ?? [];
  const address = buildAuthorizationUrl(provider, {
    redirect_uri: callbackAddress(ctx).href,
    scope,
    state: login.state,
    nonce: bound.nonce,
    code_challenge: await calculatePKCECodeChallenge(bound.verifier),
    code_challenge_method: 'S256',
    ...(contexts.length > 0 ? { acr_values: contexts.join(' ') } : {}),
    // A signature wants the person at the keyboard, not a session that is still open there.
    ...(login.confirms ? { prompt: 'login', max_age: '0', login_hint: ctx.actor.email } : {}),
  });
  return new RawAnswer(302, { location: address.href, 'cache-control': 'no-store' }, null);
}

/** Returns the landing page with the sign-in dialog open and the reason in it. The wished path is stored for the next try. */
export function redirectToLanding(signin: SignInProblem | '1', returnTo: `/${string}`): RawAnswer {
  const back = returnTo === '/' ? '' : `&returnTo=${encodeURIComponent(returnTo)}`;
  return redirectTo(`/landing?signin=${signin}${back}`);
}
