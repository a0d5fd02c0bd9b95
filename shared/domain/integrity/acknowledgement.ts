import { canonicalHash, canonicalInstant, canonicalText } from '../signatures/canonical.ts';

/** The version of the canonical form; a changed form gets the next one, old ones keep theirs (SIG-01). */
const VERSION = 1;

/** The statement about findings that an administrator signs (AUD-04): the findings, and the action taken. */
export interface AcknowledgementOfFindings {
  readonly acknowledgementId: number;
  /** SHA-256 over the identities of the findings. */
  readonly findingsHash: string;
  readonly findingsCount: number;
  readonly reason: string;
  readonly signedBy: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
}

/** Returns the text whose UTF-8 bytes are hashed and signed (SIG-01). */
export function acknowledgementOfFindingsText(signed: AcknowledgementOfFindings): string {
  return canonicalText('findings', VERSION, [
    ['acknowledgementId', signed.acknowledgementId],
    ['findingsHash', canonicalHash(signed.findingsHash)],
    ['findingsCount', signed.findingsCount],
    ['reason', signed.reason],
    ['signedBy', signed.signedBy],
    ['signedAt', canonicalInstant(signed.signedAt)],
  ]);
}
