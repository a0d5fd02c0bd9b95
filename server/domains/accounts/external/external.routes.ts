import { authorizationCodeGrant } from 'openid-client';
import { externalSignInContract } from '#shared/contract/external-sign-in.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { startAtProvider, callbackAddress } from './start-at-provider.ts';
import { proofByTokens } from './claims.ts';
import { ExternalRefusal } from './failures.ts';
import { finishAtProvider, toConfirmed } from './finish-at-provider.ts';
import { consumeLoginState, type LoginState } from './login-state.ts';
import { intentHash } from './provider-session.ts';
import type { ProviderProof } from './proof.ts';
import { findProvider, clearProvider } from './provider.ts';

/** Serves {@link externalSignInContract}: coming back from the OpenID provider (AUTH-03), confirming a signature there (SIG-01). */
export const externalSignInRoutes: readonly Binding[] = [
  bind(externalSignInContract.confirm, async (ctx, { query }) => {
    const { maybeActor: actor } = ctx;
    if (!actor) return toConfirmed('ended');
    if (actor.session.authMethod !== 'provider') return toConfirmed('failed');
    const confirms = { sid: actor.session.sid, intent: intentHash(query.intent) };
    return (await startAtProvider(ctx, { returnTo: '/', confirms })) ?? toConfirmed('unavailable');
  }),
  bind(externalSignInContract.callback, (ctx, { query }) =>
    finishAtProvider(ctx, consumeLoginState(ctx, query.state), (login) => redeem(ctx, login)),
  ),
];

/** Exchanges the code, with everything that makes an answer this browser's and this installation's own. */
async function redeem(ctx: RequestContext, { state, bound }: LoginState): Promise<ProviderProof> {
  const { config } = ctx.services;
  const provider = await findProvider(config);
  if (!provider || bound.by !== 'openid') throw new ExternalRefusal('failed', 'no provider is configured');
  const address = callbackAddress(ctx);
  address.search = new URL(ctx.request.url, config.publicUrl).search;
  try {
    const tokens = await authorizationCodeGrant(provider, address, {
      expectedState: state,
      expectedNonce: bound.nonce,
      pkceCodeVerifier: bound.verifier,
      idTokenExpected: true,
    });
    return proofByTokens(config, provider, tokens);
  } catch (error) {
    clearProvider(config);
    throw error;
  }
}
