import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

const tokenForm = /^[\w-]{43}$/;

interface Site {
  readonly publicUrl: URL;
}

/** Returns the cookie's name: `__Host-` under https, where the browser then ties it to this host alone (AUTH-15, R-SEC-11). */
export function sessionCookieName({ publicUrl }: Site): string {
  return publicUrl.protocol === 'https:' ? '__Host-tt_session' : 'tt_session';
}

function attributes({ publicUrl }: Site): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' };
}

/**
 * Returns the key of the session whose cookie a request brings: the SHA-256 of its value. Returns null without a cookie in our
 * form.
 */
export function sessionKeyOf(request: FastifyRequest, site: Site): string | null {
  const token = request.cookies[sessionCookieName(site)];
  return token !== undefined && tokenForm.test(token) ? sha256Hex(token) : null;
}

/** Hands the browser the secret of its session; it ends with the browser, the server decides when before. */
export function sendSessionCookie(reply: FastifyReply, site: Site, token: string): void {
  void reply.setCookie(sessionCookieName(site), token, attributes(site));
}

/** Clears the cookie. */
export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  void reply.clearCookie(sessionCookieName(site), attributes(site));
}
