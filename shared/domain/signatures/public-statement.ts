import { canonicalForm, canonicalHash, canonicalInstant } from './canonical.ts';

/** The version of the canonical form of a public statement. */
const PUBLIC_STATEMENT_VERSION = 1;

/** What gets a public-key signature (SIG-04): a certificate with its completion, or any other signature. */
export const publiclySigned = ['certificates', 'signatures'] as const;

/** One of {@link publiclySigned}. */
export type PubliclySigned = (typeof publiclySigned)[number];

/** Whether a record was signed when it was made, or later, when the installation learned to. */
export type PublicOccasion = 'signing' | 'afterwards';

/** What a public-key signature states (SIG-04): this text existed at this time. */
export interface PublicStatement {
  /** SHA-256 of the canonical text. */
  readonly textHash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly madeAt: string;
  readonly occasion: PublicOccasion;
}

const form = canonicalForm('publicStatement', PUBLIC_STATEMENT_VERSION, ['textHash', 'madeAt', 'occasion']);

/** The text that the installation signs with Ed25519 (SIG-04); RangeError for what cannot be in a statement. */
export function publicStatementText({ textHash, madeAt, occasion }: PublicStatement): string {
  return form([canonicalHash(textHash), canonicalInstant(madeAt), occasion]);
}
