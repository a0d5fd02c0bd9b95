import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { SignatureFault } from './signature.ts';

/**
 * The reasons why a signature shows as not valid: a fault of the record, a key that this installation does not have or no
 * longer used, or no signature at all (SIG-04).
 */
export type SignatureReasonCode = SignatureFault | 'unknown_key' | 'retired_key' | 'missing';

/** The reason of each fault, on screens, PDF, CSV and certificate (SIG-04). */
export const signatureReasons = {
  moved: 'signature_moved',
  record_changed: 'signature_record_changed',
  content_changed: 'signature_content_changed',
  signature_changed: 'signature_itself_changed',
  unknown_key: 'signature_unknown_key',
  retired_key: 'signature_retired_key',
  missing: 'signature_missing',
} as const satisfies Readonly<Record<SignatureReasonCode, PlainReason>>;

/** The reasons of {@link signatureReasons}. */
export const signatureReasonValues = Object.values(signatureReasons);
