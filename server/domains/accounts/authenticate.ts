import { sql, type Kysely } from 'kysely';
import { activePersonSql } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import { STEP_UP_MINUTES } from '#shared/domain/access/step-up.ts';
import type { AccessGrant, Role } from '#shared/domain/access/permissions.ts';
import {
  languages,
  readerZone,
  settingsWithDefaults,
  type Language,
} from '#shared/domain/people/settings.ts';
import { needsTwoFactor } from '#shared/domain/passwords/policy.ts';
import type { DB } from '#server/db/db.d.ts';
import { grantSeesSql, runningGrantSql } from '#server/platform/access/running-grant.ts';
import { sessionKeyOf } from '#server/domains/accounts/session-cookie.ts';
import { isGenuineSession } from '#server/domains/accounts/sessions.store.ts';
import { assertSecretOfToday } from '#server/platform/installation/secret-of-today.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Authenticate } from '#server/platform/http/serve-endpoint.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import { jsonRows } from '#server/platform/postgres/json-row.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { loadTokenActor, tokenOf } from '#server/domains/accounts/tokens/authenticate-token.ts';
import { TokenCalls } from '#server/domains/accounts/tokens/token-calls.ts';
import type { Services } from '#server/platform/services.ts';

/** No setting of a person and no maximum of an organization is shorter: within this time, neither has to be read. */
const fewestIdleMinutes = 5;

/**
 * Minutes without input after which a session ends (AUTH-05): the person's current setting, never above the organization's
 * maximum; `u` are users, `o` organizations. The same rule as effectiveSessionMinutes.
 */
export const idleMinutesSql = `least(
  case when jsonb_typeof(u.settings -> 'sessionTimeout') = 'number'
    then greatest(${String(fewestIdleMinutes)}, least(480, (u.settings ->> 'sessionTimeout')::numeric))::int else 60 end,
  coalesce(o.max_session_timeout, 480))`;

/** True while a session is active: neither idle nor too old, its person active, the organization not archived. */
export const activeSessionSql = `app_now() < s.absolute_expire
  and (app_now() < s.last_input_at + interval '${String(fewestIdleMinutes)} minutes'
    or app_now() < s.last_input_at + make_interval(mins => ${idleMinutesSql}))
  and ${activePersonSql('u')} and o.is_active is not false`;

/** SQL of the facts of a session `s` and its person `u` in the organization `o`: the columns of {@link WrittenSession}. */
const foundColumns = `s.sid, s.auth_method as "authMethod", s.mac, s.created_at as "sessionCreatedAt",
    s.sess,
    coalesce(s.strong_auth_at > app_now() - interval '${STEP_UP_MINUTES} minutes', false) as "authenticatedRecently",
    exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "twoFactorEnabled",
    exists (select 1 from passkeys p where p.user_id = u.id and p.revoked_at is null) as "hasPasskey",
    u.must_change_password as "mustChangePassword",
    u.id, u.email, coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName", u.role,
    u.organization_id as "organizationId", u.department_id as "departmentId", u.manager_id as "managerId",
    case when u.settings ->> 'language' in (${languages.map((language) => `'${language}'`).join(', ')}) then u.settings ->> 'language' else 'en' end as language,
    coalesce(o.time_zone, 'UTC') as "timeZone", u.settings ->> 'timezone' as "chosenZone",
    (select json_agg(json_build_object('kind', g.kind, 'organizationId', g.organization_id, 'timeZone', go.time_zone, 'sees', ${grantSeesSql}))
      from user_grants g join organizations go on go.id = g.organization_id
      where g.user_id = u.id and ${runningGrantSql}) as grants`;

const sessionOf = `from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
  where s.sid = $1 and ${activeSessionSql}`;

/** SQL of the owner of a session ($1), in one round trip that changes nothing: polling does not keep a session alive. */
export const sessionOwnerSql = jsonRows(`select ${foundColumns} ${sessionOf}`, 'found');

/** The same, and the end of the session is extended because the person is active; written at most once per minute. */
const extendSql = `
  with living as materialized (
    select ${foundColumns}, s.last_input_at, ${idleMinutesSql} as idle_minutes ${sessionOf}),
  extended as (
    update sessions set last_input_at = app_now(), idle_minutes = living.idle_minutes,
      expire = least(sessions.absolute_expire, app_now() + make_interval(mins => living.idle_minutes))
    from living
    where sessions.sid = living.sid
      and (living.last_input_at <= app_now() - interval '1 minute' or sessions.idle_minutes <> living.idle_minutes)
  )
  ${jsonRows('select * from living', 'found')}`;

