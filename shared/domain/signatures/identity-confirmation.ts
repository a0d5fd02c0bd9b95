import { canonicalInstant, canonicalText } from './canonical.ts';

/** The version of the canonical form; a changed form gets the next one, old ones keep theirs (SIG-01). */
const VERSION = 1;

/** The statement that a person signs to confirm the identity of another (SIG-05). */
export interface IdentityConfirmation {
  readonly confirmationId: number;
  readonly personId: string;
  /** The ids of what had closed signing, in order. */
  readonly closures: readonly number[];
  readonly reason: string;
  readonly confirmedBy: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly confirmedAt: string;
}

/** Returns the text whose UTF-8 bytes are hashed and signed (SIG-01). */
export function identityConfirmationText(signed: IdentityConfirmation): string {
  return canonicalText('identity', VERSION, [
    ['confirmationId', signed.confirmationId],
    ['personId', signed.personId],
    ['closures', signed.closures.join(' ')],
    ['reason', signed.reason],
    ['confirmedBy', signed.confirmedBy],
    ['confirmedAt', canonicalInstant(signed.confirmedAt)],
  ]);
}
