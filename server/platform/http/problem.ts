import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, ownReason, type ErrorCode, type Problem } from '#shared/contract/errors.ts';
import { reasonInSchema } from '#shared/reasons/in-schema.ts';
import type { FieldError, PlainReason } from '#shared/reasons/reasons.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import { isDatabaseUnavailable } from '#server/platform/postgres/unavailable.ts';

/** The meaning of PostgreSQL's error classes for a caller; everything else is INTERNAL (SEC-01). */
const databaseCodes: Readonly<Record<string, ErrorCode>> = {
  '23505': 'DUPLICATE',
  '23503': 'CONFLICT',
  '23P01': 'CONFLICT',
  '23514': 'VALIDATION_FAILED',
  '22003': 'VALIDATION_FAILED',
  '22007': 'VALIDATION_FAILED',
  '22008': 'VALIDATION_FAILED',
  '22021': 'VALIDATION_FAILED',
  '22P02': 'VALIDATION_FAILED',
  '22P05': 'VALIDATION_FAILED',
  '40001': 'CONFLICT',
  '40P01': 'CONFLICT',
  '55P03': 'TIMEOUT',
  '57014': 'TIMEOUT',
  '53100': 'STORAGE_FULL',
};

/** The codes with a time after which to try again. */
const waiting: ReadonlySet<ErrorCode> = new Set([
  'TOO_MANY_ATTEMPTS',
  'TOO_MANY_CALLS',
  'UPLOAD_LIMIT_REACHED',
  'PREPARING',
]);

/** The messages of the multipart parser for an invalid body; it has no codes. */
const multipartTexts = /^Multipart: |end of multipart data$/;
const tooMany = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** Turns any error into the code that the caller may know; unexpected ones become INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('INTERNAL');
  const code = 'code' in error ? String(error.code) : '';
  const known = databaseCodes[code];
  if (known) return new AppError(known);
  if (isDatabaseUnavailable(error)) return new AppError('DATABASE_UNAVAILABLE');
  if (code === 'ENOSPC') return new AppError('STORAGE_FULL');
  if (code.startsWith('FST_')) return fromFastify(error, code);
  if (multipartTexts.test(error.message)) return new AppError('MALFORMED_BODY');
  return new AppError('INTERNAL');
}

function fromFastify(error: Error, code: string): AppError {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE' || tooMany.has(code)) {
    return new AppError('BODY_TOO_LARGE');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new AppError('NOT_FOUND');
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? new AppError('MALFORMED_BODY') : new AppError('INTERNAL');
}

/** Field errors of a refused schema, with paths in dot notation. */
export function fieldErrors(error: z.ZodError): readonly FieldError[] {
  return error.issues.flatMap((issue): readonly FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].map(String).join('.'),
        reason: 'unknown_field',
      }));
    }
    return [{ path: issue.path.map(String).join('.'), ...reasonInSchema(issue.message) }];
  });
}

const problemType = 'application/problem+json; charset=utf-8';

function problemOf({ code, status, said, errors, extra }: AppError): Problem {
  return {
    ...extra,
    type: `urn:traintrail:error:${code.toLowerCase().replaceAll('_', '-')}`,
    title: sentenceOf({ reason: ownReason(code) }),
    status,
    code,
    reason: said.reason,
    params: said.params ?? {},
    detail: sentenceOf(said),
    ...(errors && {
      errors: errors.map((error) => ({
        path: error.path,
        reason: error.reason,
        params: error.params ?? {},
        message: sentenceOf(error),
      })),
    }),
  };
}

/** Answers bytes that are not an HTTP request, or one whose head is too large: there is no request to answer, only a socket. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const refusal = connectionRefusal(error.code);
  const body = JSON.stringify(problemOf(refusal));
  const head = [
    `HTTP/1.1 ${String(refusal.status)} ${STATUS_CODES[refusal.status] ?? ''}`,
    `content-type: ${problemType}`,
    `content-length: ${String(Buffer.byteLength(body))}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function connectionRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('BODY_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  return new AppError('MALFORMED_BODY', { reason: 'request_unreadable' });
}

/** Creates the error for an invalid header; its name replaces a field's path. */
export function wrongHeader(name: string, reason: PlainReason): AppError {
  return new AppError('VALIDATION_FAILED', { errors: [{ path: name, reason }] });
}

/**
 * Node.js reports this for a body whose sender has disconnected. There is no client to answer, and the server is not at fault
 * (SEC-05).
 */
function isBrokenOff({ raw }: FastifyRequest, error: unknown): boolean {
  if (raw.complete || !raw.destroyed) return false;
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && !('syscall' in error);
}

/** How an error is written for its caller. */
export interface ErrorForm {
  readonly mediaType: string;
  readonly statusOf: (error: AppError) => number;
  readonly bodyOf: (error: AppError, requestId: string) => object;
}

/** Problem JSON (RFC 9457): the form of every call that declares no other. */
const problemForm: ErrorForm = {
  mediaType: problemType,
  statusOf: ({ status }) => status,
  bodyOf: (error, requestId) => ({ ...problemOf(error), requestId }),
};

/** Answers with an error; unexpected ones are logged with their request id and reveal no internals. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  form: ErrorForm = problemForm,
): FastifyReply {
  const known = isBrokenOff(request, error)
    ? new AppError('MALFORMED_BODY', { reason: 'request_broken_off' })
    : toAppError(error);
  if (known.code === 'INTERNAL' || known.code === 'INTEGRITY_FAILED') {
    request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  } else if (known.status >= 500) {
    request.log.warn({ err: error, requestId: request.id, code: known.code }, 'dependency failed');
  }
  // RFC 6750: a caller with a token is informed that the token is the cause.
  if (known.status === 401 && request.headers.authorization !== undefined)
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (known.status === 503) reply.header('retry-after', '5');
  if (waiting.has(known.code) && typeof known.extra?.['retryAfter'] === 'number') {
    reply.header('retry-after', String(known.extra['retryAfter']));
  }
  return reply
    .removeHeader('content-encoding')
    .code(form.statusOf(known))
    .header('cache-control', 'no-store')
    .type(form.mediaType)
    .send(JSON.stringify(form.bodyOf(known, request.id)));
}
