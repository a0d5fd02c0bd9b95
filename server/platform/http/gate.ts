import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { isHidden, noReach, resolveReach, type Reach } from '#shared/domain/access/permissions.ts';
import type { Actor } from '#server/platform/access/actor.ts';

/** The decision of the gate: the actor and the reach of the call. */
export interface Passage {
  readonly actor: Actor | null;
  readonly reach: Reach;
}

/**
 * Makes the first of the two access checks (DESIGN rule 2) by the permission table; the queries then narrow to the reach.
 * Throws UNAUTHENTICATED, PASSWORD_CHANGE_REQUIRED (AUTH-06), TWO_FACTOR_REQUIRED (AUTH-07), FORBIDDEN, and NOT_FOUND if the
 * existence of records must stay hidden (HR-05); then STEP_UP_REQUIRED if the call needs a fresh authentication.
 */
export function passGate(endpoint: AnyEndpoint, actor: Actor | null): Passage {
  const passage = judgeAccess(endpoint, actor);
  if (endpoint.stepUp === true) requireStepUp(passage.actor);
  return passage;
}

/**
 * Refuses people who have not authenticated within the last minutes (AUTH-19): an open browser does not prove who is using it.
 */
export function requireStepUp(actor: Actor | null): void {
  if (actor?.token) throw new AppError('FORBIDDEN', { reason: 'token_not_accepted' });
  if (!actor?.session.authenticatedRecently) throw new AppError('STEP_UP_REQUIRED');
}

function judgeAccess({ access, tokens }: AnyEndpoint, actor: Actor | null): Passage {
  if ('public' in access) return { actor, reach: noReach };
  if (!actor) throw new AppError('UNAUTHENTICATED');
  if ('signedIn' in access) {
    if (actor.mustChangePassword && !access.whilePasswordMustChange) {
      throw new AppError('PASSWORD_CHANGE_REQUIRED');
    }
    requireSecondFactor(actor, access.whileTwoFactorIsMissing);
    return { actor, reach: { ...noReach, self: actor.id } };
  }
  if (actor.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  requireSecondFactor(actor);
  const reach = resolveReach(actor, access.permission);
  if (!reach) throw new AppError(isHidden(access.permission) ? 'NOT_FOUND' : 'FORBIDDEN');
  if (tokens === 'only' && !actor.token) throw new AppError('FORBIDDEN', { reason: 'token_needed' });
  return { actor, reach };
}

function requireSecondFactor(actor: Actor, open?: true | 'to set up'): void {
  if (actor.mustEnrolTwoFactor && open === undefined) throw new AppError('TWO_FACTOR_REQUIRED');
  if (actor.mustGiveTwoFactor && open !== true)
    throw new AppError('TWO_FACTOR_REQUIRED', { reason: 'second_factor_needed' });
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns true if the browser reports that another site caused this request (AUTH-15); scripts without this report do not count. */
export function isCrossSite(request: FastifyRequest, publicUrl: URL): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && !isOwnOrigin(origin, publicUrl);
}

/**
 * Refuses state-changing calls that another origin sent (AUTH-15). Scripts that send neither header are allowed;
 * on loopback the names of this machine count as one origin.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: URL): void {
  if (isCrossSite(request, publicUrl)) throw new AppError('CROSS_ORIGIN');
}

function isOwnOrigin(origin: string, publicUrl: URL): boolean {
  if (origin === publicUrl.origin) return true;
  if (!URL.canParse(origin)) return false;
  const other = new URL(origin);
  return (
    loopback.has(publicUrl.hostname) &&
    loopback.has(other.hostname) &&
    other.protocol === publicUrl.protocol &&
    other.port === publicUrl.port
  );
}
