import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyFor, keyId, randomToken, sha256Hex } from '#server/platform/crypto/keys.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';

/** How long the second step may take, in milliseconds. */
const lifetime = 5 * 60_000;
const purpose = 'sign-in-challenge';

/** The result of the first step of signing in (AUTH-09), sealed in a cookie, so that any server can process the second step. */
export interface Challenge {
  readonly userId: string;
  /** A mark of the correct password. If another password is set, the challenge ends. */
  readonly passwordMark: string;
}

/** Identifies a stored hash without disclosing it. */
export const markOf = (passwordHash: string): string => sha256Hex(passwordHash).slice(0, 32);

function cookieName({ config }: Pick<Services, 'config'>): string {
  return config.publicUrl.protocol === 'https:' ? '__Host-tt_second' : 'tt_second';
}

const attributes = ({ config }: Pick<Services, 'config'>) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.protocol === 'https:',
  }) as const;

/** Sends the browser the challenge that it returns with the code. */
export function sendChallenge(reply: FastifyReply, services: Services, challenge: Challenge): void {
  const text = JSON.stringify({
    ...challenge,
    until: services.clock.now().getTime() + lifetime,
    // No two challenges are alike.
    nonce: randomToken(8),
  });
  const { ciphertext } = seal(services.config, purpose, 'cookie', text);
  void reply.setCookie(cookieName(services), ciphertext, {
    ...attributes(services),
    maxAge: lifetime / 1000,
  });
}

/** Returns the challenge of a request; null without one, or if it is too old or not from this installation. */
export function readChallenge(request: FastifyRequest, services: Services): Challenge | null {
  const ciphertext = request.cookies[cookieName(services)];
  if (ciphertext === undefined) return null;
  const text = open(services, ciphertext);
  if (text === null) return null;
  const { userId, passwordMark, until } = JSON.parse(text) as Challenge & { until: number };
  return until > services.clock.now().getTime() ? { userId, passwordMark } : null;
}

/** Removes the challenge of the request. */
export function clearChallenge(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  if (request.cookies[cookieName(services)] === undefined) return;
  void reply.clearCookie(cookieName(services), attributes(services));
}

/** Any foreign value in the cookie counts as no challenge, and is not an error. */
function open({ config }: Services, ciphertext: string): string | null {
  try {
    return unseal(config, purpose, 'cookie', {
      ciphertext,
      keyId: keyId(keyFor(config, `seal:${purpose}`)),
    });
  } catch {
    return null;
  }
}
