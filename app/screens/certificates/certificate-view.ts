import type { certificatesContract } from '#shared/contract/certificates.ts';
import type { RowOf } from '#app/lib/client.ts';

/** A certificate as its owner's list shows it (LRN-04). */
export type OwnCertificate = RowOf<typeof certificatesContract.list>;

/** The columns and orders of the list; by default the latest completion is first. */
export const sortKeys = ['completedAt', 'moduleTitle', 'number', 'expiresOn'] as const;

/** Cards, or lines to compare. */
export type CertificateLook = 'gallery' | 'list';

/** Returns the look for a text of the address. */
export function lookOf(text: string): CertificateLook {
  return text === 'list' ? 'list' : 'gallery';
}