/** What a session remembers of how its person signed in and what they did since. */
interface SessionMarks {
  readonly temporaryCredential?: unknown;
  readonly signedWithAllFactors?: unknown;
  readonly chosePassword?: unknown;
  /** Of a session at a provider: two factors were given, there or here. */
  readonly twoFactors?: unknown;
  readonly passwordChangeAsked?: unknown;
}

/** An active session with its person, in the form of the JSON from the database. */
export interface WrittenSession {
  readonly sid: string;
  readonly authMethod: string | null;
  readonly mac: string | null;
  readonly sessionCreatedAt: string;
  readonly sess: SessionMarks | null;
  readonly authenticatedRecently: boolean;
  readonly twoFactorEnabled: boolean;
  readonly hasPasskey: boolean;
  readonly mustChangePassword: boolean;
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  readonly language: Language;
  readonly timeZone: string;
  readonly chosenZone: string | null;
  /** With the zone of each one's organization. */
  readonly grants:
    readonly (AccessGrant & { readonly organizationId: number; readonly timeZone: string })[] | null;
}

const readSession = namedStatement<{ readonly found: WrittenSession }>('accounts.session', sessionOwnerSql);
const extendSession = namedStatement<{ readonly found: WrittenSession }>('accounts.session-input', extendSql);

/** Loads the person of an active session (AUTH-05) in one round trip; null if there is none. */
export async function loadActor(
  { config, db }: { readonly config: Pick<Config, 'policy'> & KeySource; readonly db: Kysely<DB> },
  sid: string,
  extend: boolean,
): Promise<Actor | null> {
  const { rows } = await db.executeQuery(extend ? extendSession(sid) : readSession(sid));
  return rows[0] ? actorOf({ config, db }, rows[0].found) : null;
}

/** Returns the person of a session that was found; null if the application did not open it (AUD-04). */
export async function actorOf(
  { config, db }: { readonly config: Pick<Config, 'policy'> & KeySource; readonly db: Kysely<DB> },
  row: WrittenSession,
): Promise<Actor | null> {
  if (!isGenuineSession(config, { ...row, userId: row.id })) {
    await assertSecretOfToday({ config, db });
    return null;
  }
  const { twoFactorEnabled, hasPasskey, authMethod, sess } = row;
  const granted = row.grants ?? [];
  const grants = granted.map(({ kind, organizationId, sees }) => ({ kind, organizationId, sees }));
  const hasFactor = twoFactorEnabled || hasPasskey;
  const atProvider = authMethod === 'provider';
  // A provider requests its own factors; a factor that it does not name does not count (AUTH-19).
  const needed =
    needsTwoFactor(config.policy, { role: row.role, grants }) && !(atProvider && sess?.twoFactors === true);
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    organizationId: row.organizationId,
    departmentId: row.departmentId,
    managerId: row.managerId,
    grants,
    mustChangePassword: !atProvider && (row.mustChangePassword || sess?.passwordChangeAsked === true),
    twoFactorEnabled,
    hasPasskey,
    mustEnrolTwoFactor: needed && !hasFactor,
    mustGiveTwoFactor: needed && hasFactor && atProvider,
    language: row.language,
    timeZone: row.timeZone,
    readerZone: readerZone(
      settingsWithDefaults({ timezone: row.chosenZone }).timezone,
      row.organizationId === null ? null : row.timeZone,
      granted.map(({ timeZone }) => timeZone),
    ),
    session: {
      sid: row.sid,
      authMethod: authMethod ?? 'password',
      temporaryCredential: sess?.temporaryCredential === true,
      signedWithAllFactors: sess?.signedWithAllFactors === true,
      chosePassword: sess?.chosePassword === true,
      authenticatedRecently: row.authenticatedRecently,
      createdAt: new Date(row.sessionCreatedAt),
    },
  };
}

/** Returns the sessions that are still active, in one statement: for connections that stay open (NOT-01). */
export async function activeSessions(db: Kysely<DB>, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sid: string }>`
    select s.sid from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.sid = any(${[...sids]}::text[]) and ${sql.raw(activeSessionSql)}
  `.execute(db);
  return new Set(rows.map(({ sid }) => sid));
}

/**
 * Identifies the sender of a request, by its API token (OPS-06) or else the session cookie (AUTH-05): the http layer calls
 * it before every call.
 */
export function createAuthenticate(services: Services): Authenticate {
  const calls = new TokenCalls(services);
  return async (request, { extend, tokens }) => {
    const token = tokenOf(request);
    if (token !== null && tokens !== 'ignored') {
      const actor = await loadTokenActor(services, token);
      if (tokens === 'refused' || !actor.token)
        throw new AppError('UNAUTHENTICATED', { reason: 'token_not_accepted' });
      await calls.count(actor.token.id);
      return actor;
    }
    const sid = sessionKeyOf(request, services.config);
    return sid === null ? null : loadActor(services, sid, extend);
  };
}
