import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { canonicalForm, canonicalHash, canonicalInstant } from '../signatures/canonical.ts';

/** The version of the canonical form of a certificate; a changed form gets the next one, old ones keep theirs. */
const CERTIFICATE_VERSION = 1;

/**
 * The facts of a certificate that the installation signs (LRN-05). They are the content of the paper, and the hashes of the
 * completion and its signature, so that one public-key signature covers all three. The name is the one in the signature. A
 * completion without a signature names nobody here, because the name of an account may change or be erased (USR-08).
 */
export interface CertificateSigned {
  readonly number: string;
  readonly code: string;
  readonly issuedAt: string;
  readonly name: string | null;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly score: number | null;
  readonly completedAt: string;
  readonly timeZone: string;
  readonly kind: CompletionKind;
  readonly expiresOn: string | null;
  readonly meaning: string | null;
  readonly signedAt: string | null;
  /** SHA-256 of the canonical text of the training record. */
  readonly recordHash: string;
  /** SHA-256 of the canonical text of its signature, null without one. */
  readonly signatureHash: string | null;
}

const form = canonicalForm('certificate', CERTIFICATE_VERSION, [
  'number',
  'code',
  'issuedAt',
  'name',
  'moduleTitle',
  'moduleReference',
  'versionNumber',
  'score',
  'completedAt',
  'timeZone',
  'kind',
  'expiresOn',
  'meaning',
  'signedAt',
  'recordHash',
  'signatureHash',
]);

/** Returns the text of a certificate whose hash the public-key signature covers; RangeError for values that cannot be in one. */
export function certificateText(certificate: CertificateSigned): string {
  return form([
    certificate.number,
    certificate.code,
    canonicalInstant(certificate.issuedAt),
    certificate.name,
    certificate.moduleTitle,
    certificate.moduleReference,
    certificate.versionNumber,
    certificate.score,
    canonicalInstant(certificate.completedAt),
    certificate.timeZone,
    certificate.kind,
    certificate.expiresOn,
    certificate.meaning,
    certificate.signedAt === null ? null : canonicalInstant(certificate.signedAt),
    canonicalHash(certificate.recordHash),
    certificate.signatureHash === null ? null : canonicalHash(certificate.signatureHash),
  ]);
}
