import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { z } from 'zod';
import type { personPage, personRow, managerView, profileView } from '#shared/contract/people-schemas.ts';
import { resolveReach, type AccessSubject, type Reach } from '#shared/domain/access/permissions.ts';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { isAwayToday } from './away.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

/** A row of the list of people, as the contract takes it. */
export type PersonRow = z.input<typeof personRow>;
/** A person's page, as the contract takes it. */
export type PersonPage = z.input<typeof personPage>;
/** A manager, as the contract takes it. */
export type ManagerRow = z.input<typeof managerView>;
/** The person's own profile, as the contract takes it. */
export type ProfileRow = z.input<typeof profileView>;

/** Who looks at the list of people, and how much of a person that shows (AUTH-13). */
export interface PeopleScope {
  /** All people in the reach of the caller. */
  readonly reach: Reach;
  /** The people whose work data the caller sees: all of the reach except people in it only by the grant `hr`. */
  readonly work: Reach | null;
  /** Administrators also see credentials and grants. */
  readonly admin: boolean;
}

/** Returns the scope of a caller whose reach the gate has resolved. */
export function peopleScope(actor: AccessSubject, reach: Reach): PeopleScope {
  const withoutHr = { ...actor, grants: actor.grants.filter((grant) => grant.kind !== 'hr') };
  return { reach, work: resolveReach(withoutHr, 'people.list'), admin: actor.role === 'admin' };
}

/** SQL of 'pending' of USR-04. */
export const pendingSql: RawBuilder<boolean> = sql<boolean>`(not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null)))`;

/** SQL of USR-04; `displayStatus` in shared/domain/people is the same rule, and a test compares both. */
export const displayStatusSql: RawBuilder<DisplayStatus> = sql<DisplayStatus>`
  case when ${pendingSql} then 'pending' when u.is_active then 'active' else 'inactive' end`;

const fullName = (alias: RawBuilder<unknown>) =>
  sql`nullif(btrim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), '')`;

const nameColumns = sql`u.id, u.first_name, u.last_name, u.organization_id, o.name as organization_name`;

const workColumns = sql`
  u.email, u.role, u.department_id, d.name as department_name, u.manager_id, ${fullName(sql`m`)} as manager_name,
  u.job_title, u.profile_image_url, u.is_active, ${displayStatusSql} as display_status, u.onboarded_at,
  u.onboarding_completed, u.created_at, u.updated_at, ${isAwayToday} as is_away`;

const joins = sql`
  left join organizations o on o.id = u.organization_id
  left join departments d on d.id = u.department_id
  left join users m on m.id = u.manager_id`;

const adminColumns = sql`
  u.external_id, u.must_change_password, u.locked_at is not null as is_locked,
  exists (select 1 from signing_closures s where s.user_id = u.id and s.opened_at is null and s.cause <> 'account_created') as signing_closed,
  exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
    or exists (select 1 from passkeys k where k.user_id = u.id and k.revoked_at is null) as two_factor_enabled,
  u.pending_email, u.last_sign_in_at, u.revision,
  c.credential_state, c.credential_at, coalesce(g.grants, '[]') as grants`;

const adminJoins = sql`
  left join lateral (
    select
      case when t.ended_at is not null or t.used_at is not null then 'used'
        when t.expires_at <= app_now() then 'expired' else 'set' end as credential_state,
      case when t.ended_at is not null or t.used_at is not null then coalesce(t.used_at, t.ended_at)
        when t.expires_at <= app_now() then t.expires_at else t.issued_at end as credential_at
    from temporary_credentials t where t.user_id = u.id order by t.id desc limit 1
  ) c on true
  left join lateral (
    select json_agg(json_build_object('id', ug.id, 'kind', ug.kind, 'organizationId', ug.organization_id,
      'organizationName', og.name, 'validFrom', to_char(ug.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'validUntil', to_char(ug.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revokedAt', null)
      order by ug.id) as grants
    from user_grants ug join organizations og on og.id = ug.organization_id
    where ug.user_id = u.id and ug.revoked_at is null and (ug.valid_until is null or ug.valid_until > app_now())
  ) g on true`;

