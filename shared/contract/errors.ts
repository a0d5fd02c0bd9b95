/** Every error code of the API with its HTTP status and its default text (DESIGN rule 10; RFC 9457 on the wire). */
export const errorCodes = {
  VALIDATION_FAILED: [422, 'Some fields need attention.'],
  MALFORMED_BODY: [400, 'The request body could not be read.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON, or multipart where files are expected.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Try again over a faster connection.'],
  BODY_TOO_LARGE: [413, 'The request is larger than this call allows.'],
  UNAUTHENTICATED: [401, 'Unauthorized'],
  SIGN_IN_REFUSED: [401, 'Invalid email or password. Please try again.'],
  SECOND_FACTOR_REFUSED: [401, 'This code is incorrect. Please try again.'],
  SIGN_IN_OVER: [401, 'This took too long. Please enter your password again.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts. Please wait and try again.'],
  FORBIDDEN: [403, 'You do not have permission to do this.'],
  CROSS_ORIGIN: [403, 'This request came from another site and was refused.'],
  PASSWORD_CHANGE_REQUIRED: [403, 'Change your password to continue.'],
  TWO_FACTOR_REQUIRED: [403, 'Set up two-factor sign-in to continue.'],
  STEP_UP_REQUIRED: [403, 'Confirm your identity to continue.'],
  PASSKEY_CHALLENGE: [409, 'Confirm with your passkey.'],
  PASSKEY_REFUSED: [401, 'This passkey was not accepted. Try again or sign in another way.'],
  CODE_REFUSED: [422, 'This code is incorrect.'],
  LINK_DEAD: [400, 'This link no longer works.'],
  PASSWORD_REFUSED: [422, 'This password cannot be used.'],
  CURRENT_PASSWORD_WRONG: [422, 'The current password is incorrect.'],
  ADMIN_ACCOUNT: [403, 'Passwords of admin accounts are not viewed or set by others.'],
  NOT_FOUND: [404, 'Not found.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not offered here.'],
  CONFLICT: [409, 'This no longer fits what is stored.'],
  STALE: [409, 'Someone changed this in the meantime.'],
  DUPLICATE: [409, 'This already exists.'],
  ILLEGAL_STEP: [409, 'This step is not possible from the current status.'],
  SIGNATURE_REQUIRED: [409, 'This completion needs a signature.'],
  SIGNATURE_AGREEMENT_REQUIRED: [409, 'Accept first that your electronic signature binds you.'],
  SIGNING_CLOSED: [409, 'Someone else changed this account. Confirm your identity before you sign.'],
  SIGNATURE_REFUSED: [422, 'The signature was refused.'],
  CLOCK_WRONG: [
    503,
    'Nothing can be signed right now: the clock of the server is wrong. Ask an administrator to correct it, then try again.',
  ],
  TEMPORARY_PASSWORD: [403, 'Choose your own password before you sign.'],
  CONTENT_NOT_SEEN: [409, 'The content has not been seen completely yet.'],
  CONTENT_NOT_AVAILABLE: [409, 'Content Not Available'],
  QUIZ_PASSED: [409, 'This quiz is passed already.'],
  NO_ATTEMPTS_LEFT: [409, 'No attempts are left.'],
  COOLING_DOWN: [409, 'The next attempt is not possible yet.'],
  ATTEMPT_HANDED_IN: [409, 'This attempt has already been submitted.'],
  REASON_REQUIRED: [422, 'A reason is needed for this.'],
  ALREADY_ASSIGNED: [409, 'This training is already assigned.'],
  AMBIGUOUS_NAME: [409, 'This name exists in more than one organization.'],
  EFFECT_CHANGED: [409, 'The effect has changed since you saw it.'],
  TWO_FACTOR_ENROL: [409, 'Enrol an authenticator first.'],
  IDEMPOTENCY_CONFLICT: [409, 'This Idempotency-Key was used for another request.'],
  FILE_REFUSED: [422, 'This file cannot be accepted.'],
  UPLOAD_LIMIT_REACHED: [429, 'You have reached the daily upload limit. Try again later.'],
  PACKAGE_NOT_PLAYED: [422, 'Course packages cannot be played here yet.'],
  FILE_TOO_LARGE: [413, 'This file is larger than allowed.'],
  INTEGRITY_FAILED: [500, 'The stored file does not match its checksum and is not served.'],
  PROOF_REFUSED: [409, 'There is no proof for this record because its signature is not valid.'],
  PROOF_PENDING: [409, 'The proof is still being prepared. Try again in a few minutes.'],
  KEY_CHANGED: [500, 'The secret key of this installation has changed: this can no longer be read.'],
  STORAGE_FULL: [507, 'There is not enough space to store this.'],
  DATABASE_UNAVAILABLE: [503, 'The database cannot be reached at the moment.'],
  STOPPING: [503, 'This server is shutting down.'],
  PREPARING: [409, 'The figures of that day are being prepared. They are here as soon as they are counted.'],
  TIMEOUT: [503, 'This took too long and was stopped.'],
  INTERNAL: [500, 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [number, string]>;

/** One of the codes of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** One field that is wrong: its path in dot notation and the message to show at it (SPEC §5). */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What goes over the wire when a call fails: problem JSON of RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly requestId?: string;
  readonly [extra: string]: unknown;
}

/** An error that a rule or command raises on purpose; the http layer turns it into a {@link Problem}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    options: { detail?: string; errors?: readonly FieldError[]; extra?: Record<string, unknown> } = {},
  ) {
    const [status, text] = errorCodes[code];
    super(options.detail ?? text);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.errors = options.errors;
    this.extra = options.extra;
  }
}
