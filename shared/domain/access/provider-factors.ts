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

/** The contexts of OpenID EAP and of REFEDS, which always mean several factors. */
const knownContexts: readonly string[] = ['phr', 'phrh', 'https://refeds.org/profile/mfa'];

/**
 * Returns whether the provider reports that the person gave two factors (AUTH-19). It may report `mfa` or methods of two kinds in
 * `amr`. Or it may report a context in `acr` that means two factors, by a standard or in this organization (`contexts`). Factors
 * that it does not report do not count.
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