/** Returns SQL of the fields of a person that the caller sees. */
export function personColumns(admin: boolean): RawBuilder<unknown> {
  return sql`${nameColumns}, ${workColumns}${admin ? sql`, ${adminColumns}` : sql``}`;
}

/** Returns the joins that {@link personColumns} read. */
export function personJoins(admin: boolean): RawBuilder<unknown> {
  return admin ? sql`${joins} ${adminJoins}` : joins;
}

const nobody = sql<boolean>`false`;

/** SQL condition: is the person of `u` within the reach? */
export function reached(reach: Reach | null): RawBuilder<boolean> {
  return reach ? withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`) : nobody;
}

/** Returns whether the caller sees more than the name of everybody in reach. */
export function seesWorkOfAll({ reach, work }: PeopleScope): boolean {
  if (work === null) return false;
  return reach.all || reach.organizationIds.every((id) => work.organizationIds.includes(id));
}

/** SQL condition: does the caller see more of this person than the name? */
export function seesWork(scope: PeopleScope): RawBuilder<boolean> {
  return seesWorkOfAll(scope) ? sql<boolean>`true` : reached(scope.work);
}

/** Returns one person as an administrator sees them, or null. */
export async function findPerson(db: Kysely<DB>, userId: string): Promise<PersonRow | null> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${nameColumns}, ${workColumns}, ${adminColumns}, true as sees_work
    from users u ${joins} ${adminJoins} where u.id = ${userId}
  `.execute(db);
  return rows[0] ? toPersonRow(rows[0]) : null;
}

/** Returns a row of {@link personColumns} with `sees_work`, as the contract takes it. */
export function toPersonRow(row: Record<string, unknown>): PersonRow {
  const { seesWork, credentialState, credentialAt, ...rest } = row;
  if (seesWork !== true) {
    const { id, firstName, lastName, organizationId, organizationName } = rest;
    return { id, firstName, lastName, organizationId, organizationName } as PersonRow;
  }
  if (!('grants' in rest)) return rest as unknown as PersonRow;
  return {
    ...rest,
    credential: { state: credentialState ?? 'none', at: credentialAt ?? null },
  } as unknown as PersonRow;
}

/** Returns a person's page with their manager, or null if the person is outside the reach (EMP-01). */
export async function findPersonPage(
  db: Kysely<DB>,
  reach: Reach,
  userId: string,
): Promise<{ readonly user: PersonPage; readonly manager: ManagerRow | null } | null> {
  const { rows } = await sql<PersonPage>`
    select ${nameColumns}, ${workColumns}, today_in(coalesce(o.time_zone, 'UTC'))::text as today
    from users u ${joins} where u.id = ${userId} and ${reached(reach)}
  `.execute(db);
  const [user] = rows;
  return user ? { user, manager: await findManagerOf(db, userId) } : null;
}

/** Returns whether an active person is within a reach. */
export async function isActiveWithin(db: Kysely<DB>, reach: Reach, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and ${isActivePerson('u')} and ${reached(reach)}
  `.execute(db);
  return rows.length > 0;
}

/** Returns the manager of a person, or null (SPEC §3 'Manager response'). */
export async function findManagerOf(db: Kysely<DB>, userId: string): Promise<ManagerRow | null> {
  const { rows } = await sql<ManagerRow>`
    select m.id, m.first_name, m.last_name, m.preferred_name, m.job_title, m.email, m.profile_image_url
    from users u join users m on m.id = u.manager_id where u.id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the person's own profile (SPEC §2.14). */
export async function findProfile(db: Kysely<DB>, userId: string): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    select ${nameColumns}, ${workColumns}, u.pending_email, u.preferred_name, u.revision, asked.request as name_request
    from users u ${joins}
    left join lateral (
      select json_build_object('id', r.id, 'firstName', r.first_name, 'lastName', r.last_name, 'decision', r.decision,
        'requestedAt', audit.instant_text(r.requested_at), 'decidedAt', audit.instant_text(r.decided_at), 'reason', r.reason) as request
      from name_requests r where r.user_id = u.id and coalesce(r.decision, 'declined') = 'declined'
        and not exists (select 1 from name_requests n where n.user_id = r.user_id and n.id > r.id)
    ) asked on true
    where u.id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}
