import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Config } from '#server/platform/config/config.ts';
import type { OidcConfig } from '#server/platform/config/oidc.ts';

/** The provider's metadata is requested again after an hour, in milliseconds. */
const lifetime = 60 * 60_000;
/** How long one answer of the provider may take, in seconds. */
const longestDirectWait = 5;

interface Known {
  readonly until: number;
  readonly provider: Promise<Configuration>;
}

/** Only a cache: every server finds the same at the provider. */
const known = new WeakMap<Config, Known>();

/**
 * Returns the provider as it describes itself (AUTH-03: discovery). It is requested at the first sign-in and not at the start, so
 * that the product runs without it. Failures are not stored, so that sign-in recovers with the provider. Returns null if none is
 * configured.
 */
export async function findProvider(config: Config): Promise<Configuration | null> {
  if (!config.oidc) return null;
  const now = performance.now();
  const held = known.get(config);
  if (held && now < held.until) return held.provider;
  const provider = discover(config.oidc);
  known.set(config, { until: now + lifetime, provider });
  try {
    return await provider;
  } catch (error) {
    clearProvider(config);
    throw error;
  }
}

/** Discards the provider's metadata: after a failure its keys or addresses may have changed. */
export function clearProvider(config: Config): void {
  known.delete(config);
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  return discovery(issuer, clientId, {}, clientAuth(clientSecret), {
    timeout: longestDirectWait,
    // The signature of an ID token is checked although it comes from the provider itself; only connections to this machine are unencrypted.
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}

/** Uses HTTP Basic, the default of OpenID Connect, unless the provider requires the secret in the body. */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = offered.includes('client_secret_basic') ? basic : post;
    return auth(server, ...rest);
  };
}
