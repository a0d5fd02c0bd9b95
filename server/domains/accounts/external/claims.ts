import { fetchUserInfo, type authorizationCodeGrant, type Configuration } from 'openid-client';
import { gaveTwoFactors } from '#shared/domain/access/provider-factors.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { ExternalIdentity } from './accounts-at-provider.ts';
import { ExternalRefusal } from './failures.ts';
import type { ExternalProfile, ProviderProof } from './proof.ts';
import { memoryOf } from './provider-session.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Tokens whose ID token has been checked. */
type CheckedTokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/** Returns the proof in checked tokens. Throws ExternalRefusal if they name nobody. */
export function proofByTokens(config: Config, provider: Configuration, tokens: CheckedTokens): ProviderProof {
  const identity = identityOf(tokens);
  const { amr, acr }: Claims = tokens.claims() ?? {};
  return {
    identity,
    authenticatedAt: authenticatedAt(tokens),
    twoFactors: gaveTwoFactors({ amr, acr }, config.oidc?.twoFactorContexts ?? []),
    profile: () => profileOf(provider, tokens, identity.subject),
    memory: (userId) => memoryOf(config, userId, tokens.id_token),
  };
}

/** Issuer and subject of a checked ID token. */
function identityOf(tokens: CheckedTokens): ExternalIdentity {
  const { iss, sub } = tokens.claims() ?? {};
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > 255) {
    throw new ExternalRefusal('failed', 'the ID token names nobody');
  }
  return { issuer: iss, subject: sub };
}

/** The time at which the provider last identified the person, in seconds since 1970; null if the provider does not report it. */
function authenticatedAt(tokens: CheckedTokens): number | null {
  const time = tokens.claims()?.['auth_time'];
  return typeof time === 'number' && time >= 0 ? time : null;
}

/** Address and names, from the ID token, otherwise from the provider's userinfo, which conforming providers use for them. */
async function profileOf(
  provider: Configuration,
  tokens: CheckedTokens,
  subject: string,
): Promise<ExternalProfile> {
  const claims: Claims = tokens.claims() ?? {};
  const { userinfo_endpoint: userinfo } = provider.serverMetadata();
  const complete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  if (complete || userinfo === undefined) return profileFrom(claims);
  return profileFrom(await fetchUserInfo(provider, tokens.access_token, subject));
}

function profileFrom(claims: Claims): ExternalProfile {
  return {
    email: textOf(claims['email']),
    // Only a plain `true` of the provider counts; a missing claim or the text 'true' does not (T18).
    emailVerified: claims['email_verified'] === true,
    firstName: textOf(claims['given_name']),
    lastName: textOf(claims['family_name']),
  };
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;
}
