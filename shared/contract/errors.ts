import type { FieldError, PlainReason, Reason, ReasonWithParams } from '#shared/reasons/reasons.ts';

/**
 * Every error code of the API with its HTTP status (DESIGN rule 10; RFC 9457 on the wire). Each has a reason with its name in lower case,
 * which is used if no more precise one is known.
 */
export const errorCodes = {
  VALIDATION_FAILED: 422,
  MALFORMED_BODY: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUEST_TIMEOUT: 408,
  BODY_TOO_LARGE: 413,
  UNAUTHENTICATED: 401,
  SIGN_IN_REFUSED: 401,
  SECOND_FACTOR_REFUSED: 401,
  SIGN_IN_OVER: 401,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_CALLS: 429,
  FORBIDDEN: 403,
  CROSS_ORIGIN: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  TWO_FACTOR_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  PASSKEY_CHALLENGE: 409,
  PASSKEY_REFUSED: 401,
  CODE_REFUSED: 422,
  LINK_DEAD: 400,
  PASSWORD_REFUSED: 422,
  CURRENT_PASSWORD_WRONG: 422,
  ADMIN_ACCOUNT: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  STALE: 409,
  DUPLICATE: 409,
  ILLEGAL_STEP: 409,
  SIGNATURE_REQUIRED: 409,
  SIGNATURE_AGREEMENT_REQUIRED: 409,
  SIGNING_CLOSED: 409,
  SIGNATURE_REFUSED: 422,
  CLOCK_WRONG: 503,
  TEMPORARY_PASSWORD: 403,
  CONTENT_NOT_SEEN: 409,
  CONTENT_NOT_AVAILABLE: 409,
  QUIZ_PASSED: 409,
  NO_ATTEMPTS_LEFT: 409,
  COOLING_DOWN: 409,
  ATTEMPT_HANDED_IN: 409,
  REASON_REQUIRED: 422,
  ALREADY_ASSIGNED: 409,
  AMBIGUOUS_NAME: 409,
  EFFECT_CHANGED: 409,
  TWO_FACTOR_ENROL: 409,
  IDEMPOTENCY_CONFLICT: 409,
  FILE_REFUSED: 422,
  UPLOAD_LIMIT_REACHED: 429,
  PACKAGE_NOT_PLAYED: 422,
  FILE_TOO_LARGE: 413,
  INTEGRITY_FAILED: 500,
  PROOF_REFUSED: 409,
  PROOF_PENDING: 409,
  KEY_CHANGED: 500,
  STORAGE_FULL: 507,
  DATABASE_UNAVAILABLE: 503,
  STOPPING: 503,
  PREPARING: 409,
  TIMEOUT: 503,
  INTERNAL: 500,
} as const satisfies Readonly<Record<string, number>>;

/** One of the codes of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** A {@link FieldError} on the wire: with the English sentence of its reason. */
export interface FieldProblem {
  readonly path: string;
  readonly reason: Reason;
  readonly params: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** The body of a failed call: problem JSON of RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** Why, more precisely than the code. */
  readonly reason: Reason;
  readonly params: Readonly<Record<string, string | number>>;
  /** The English sentence of the reason. */
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  readonly requestId?: string;
  readonly [extra: string]: unknown;
}

/** The fields of an {@link AppError} in addition to its code. */
export type AppErrorOptions = (ReasonWithParams | { readonly reason?: undefined }) & {
  readonly errors?: readonly FieldError[];
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Returns the reason with the name of a code. */
export const ownReason = (code: ErrorCode): PlainReason => code.toLowerCase() as Lowercase<ErrorCode>;

/**
 * An error that a rule or command raises on purpose; the http layer turns it into a {@link Problem}. Without a reason it has that of its
 * first field, or the code's own if several fields of a request are wrong.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly said: ReasonWithParams;
  readonly errors: readonly FieldError[] | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const said = outcomeMessage(code, options);
    super(`${code}: ${said.reason}`);
    this.name = 'AppError';
    this.code = code;
    this.status = errorCodes[code];
    this.said = said;
    this.errors = options.errors;
    this.extra = options.extra;
  }
}

function outcomeMessage(code: ErrorCode, options: AppErrorOptions): ReasonWithParams {
  if (options.reason !== undefined) return bare(options);
  const [first, second] = options.errors ?? [];
  if (first && (!second || code !== 'VALIDATION_FAILED')) return bare(first);
  return { reason: ownReason(code) };
}

const bare = ({ reason, params }: ReasonWithParams): ReasonWithParams =>
  ({ reason, ...(params && { params }) }) as ReasonWithParams;
