/** The claims of an ID token about the sign-in of its person: `amr` by RFC 8176, `acr` by OpenID Connect. */
export interface FactorClaims {
  readonly amr?: unknown;
  readonly acr?: unknown;
}

/** Methods of RFC 8176 by the kind of factor: knowledge, possession, body. */
const kinds: readonly ReadonlySet<string>[] = [
  new Set(['pwd', 'pin', 'kba']),
  new Set(['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop']),
  new Set(['face', 'fpt', 'iris', 'retina', 'vbm']),
];

/** Contexts that always mean several factors: those of OpenID EAP, and that of REFEDS. */
const knownContexts: readonly string[] = ['phr', 'phrh', 'https://refeds.org/profile/mfa'];

/**
 * Returns whether the provider reports that the person gave two factors (AUTH-19): `mfa` or methods of two kinds in `amr`, or a
 * context in `acr` with this meaning, by a standard or in this organization (`contexts`). Factors that it does not report do not
 * count.
 */
export function gaveTwoFactors({ amr, acr }: FactorClaims, contexts: readonly string[]): boolean {
  if (typeof acr === 'string' && (knownContexts.includes(acr) || contexts.includes(acr))) return true;
  if (!Array.isArray(amr)) return false;
  const methods: readonly unknown[] = amr;
  if (methods.includes('mfa')) return true;
  return (
    kinds.filter((kind) => methods.some((method) => typeof method === 'string' && kind.has(method))).length >
    1
  );
}
