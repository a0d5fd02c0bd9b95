import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { accountsContract } from '#shared/contract/accounts.ts';
import type { sessionFacts } from '#shared/contract/current-user.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import {
  permissionsOf,
  type GrantKind,
  type InspectionSight,
  type Role,
} from '#shared/domain/access/permissions.ts';
import { accountPolicies, minPasswordLength } from '#shared/domain/passwords/policy.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  actorOf,
  sessionOwnerSql,
  idleMinutesSql,
  type WrittenSession,
} from '#server/domains/accounts/authenticate.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/services.ts';
import { jsonRows } from '#server/platform/postgres/json-row.ts';
import { namedStatement, textWithValues } from '#server/platform/postgres/named-statement.ts';
import { grantSeesSql, runningGrantSql } from '#server/platform/access/running-grant.ts';

type SessionFacts = z.input<typeof sessionFacts>;

/** The end of a session, in the form of JSON. */
interface WrittenFacts {
  readonly expiresAt: string;
  readonly endsAt: string;
  readonly idleMinutes: number;
  readonly now: string;
}

type CurrentUser = ResponseInput<typeof accountsContract.currentUser>;

/** The facts of a person that the screens show, as parsed from JSON, with the end of the session. */
export interface WrittenUser extends WrittenFacts {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly preferredName: string | null;
  readonly profileImageUrl: string | null;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly managerId: string | null;
  readonly manager: {
    readonly id: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly preferredName: string | null;
    readonly jobTitle: string | null;
    readonly email: string;
    readonly profileImageUrl: string | null;
  } | null;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
  readonly onboardedAt: string | null;
  readonly onboardingCompleted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly storedSettings: Record<string, unknown>;
  readonly activating: boolean;
  readonly hasOwnPassword: boolean;
  readonly slug: string | null;
  readonly type: string | null;
  readonly timeZone: string | null;
  readonly signatureAgreementAccepted: boolean;
  readonly hasTrainings: boolean;
  readonly grants: readonly {
    readonly kind: GrantKind;
    readonly organizationId: number;
    readonly organizationName: string;
    readonly organizationSlug: string;
    readonly timeZone: string;
    readonly validUntil: string | null;
    readonly sees: readonly InspectionSight[] | null;
  }[];
}

const factsSql = `least(s.absolute_expire, s.last_input_at + make_interval(mins => ${idleMinutesSql})) as "expiresAt",
  s.absolute_expire as "endsAt", ${idleMinutesSql} as "idleMinutes", app_now() as now`;

const sessionFactsStatement = namedStatement<SessionFacts>(
  'accounts.session-facts',
  `select ${factsSql} from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
   where s.sid = $1`,
);

/** $1 the session, $2 the version of the agreement for signatures. */
const userSql = `select ${factsSql},
     u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.preferred_name as "preferredName",
     u.profile_image_url as "profileImageUrl", u.role, u.organization_id as "organizationId", u.department_id as "departmentId",
     u.manager_id as "managerId", u.job_title as "jobTitle", u.is_active as "isActive", u.onboarded_at as "onboardedAt",
     u.onboarding_completed as "onboardingCompleted", u.created_at as "createdAt", u.updated_at as "updatedAt",
     u.settings as "storedSettings", u.must_change_password as activating,
     u.password_hash is not null and not u.must_change_password and not exists (
       select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null) as "hasOwnPassword",
     case when m.id is not null then json_build_object('id', m.id, 'firstName', m.first_name, 'lastName', m.last_name, 'preferredName', m.preferred_name,
       'jobTitle', m.job_title, 'email', m.email, 'profileImageUrl', m.profile_image_url) end as manager,
     o.name as "organizationName", o.slug, o.type, o.time_zone as "timeZone", d.name as "departmentName",
     exists (select 1 from signature_agreements a where a.user_id = u.id and a.text_version = $2) as "signatureAgreementAccepted",
     exists (select 1 from training_assignments t where t.user_id = u.id and t.status <> 'voided') as "hasTrainings",
     coalesce((
       select json_agg(json_build_object('kind', g.kind, 'organizationId', g.organization_id, 'organizationName', go.name,
         'organizationSlug', go.slug, 'timeZone', go.time_zone, 'validUntil', audit.instant_text(g.valid_until), 'sees', ${grantSeesSql}) order by go.name, g.kind)
       from user_grants g join organizations go on go.id = g.organization_id
       where g.user_id = u.id and ${runningGrantSql}), '[]') as grants
     from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
     left join departments d on d.id = u.department_id left join users m on m.id = u.manager_id
     where s.sid = $1`;

const currentUserStatement = namedStatement<{ readonly person: WrittenUser }>(
  'accounts.current-user',
  jsonRows(userSql, 'person'),
);

const agreement = String(currentAgreement.version);

/** SQL of the person of a session as one JSON value, for {@link ownView}: null when the session has just ended. */
export const writtenUserSql = (sid: string): RawBuilder<WrittenUser | null> =>
  sql<WrittenUser | null>`(${textWithValues(jsonRows(userSql, 'person'), sid, agreement)})`;

