import { compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { CertificateValidity } from '#shared/domain/certificates/validity.ts';
import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';

/** The validity of a certificate (LRN-05, SIG-04). */
export type CertificateStatus = CertificateValidity;

/** The facts that decide the status. */
export interface CertificateFacts {
  /** Why the completion is not what was signed; null while it is. */
  readonly reasonCode: SignatureReasonCode | null;
  /** The end that the certificate names and the one that was recorded. */
  readonly expiresOn: CalendarDate | null;
  readonly recordedExpiresOn: CalendarDate | null;
  readonly revoked: boolean;
  /** Today in the zone of the record. */
  readonly today: CalendarDate;
}

/**
 * Returns the validity of a certificate. A certificate that was tampered with is never valid. On its last day it is still valid
 * (MTX-08).
 */
export function certificateStatus(facts: CertificateFacts): {
  readonly status: CertificateStatus;
  readonly reasonCode: SignatureReasonCode | null;
} {
  const moved = facts.expiresOn !== facts.recordedExpiresOn ? 'record_changed' : null;
  const reasonCode = facts.reasonCode ?? moved;
  if (reasonCode !== null) return { status: 'not_valid', reasonCode };
  if (facts.revoked) return { status: 'revoked', reasonCode: null };
  const expired = facts.expiresOn !== null && compareDates(facts.expiresOn, facts.today) < 0;
  return { status: expired ? 'expired' : 'valid', reasonCode: null };
}
