/** What an ID token says about how its person signed in: `amr` by RFC 8176, `acr` by OpenID Connect. */
export interface FactorClaims {
  readonly amr?: unknown;
  readonly acr?: unknown;
}

/** Methods of RFC 8176 by what they prove: something known, something held, something of the body. */
const kinds: readonly ReadonlySet<string>[] = [
  new Set(['pwd', 'pin', 'kba']),
  new Set(['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop']),
  new Set(['face', 'fpt', 'iris', 'retina', 'vbm']),
];

/** Contexts that always mean several factors: those of OpenID EAP, and that of REFEDS. */
const knownContexts: readonly string[] = ['phr', 'phrh', 'https://refeds.org/profile/mfa'];

/**
 * Whether the provider says that the person gave two factors (AUTH-19): `mfa` or methods of two kinds in `amr`, or a context in `acr`
 * that means so, by a standard or in this organization (`contexts`). What it does not say was not given.
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
