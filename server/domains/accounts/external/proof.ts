import type { ExternalIdentity } from './accounts-at-provider.ts';

/** The provider's data about the person; unlike the identity, it is unproven. */
export interface ExternalProfile {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The proof of a person by a provider, by OpenID Connect (AUTH-03) or SAML (AUTH-18): everything after it is the same. */
export interface ProviderProof {
  readonly identity: ExternalIdentity;
  /**
   * The time at which the provider last identified the person, in seconds since 1970; null if the provider does not report it.
   */
  readonly authenticatedAt: number | null;
  /** Whether the provider says that the person gave two factors (AUTH-19). */
  readonly twoFactors: boolean;
  /** Address and names; needed only when the person comes for the first time. */
  readonly profile: () => Promise<ExternalProfile>;
  /** The data that the session of an account stores in order to end the session at the provider. */
  readonly memory: (userId: string) => Readonly<Record<string, unknown>>;
}
