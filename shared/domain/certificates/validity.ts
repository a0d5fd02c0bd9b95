/** The validity of a certificate (LRN-05, SIG-04). */
export const certificateStates = ['valid', 'expired', 'revoked', 'not_valid'] as const;

/** One of {@link certificateStates}. */
export type CertificateValidity = (typeof certificateStates)[number];

/** The number of days before its end from which a certificate shows the days left (LRN-04). */
export const EXPIRES_SOON_DAYS = 60;

/** The text in the lists of certificates (LRN-04). */
export type ValidityText =
  | { readonly kind: CertificateValidity }
  | { readonly kind: 'expires_today' }
  | { readonly kind: 'expires_in'; readonly days: number };

/** 'Valid', 'Expires in N days' within 60 days, 'Expires today', 'Expired', 'Revoked' or 'Not valid' (LRN-04). */
export function validityText(status: CertificateValidity, expiresInDays: number | null): ValidityText {
  if (status !== 'valid' || expiresInDays === null || expiresInDays > EXPIRES_SOON_DAYS)
    return { kind: status };
  return expiresInDays <= 0 ? { kind: 'expires_today' } : { kind: 'expires_in', days: expiresInDays };
}
