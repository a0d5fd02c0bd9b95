import type { RecordValidity } from '#server/domains/assignments/index.ts';
import type { SignatureState } from '#shared/contract/signatures.ts';

const words: Readonly<Record<SignatureState, string>> = {
  valid: 'valid',
  not_valid: 'not valid',
  not_signed: 'not signed',
};

/**
 * Returns the word for a signature in files for machines, the same in every language (SIG-04); a completion from a source has
 * none, and the word says so (USR-09).
 */
export const signatureWord = ({ state, kind }: Pick<RecordValidity, 'state' | 'kind'>): string =>
  state === 'not_signed' && kind === 'from_source' ? 'recorded from source' : words[state];
