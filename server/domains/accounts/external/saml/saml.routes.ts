import { AppError } from '#shared/contract/errors.ts';
import { samlSignInContract } from '#shared/contract/saml-sign-in.ts';
import { finishAtProvider } from '#server/domains/accounts/external/finish-at-provider.ts';
import { consumeLoginState } from '#server/domains/accounts/external/login-state.ts';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { forwardPage } from './forward-page.ts';
import { proofByResponse } from './proof-by-response.ts';
import { serviceProvider } from './service-provider.ts';
import { signOutByProvider } from './sign-out-by-provider.ts';
import { readForm, readRedirect } from './sign-out-request.ts';

/** Serves {@link samlSignInContract}: signing in and out with a SAML identity provider (AUTH-18). */
export const samlSignInRoutes: readonly Binding[] = [
  bind(samlSignInContract.metadata, async (ctx) => {
    const { config } = ctx.services;
    const saml = requireSaml(ctx);
    const certificates = saml.signing ? [...saml.signing.certificates] : null;
    const xml = serviceProvider(config, saml).generateServiceProviderMetadata(null, certificates);
    return new RawAnswer(200, { 'content-type': samlSignInContract.metadata.raw ?? '' }, xml);
  }),
  bind(samlSignInContract.receive, async (ctx, { body }) => {
    requireSaml(ctx);
    return forwardPage(body, ctx.request.headers['accept-language']);
  }),
  bind(samlSignInContract.finish, async (ctx, { body }) => {
    requireSaml(ctx);
    const login = consumeLoginState(ctx, body.RelayState);
    return finishAtProvider(ctx, login, (begun) => proofByResponse(ctx, begun, body.SAMLResponse));
  }),
  bind(samlSignInContract.signOut, async (ctx, { query }) => {
    const saml = requireSaml(ctx);
    const { config, clock } = ctx.services;
    const { search } = new URL(ctx.request.url, config.publicUrl);
    const now = clock.now().getTime();
    return signOutByProvider(ctx, saml, query, () => readRedirect(config, saml, query, { search, now }));
  }),
  bind(samlSignInContract.signOutByForm, async (ctx, { body }) => {
    const saml = requireSaml(ctx);
    const { config, clock } = ctx.services;
    return signOutByProvider(ctx, saml, body, () => readForm(config, saml, body, clock.now().getTime()));
  }),
];

/** The calls exist only where SAML is configured. */
function requireSaml({ services }: RequestContext): SamlConfig {
  const { saml } = services.config;
  if (!saml) throw new AppError('NOT_FOUND');
  return saml;
}
