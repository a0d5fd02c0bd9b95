import { sql } from 'kysely';
import type { SignedOut } from '#server/domains/accounts/accounts.events.ts';
import { findLinkedAccount } from '#server/domains/accounts/external/accounts-at-provider.ts';
import { refusalOf } from '#server/domains/accounts/external/failures.ts';
import { recordRefusal } from '#server/domains/accounts/refusals.ts';
import { clearSessionCookie, sessionKeyOf } from '#server/domains/accounts/session-cookie.ts';
import { countPublicRead } from '#server/domains/accounts/throttle.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import { RawAnswer, redirectTo, type RequestContext } from '#server/platform/http/context.ts';
import { samlRefusal } from './refusals.ts';
import { serviceProvider } from './service-provider.ts';
import { indexHash } from './session-at-provider.ts';
import type { SignOutMessage, SignOutRequest } from './sign-out-request.ts';
import { markIdsUsed } from './used-ids.ts';

/**
 * The identity provider ends the sessions of a person here (AUTH-18), and gets the answer by the browser that brought the request. Its own
 * answer to our request leads to the landing page: the session here has ended before. A refusal is recorded in the trail.
 */
export async function signOutByProvider(
  ctx: RequestContext,
  saml: SamlConfig,
  message: SignOutMessage,
  read: () => Promise<SignOutRequest>,
): Promise<RawAnswer> {
  if (message.SAMLRequest === undefined) return redirectTo('/landing');
  const { config } = ctx.services;
  try {
    const request = await read();
    if (
      !(await markIdsUsed(ctx.db, [{ kind: 'logout', id: `${saml.issuer}\n${String(request.profile.ID)}` }]))
    ) {
      throw samlRefusal('saml_replayed');
    }
    const ended = await endSessions(ctx, saml, request);
    // The browser that brings the request may be signed in as somebody else.
    const own = sessionKeyOf(ctx.request, config);
    if (own !== null && ended?.includes(own)) clearSessionCookie(ctx.reply, config);
    if (!saml.signOutUrl) return redirectTo('/landing');
    const state = message.RelayState ?? '';
    const location = await serviceProvider(config, saml).getLogoutResponseUrlAsync(
      request.profile,
      state,
      {},
      ended !== null,
    );
    return new RawAnswer(302, { location, 'cache-control': 'no-store' }, null);
  } catch (error) {
    await refuse(ctx, refusalOf(error).message);
    return redirectTo('/landing');
  }
}

async function refuse(ctx: RequestContext, cause: string): Promise<void> {
  const { services } = ctx;
  await countPublicRead(services.db, services.config, ctx.ip);
  await recordRefusal(ctx, {
    action: 'account.signInFailed',
    userId: null,
    organizationId: null,
    cause,
    purpose: 'sign-out by the provider',
    accountKey: null,
  });
}

/**
 * Ends the sessions that the person opened at the provider: all of them, or those that the request names and those without a known session
 * there. Returns the keys of the sessions that ended; null for an unknown person.
 */
async function endSessions(
  ctx: RequestContext,
  saml: SamlConfig,
  request: SignOutRequest,
): Promise<readonly string[] | null> {
  const account = await findLinkedAccount(ctx.db, { issuer: saml.issuer, subject: request.profile.nameID });
  if (!account) return null;
  const { id: userId, organizationId, role } = account;
  const indexes = request.sessionIndexes.map(indexHash);
  const { requestId, ip, userAgent } = ctx;
  return runCommand(
    ctx.services,
    {
      action: 'account.signedOutByProvider',
      actorId: userId,
      organizationId,
      origin: { requestId, ip, userAgent, role, subjectId: userId, authMethod: 'provider' },
      record: { type: 'users', id: userId },
    },
    async (tx) => {
      const { rows } = await sql<{ sid: string }>`
        delete from sessions where user_id = ${userId} and auth_method = 'provider' and sess ? 'saml'
          and (cardinality(${indexes}::text[]) = 0 or sess ->> 'samlIndex' = any(${indexes}::text[]) or not sess ? 'samlIndex')
        returning sid
      `.execute(tx.db);
      for (const { sid } of rows) {
        const event: SignedOut = { type: 'account.signedOut', userId, sid };
        tx.emit(event);
      }
      return rows.map(({ sid }) => sid);
    },
  );
}
