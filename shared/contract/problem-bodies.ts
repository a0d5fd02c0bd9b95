import { z } from 'zod';
import { instant } from '#shared/contract/common.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { closedSigning } from '#shared/contract/signing-identity.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { isOpenToTokens } from '#shared/contract/token-access.ts';

const retryAfter = { retryAfter: z.int().meta({ description: 'Seconds to wait, also in Retry-After.' }) };

/**
 * The fields of a code's problem in addition to the fields that all problems have (RFC 9457 'Extension Members'); other
 * codes have none.
 */
export const problemBodies: Readonly<Partial<Record<ErrorCode, z.ZodObject>>> = {
  STALE: z.object({
    current: z.unknown().meta({ description: 'The record as it is stored now.' }),
    submitted: z.unknown().meta({ description: 'What was sent.' }),
  }),
  EFFECT_CHANGED: z.looseObject({
    effectHash: z.string().meta({ description: 'The hash of the effect as it would be now.' }),
  }),
  TOO_MANY_ATTEMPTS: z.object(retryAfter).partial(),
  TOO_MANY_CALLS: z.object(retryAfter),
  UPLOAD_LIMIT_REACHED: z.object(retryAfter),
  PREPARING: z.object({ done: z.int(), total: z.int(), ...retryAfter }),
  COOLING_DOWN: z.object({ until: instant }),
  ALREADY_ASSIGNED: z.object({ assignmentId: z.int(), assigned: z.enum(['open', 'completed']) }).partial(),
  AMBIGUOUS_NAME: z.object({
    matches: z.array(
      z.object({
        matrixId: z.int(),
        matrixName: z.string(),
        organizationId: z.int().nullable(),
        organizationName: z.string().nullable(),
      }),
    ),
  }),
  ILLEGAL_STEP: z.object({ from: z.string(), to: z.string() }).partial(),
  PASSKEY_CHALLENGE: z.object({
    options: z.record(z.string(), z.unknown()).meta({ description: 'For `navigator.credentials.get`.' }),
  }),
  SIGNING_CLOSED: closedSigning,
  LINK_DEAD: z.object({ state: z.string() }).partial(),
  REASON_REQUIRED: z.object({ completedIds: z.array(z.int()) }).partial(),
  FILE_TOO_LARGE: z.object({ limit: z.int().meta({ description: 'Bytes.' }) }).partial(),
};

/** Returns the codes that follow from the kind of call: from its access rule, and from its input. */
function codesByKind(endpoint: AnyEndpoint): readonly ErrorCode[] {
  const { access, method, multipart } = endpoint;
  const writes = method !== 'GET';
  const codes: ErrorCode[] = ['VALIDATION_FAILED', 'INTERNAL', 'DATABASE_UNAVAILABLE', 'TIMEOUT'];
  if (!('public' in access)) {
    codes.push('UNAUTHENTICATED');
    if (!('whilePasswordMustChange' in access)) codes.push('PASSWORD_CHANGE_REQUIRED');
    if (!('whileTwoFactorIsMissing' in access && access.whileTwoFactorIsMissing === true))
      codes.push('TWO_FACTOR_REQUIRED');
  }
  if ('permission' in access) codes.push('FORBIDDEN');
  if (isOpenToTokens(endpoint)) codes.push('TOO_MANY_CALLS');
  if (endpoint.stepUp !== undefined) codes.push('STEP_UP_REQUIRED');
  // A record named in path, query or body may not exist.
  if (endpoint.params || endpoint.query || endpoint.body || multipart) codes.push('NOT_FOUND');
  if (writes) {
    codes.push(
      'CROSS_ORIGIN',
      'MALFORMED_BODY',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'REQUEST_TIMEOUT',
    );
  }
  if (takesIdempotencyKey(endpoint)) codes.push('IDEMPOTENCY_CONFLICT');
  if (multipart) {
    codes.push(
      'FILE_REFUSED',
      'FILE_TOO_LARGE',
      'STORAGE_FULL',
      'UPLOAD_LIMIT_REACHED',
      'TOO_MANY_ATTEMPTS',
      'STOPPING',
    );
  }
  if (endpoint.revision === 'compared') codes.push('STALE');
  if ('command' in endpoint.audit) codes.push('CONFLICT');
  return codes;
}

/** Returns true if `Idempotency-Key` makes a call safe to repeat (DESIGN 'The wire'). */
export function takesIdempotencyKey({ method, audit }: AnyEndpoint): boolean {
  return method === 'POST' && 'command' in audit;
}

/** Returns every code that a call can answer, sorted by name: the codes of its kind and those that it declares (OPS-06). */
export function errorCodesOf(endpoint: AnyEndpoint): readonly ErrorCode[] {
  return [...new Set([...codesByKind(endpoint), ...(endpoint.errors ?? [])])].toSorted();
}
