import type { z } from 'zod';
import type { documentSignature } from '#shared/contract/hr-schemas.ts';
import type { CreatedSignature } from '#app/features/signing/signature-input.ts';

/** Returns the signature that the server has just stored, for the confirmation in the dialog (SIG-01). */
export function signatureToShow(
  signature: z.output<typeof documentSignature> | null | undefined,
): CreatedSignature {
  if (!signature?.printedName || !signature.signedAt || !signature.timeZone || !signature.meaning) {
    throw new Error('The server has stored no signature');
  }
  const { printedName, signedAt, timeZone, meaning } = signature;
  return { printedName, signedAt, timeZone, meaning, certificateUrl: null };
}
