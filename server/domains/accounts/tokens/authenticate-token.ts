import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/contract/errors.ts';
import { isScopeFor, tokenActorId } from '#shared/domain/access/token-scopes.ts';
import { activePersonSql } from '#server/platform/access/active-person.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { assertSecretOfToday } from '#server/platform/installation/secret-of-today.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { isTokenText } from './token-text.ts';
import { isGenuineApiToken, tokenColumns, type TokenRow } from './tokens.store.ts';

interface FoundToken extends TokenRow {
  readonly id: number;
  readonly name: string;
  readonly mac: string;
  readonly createdAt: Date;
  readonly timeZone: string;
}

/** SQL condition, as text: the token `t` of the maker `u` may be used now. Its maker must still be an administrator: it never exceeds its maker. */
export const livingTokenSql = `t.revoked_at is null and (app_now() at time zone 'UTC')::date <= t.last_day
  and u.role = 'admin' and ${activePersonSql('u')}`;

const readToken = namedStatement<FoundToken>(
  'accounts.api-token',
  `select t.id, t.name, ${tokenColumns}, t.mac, t.created_at as "createdAt", coalesce(o.time_zone, 'UTC') as "timeZone"
   from api_tokens t join users u on u.id = t.created_by left join organizations uo on uo.id = u.organization_id
   left join organizations o on o.id = t.organization_id
   where t.token_hash = $1 and ${livingTokenSql} and uo.is_active is not false and o.is_active is not false`,
);

/** Returns the API token that a request brings in `Authorization`; null without one of this server. */
export function tokenOf({ headers: { authorization } }: FastifyRequest): string | null {
  const token = /^bearer +(tt_\S*) *$/i.exec(authorization ?? '')?.[1];
  return token ?? null;
}

/** Returns the machine that calls with a token; UNAUTHENTICATED if the token is not valid (any more). */
export async function loadTokenActor(services: Services, token: string): Promise<Actor> {
  const { config, db } = services;
  const { rows } = isTokenText(token) ? await db.executeQuery(readToken(sha256Hex(token))) : { rows: [] };
  const [found] = rows;
  if (found && isGenuineApiToken(config, found)) return actorOf(found);
  if (found) await assertSecretOfToday({ config, db });
  throw new AppError('UNAUTHENTICATED', { reason: 'token_refused' });
}

/** A token acts as itself: with a role without permissions, so that only its scopes count, and without the proofs of a session. */
function actorOf({ id, name, organizationId, scopes, createdBy, createdAt, timeZone }: FoundToken): Actor {
  return {
    id: tokenActorId(id),
    token: {
      id,
      makerId: createdBy,
      organizationId,
      scopes: scopes.filter((scope) => isScopeFor(scope, organizationId)),
    },
    email: '',
    firstName: '',
    lastName: name,
    role: 'learner',
    organizationId,
    departmentId: null,
    managerId: null,
    grants: [],
    mustChangePassword: false,
    twoFactorEnabled: false,
    hasPasskey: false,
    mustEnrolTwoFactor: false,
    mustGiveTwoFactor: false,
    language: 'en',
    timeZone,
    readerZone: timeZone,
    session: {
      sid: '',
      authMethod: 'token',
      temporaryCredential: false,
      signedWithAllFactors: false,
      chosePassword: false,
      authenticatedRecently: false,
      createdAt,
    },
  };
}
