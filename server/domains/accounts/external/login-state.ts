import type { CookieSerializeOptions } from '@fastify/cookie';
import { z } from 'zod';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** How long a person may take at the provider, in seconds. */
const lifetime = 600;
/** Sign-ins that may be under way in one browser, one a tab; with more, older ones are given up. */
const mostAtOnce = 5;
const purpose = 'external-sign-in';

const loginState = z.strictObject({
  state: z.string(),
  /** The values that bind the answer to this attempt, by the protocol of the provider. */
  bound: z.discriminatedUnion('by', [
    /** Nonce, and the secret of PKCE. */
    z.strictObject({ by: z.literal('openid'), nonce: z.string(), verifier: z.string() }),
    /** The id of the request, which the answer names. */
    z.strictObject({ by: z.literal('saml'), requestId: z.string() }),
  ]),
  returnTo: z.templateLiteral(['/', z.string()]),
  /** By the product's clock, in milliseconds. */
  begunAt: z.number(),
  /** Set for the confirmation of a signature instead of a sign-in: the session, and the hash of the intent (SIG-01). */
  confirms: z.strictObject({ sid: z.string(), intent: z.string() }).nullable(),
});

/** A sign-in that this browser has started at the provider (AUTH-03). Only this browser can finish it, on any server (OPS-03). */
export type LoginState = z.output<typeof loginState>;

/** Gives the browser its started sign-in, sealed and bound to its state: in a cookie, so that no server has to store it. */
export function storeLoginState(ctx: RequestContext, login: LoginState): void {
  const { config } = ctx.services;
  const older = Object.keys(ctx.request.cookies).filter((name) => name.startsWith(prefix(config.publicUrl)));
  if (older.length >= mostAtOnce) {
    for (const name of older) void ctx.reply.clearCookie(name, attributes(config.publicUrl));
  }
  const { keyId, ciphertext } = seal(config, purpose, login.state, JSON.stringify(login));
  void ctx.reply.setCookie(cookieName(config.publicUrl, login.state), `${keyId}.${ciphertext}`, {
    ...attributes(config.publicUrl),
    maxAge: lifetime,
  });
}

/** Uses up the sign-in that this browser has started with a state. Returns null if there is none, or if it was too long ago. */
export function consumeLoginState(ctx: RequestContext, state: string | undefined): LoginState | null {
  if (state === undefined) return null;
  const { config, clock } = ctx.services;
  const name = cookieName(config.publicUrl, state);
  const value = ctx.request.cookies[name];
  if (value === undefined) return null;
  void ctx.reply.clearCookie(name, attributes(config.publicUrl));
  const login = open(ctx, state, value);
  if (!login) return null;
  const age = clock.now().getTime() - login.begunAt;
  return age <= lifetime * 1000 ? login : null;
}

function open(ctx: RequestContext, state: string, value: string): LoginState | null {
  const at = value.indexOf('.');
  try {
    const sealed = { keyId: value.slice(0, at), ciphertext: value.slice(at + 1) };
    return loginState.parse(JSON.parse(unseal(ctx.services.config, purpose, state, sealed)));
  } catch (error) {
    // Another key, other bytes, another state: this installation did not create this cookie.
    ctx.services.log.debug({ err: error }, 'a sign-in cookie does not open');
    return null;
  }
}

const prefix = (publicUrl: URL) => (publicUrl.protocol === 'https:' ? '__Host-tt_login_' : 'tt_login_');

const cookieName = (publicUrl: URL, state: string) => `${prefix(publicUrl)}${sha256Hex(state).slice(0, 16)}`;

/** Lax, because the provider sends the browser back from another site. */
function attributes(publicUrl: URL): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' };
}