/** A session that was just opened, with its person. */
export interface WelcomeRow {
  readonly found: WrittenSession;
  readonly person: WrittenUser;
}

/** SQL of a session that is just being opened, with its person, for {@link welcomedUserView}. */
export const welcomeSql = (sid: string): RawBuilder<WelcomeRow> =>
  textWithValues<WelcomeRow>(
    `select f.found, p.person from (${sessionOwnerSql}) f cross join (${jsonRows(userSql, 'person')}) p`,
    sid,
    agreement,
  );

/** Returns when a session ends (AUTH-05). UNAUTHENTICATED if it has just ended. */
export async function sessionFactsOf(db: Kysely<DB>, sid: string): Promise<SessionFacts> {
  const { rows } = await db.executeQuery(sessionFactsStatement(sid));
  const [facts] = rows;
  if (!facts) throw new AppError('UNAUTHENTICATED');
  return facts;
}

/** Returns the signed-in person as the screens need it (DESIGN 'The wire'); UNAUTHENTICATED when the session has just ended. */
export async function currentUserView(
  { config, db }: { readonly config: Pick<Config, 'policy' | 'smtp'>; readonly db: Kysely<DB> },
  actor: Actor,
): Promise<CurrentUser> {
  const { rows } = await db.executeQuery(currentUserStatement(actor.session.sid, agreement));
  return ownView(config, actor, rows[0]?.person ?? null);
}

/** Returns the same, from facts that were read with another statement ({@link writtenUserSql}). */
export function ownView(
  config: Pick<Config, 'policy' | 'smtp'>,
  actor: Actor,
  written: WrittenUser | null,
): CurrentUser {
  if (!written) throw new AppError('UNAUTHENTICATED');
  return viewOf(config, actor, written);
}

/** Returns the person of a session that was just opened, as the screens need it (AUTH-05); null when it has ended already. */
export async function welcomedUserView(
  { config, db }: Pick<Services, 'config' | 'db'>,
  { found, person }: WelcomeRow,
): Promise<CurrentUser | null> {
  const actor = await actorOf({ config, db }, found);
  return actor && viewOf(config, actor, person);
}

function viewOf(config: Pick<Config, 'policy' | 'smtp'>, actor: Actor, row: WrittenUser): CurrentUser {
  const {
    expiresAt,
    endsAt,
    idleMinutes,
    now,
    storedSettings,
    activating,
    hasOwnPassword,
    slug,
    type,
    timeZone,
    ...user
  } = row;
  const { organizationId, organizationName, onboardedAt } = user;
  const settings = settingsWithDefaults(storedSettings);
  return {
    ...user,
    onboardedAt: onboardedAt === null ? null : new Date(onboardedAt),
    createdAt: new Date(user.createdAt),
    updatedAt: new Date(user.updatedAt),
    grants: user.grants.map(({ sees, ...grant }) => ({ ...grant, sees: [...(sees ?? [])] })),
    organization:
      organizationId === null ||
      organizationName === null ||
      slug === null ||
      type === null ||
      timeZone === null
        ? null
        : { id: organizationId, name: organizationName, slug, type, timeZone },
    mustChangePassword: actor.mustChangePassword,
    accountActivation: actor.mustChangePassword && activating && actor.session.temporaryCredential,
    mustEnrolTwoFactor: actor.mustEnrolTwoFactor,
    mustGiveTwoFactor: actor.mustGiveTwoFactor,
    emailConfigured: config.smtp !== undefined,
    signsWith: signsWith(actor, hasOwnPassword),
    hasPasskey: actor.hasPasskey,
    signatureAsksCode: actor.twoFactorEnabled && !actor.session.signedWithAllFactors,
    asksReasons: accountPolicies[config.policy].asksReasons,
    passwordMin: minPasswordLength(config.policy, actor.twoFactorEnabled || actor.hasPasskey),
    permissions: [...permissionsOf(actor)],
    settings: { ...settings, twoFactorEnabled: actor.twoFactorEnabled },
    language: settings.language,
    session: { expiresAt: new Date(expiresAt), endsAt: new Date(endsAt), idleMinutes, now: new Date(now) },
  };
}

/**
 * A person without a provider signs with the password, even an issued one. The refusal then asks the person to choose their own
 * (SIG-03).
 */
function signsWith(
  { session, hasPasskey, twoFactorEnabled }: Actor,
  hasOwnPassword: boolean,
): ('password' | 'provider' | 'passkey')[] {
  if (session.authMethod !== 'provider') {
    if (!hasPasskey) return ['password'];
    // The first signature of a session requires all factors: without an authenticator app that is the passkey.
    return twoFactorEnabled || session.signedWithAllFactors ? ['passkey', 'password'] : ['passkey'];
  }
  return hasOwnPassword ? ['provider', 'password'] : ['provider'];
}
