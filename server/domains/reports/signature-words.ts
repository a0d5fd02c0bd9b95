import type { SignatureState } from '#shared/contract/signatures.ts';

/** What files for machines say of a signature, the same in every language (SIG-04). */
export const signatureWords: Readonly<Record<SignatureState, string>> = {
  valid: 'valid',
  not_valid: 'not valid',
  not_signed: 'not signed',
};
