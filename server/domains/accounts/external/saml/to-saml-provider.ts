import type { SamlConfig } from '#server/platform/config/saml.ts';
import { randomToken } from '#server/platform/crypto/keys.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { storeLoginState, type LoginState } from '#server/domains/accounts/external/login-state.ts';
import { serviceProvider } from './service-provider.ts';

/** Sends the browser to the SAML identity provider (AUTH-18), which sends it back to `samlSignIn.receive`. */
export async function toSamlProvider(
  ctx: RequestContext,
  saml: SamlConfig,
  wish: Pick<LoginState, 'returnTo' | 'confirms'>,
): Promise<RawAnswer> {
  const { config, clock } = ctx.services;
  // An id of XML does not start with a digit.
  const requestId = `_${randomToken()}`;
  const state = randomToken();
  storeLoginState(ctx, { ...wish, state, bound: { by: 'saml', requestId }, begunAt: clock.now().getTime() });
  // A signature wants the person at the keyboard, not a session that is still open there.
  const library = serviceProvider(config, saml, { requestId, forceAuthn: wish.confirms !== null });
  const location = await library.getAuthorizeUrlAsync(state, undefined, {});
  return new RawAnswer(302, { location, 'cache-control': 'no-store' }, null);
}
