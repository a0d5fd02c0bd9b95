import type { PasskeyAnswer } from '#shared/contract/passkey-answers.ts';
import { ApiError } from '#app/lib/api-error.ts';

/**
 * The input of a signer (SIG-01): the password or a confirmation at the provider, the meaning that was shown, and the
 * authenticator's code if one is enrolled.
 */
export interface SignatureInput {
  readonly password?: string;
  /** The intent that was confirmed at the provider, instead of the password. */
  readonly confirmation?: string;
  /** Instead of the password: `challenge` first, then the passkey's answer to it (AUTH-19). */
  readonly passkey?: 'challenge' | PasskeyAnswer;
  readonly meaning: string;
  readonly code?: string;
}

/** A new signature, as it is confirmed to the signer (SIG-01). */
export interface CreatedSignature {
  readonly printedName: string;
  readonly signedAt: string;
  readonly timeZone: string;
  readonly meaning: string;
  readonly certificateUrl: string | null;
}

/** Returns the error with the paths of the form: the server names fields below `signature`. */
export function atFormFields(error: ApiError): ApiError {
  if (!error.problem) return error;
  const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(/^signature\./, '') }));
  return new ApiError(error.status, error.detail, { ...error.problem, errors });
}
