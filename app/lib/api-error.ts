import type { ErrorCode, FieldProblem, Problem } from '#shared/contract/errors.ts';

/**
 * A call that was not answered with success (SPEC §8): the message is the status code, a colon, a space and the detail.
 * Status 0 with code `UNREACHABLE` means that no answer arrived.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The server's message, without the status. */
  readonly detail: string;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNKNOWN';
  /** The wrong fields, with the text to show at each. */
  readonly errors: readonly FieldProblem[];
  /** The whole answer, if it was problem JSON: some codes contain more (RFC 9457 extensions). */
  readonly problem: Problem | undefined;

  constructor(status: number, detail: string, problem?: Problem) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.code = problem?.code ?? (status === 0 ? 'UNREACHABLE' : 'UNKNOWN');
    this.errors = problem?.errors ?? [];
    this.problem = problem;
  }
}

/** Returns true for the 401 that ends a session (SPEC §8): its message starts with 401 and contains 'Unauthorized'. */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof ApiError && error.message.startsWith('401') && error.message.includes('Unauthorized')
  );
}

/** Returns true if the server said that the object does not exist, or that this person may not see it (DESIGN rule 2). */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns the {@link ApiError} for an answer's status and body: problem JSON, other text, or the status text when empty. */
export function toApiError(status: number, statusText: string, body: string): ApiError {
  const problem = parseProblem(body);
  if (problem) return new ApiError(status, problem.detail, problem);
  return new ApiError(status, body.trim() === '' ? statusText : body);
}

function parseProblem(body: string): Problem | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isProblem(parsed) ? parsed : undefined;
  } catch (error) {
    // Not JSON after all (a proxy's page, for instance): the text itself is the message.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'detail' in value &&
    typeof value.detail === 'string'
  );
}
