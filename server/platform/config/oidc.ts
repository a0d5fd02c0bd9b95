import type { EnvironmentReader } from './environment.ts';

/** The OpenID provider that people of the organization sign in with (AUTH-03). */
export interface OidcConfig {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A person without an account gets one: a learner without organization. */
  readonly autoProvision: boolean;
  /** Values of `acr` with which this provider reports that two factors were given (AUTH-19); they are requested there. */
  readonly twoFactorContexts: readonly string[];
}

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Reads `OIDC_*` (OPS-02). All three variables that name the provider must be set, or none. Plain http is accepted for this
 * machine only.
 */
export function readOidc(read: EnvironmentReader): OidcConfig | undefined {
  const autoProvision = read.flag('OIDC_AUTO_PROVISION');
  const twoFactorContexts = (read.text('OIDC_TWO_FACTOR_ACR') ?? '').split(/\s+/).filter((one) => one !== '');
  const issuer = readIssuer(read);
  const clientId = read.text('OIDC_CLIENT_ID');
  const clientSecret = read.text('OIDC_CLIENT_SECRET');
  const set = needed.filter((variable) => read.isSet(variable));
  if (set.length === 0) {
    if (autoProvision === true)
      read.refuse('OIDC_AUTO_PROVISION', 'has no effect without OIDC_ISSUER: nobody signs in by a provider');
    return undefined;
  }
  for (const variable of needed) {
    if (!set.includes(variable)) read.refuse(variable, `is required with ${set.join(' and ')}`);
  }
  if (!issuer || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, autoProvision: autoProvision ?? false, twoFactorContexts };
}

function readIssuer(read: EnvironmentReader): URL | undefined {
  const issuer = read.url('OIDC_ISSUER', ['https:', 'http:']);
  if (!issuer) return undefined;
  if (issuer.search !== '' || issuer.hash !== '' || issuer.username !== '' || issuer.password !== '') {
    read.refuse('OIDC_ISSUER', 'must be scheme, host and path only, as the provider names itself');
  } else if (issuer.protocol === 'http:' && !loopback.has(issuer.hostname)) {
    read.refuse('OIDC_ISSUER', 'must begin with https://: who signs in would be told over the open network');
  }
  return issuer;
}
