import { buildEndSessionUrl } from 'openid-client';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { findProvider } from './provider.ts';
import { samlSignOutAddress } from './saml/session-at-provider.ts';

const purpose = 'id-token';

/** The column of the ID tokens of sessions (OPS-09). */
export const idTokens: SealedColumn = {
  purpose,
  table: 'sessions',
  key: 'sid',
  context: 'user_id',
  member: { column: 'sess', name: 'idToken' },
};

/** How long a confirmation at the provider may wait for its signature (SIG-01). */
const confirmationLasts = '5 minutes';

/** Returns the stored facts of a session that a provider opened: its ID token, sealed, which signing out there requires. */
export function memoryOf(
  config: KeySource,
  userId: string,
  idToken: string | undefined,
): Readonly<Record<string, unknown>> {
  return idToken === undefined ? {} : { idToken: seal(config, purpose, userId, idToken) };
}

/** A person who is signing out, and whose session at the provider must end too. */
export interface Leaving {
  readonly userId: string;
  readonly idToken: Sealed | null;
  /** The identity of the person at a SAML identity provider. */
  readonly saml: Sealed | null;
}

/**
 * Returns the data that ends the session at the provider (AUTH-04), read before the session here ends; null if the provider
 * did not open it.
 */
export async function prepareLeaving(ctx: RequestContext): Promise<Leaving | null> {
  const { maybeActor: actor } = ctx;
  if (actor?.session.authMethod !== 'provider') return null;
  const { rows } = await sql<Omit<Leaving, 'userId'>>`
    select sess -> 'idToken' as id_token, sess -> 'saml' as saml from sessions where sid = ${actor.session.sid}
  `.execute(ctx.db);
  return { userId: actor.id, idToken: rows[0]?.idToken ?? null, saml: rows[0]?.saml ?? null };
}

/**
 * Returns the address at which the browser continues; null if the provider ends no sessions or does not answer. The session here
 * has ended in any case.
 */
export async function endSessionAddress(ctx: RequestContext, leaving: Leaving): Promise<URL | null> {
  const { config, log } = ctx.services;
  try {
    if (leaving.saml) return await samlSignOutAddress(config, leaving.userId, leaving.saml);
    const provider = await findProvider(config);
    if (!provider?.serverMetadata().end_session_endpoint) return null;
    const { userId, idToken } = leaving;
    return buildEndSessionUrl(provider, {
      post_logout_redirect_uri: new URL('/landing', config.publicUrl).href,
      ...(idToken ? { id_token_hint: unseal(config, purpose, userId, idToken) } : {}),
    });
  } catch (error) {
    log.warn({ err: error }, 'the session at the provider was not ended');
    return null;
  }
}

/** Returns the hash under which the intent of a confirmation is stored. The intent itself stays in the dialog that created it. */
export const intentHash = (intent: string): string => sha256Hex(`signature-intent\n${intent}`);

/** Records in the session that its person has just signed in at the provider again, for one signature of one dialog. */
export async function storeConfirmation(tx: Transaction<DB>, sid: string, intent: string): Promise<void> {
  await sql`
    update sessions set sess = sess || jsonb_build_object('confirmation',
      jsonb_build_object('intent', ${intent}::text, 'until', extract(epoch from app_now() + ${confirmationLasts}::interval)))
    where sid = ${sid}
  `.execute(tx);
}

/** Uses a confirmation up; false when there is none of this intent in this session, or it is too old. One of two callers gets it. */
export async function spendConfirmation(ctx: RequestContext, intent: string): Promise<boolean> {
  const { rows } = await sql`
    update sessions set sess = sess - 'confirmation'
    where sid = ${ctx.actor.session.sid} and sess #>> '{confirmation,intent}' = ${intentHash(intent)}
      and (sess #>> '{confirmation,until}')::numeric > extract(epoch from app_now())
    returning sid
  `.execute(ctx.db);
  return rows.length === 1;
}
