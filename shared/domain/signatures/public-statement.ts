import { canonicalForm, canonicalHash, canonicalInstant } from './canonical.ts';

/** The version of the canonical form of a public statement. */
const PUBLIC_STATEMENT_VERSION = 1;

/** The records that get a public-key signature (SIG-04): a certificate with its completion, or any other signature. */
export const publiclySigned = ['certificates', 'signatures'] as const;

/** One of {@link publiclySigned}. */
export type PubliclySigned = (typeof publiclySigned)[number];

/** The time of the signature: when the record was created, or later, when the installation got this feature. */
export type PublicOccasion = 'signing' | 'afterwards';

/** The statement of a public-key signature (SIG-04): this text existed at this time. */
export interface PublicStatement {
  /** SHA-256 of the canonical text. */
  readonly textHash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly madeAt: string;
  readonly occasion: PublicOccasion;
}

const form = canonicalForm('publicStatement', PUBLIC_STATEMENT_VERSION, ['textHash', 'madeAt', 'occasion']);

/** Returns the text that the installation signs with Ed25519 (SIG-04); RangeError for values that cannot be in a statement. */
export function publicStatementText({ textHash, madeAt, occasion }: PublicStatement): string {
  return form([canonicalHash(textHash), canonicalInstant(madeAt), occasion]);
}
