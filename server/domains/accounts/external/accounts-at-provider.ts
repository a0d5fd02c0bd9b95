import { revokePassword } from '#server/domains/accounts/signing/added-means.ts';
import { judgeLinkedIdentity } from '#server/domains/accounts/signing/closures.store.ts';
import { endSessionsOf, sessionMac } from '#server/domains/accounts/sessions.store.ts';
import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { Role } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { idleMinutesSql } from '#server/domains/accounts/authenticate.ts';

/** The permanent identity of a person at a provider (OpenID Connect Core 5.7): never the address. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The facts of an account that signing in by a provider needs. */
export interface ExternalAccount {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly isActive: boolean;
  readonly isLocked: boolean;
  readonly organizationIsActive: boolean;
  readonly neverSignedIn: boolean;
  /** Another person at this provider signs in to the account. */
  readonly isLinked: boolean;
}

const accountSql = ({ issuer, subject }: ExternalIdentity) => sql`
  select u.id, u.role, u.organization_id, ${isActivePerson('u')} as is_active, u.locked_at is not null as is_locked,
    o.is_active is not false as organization_is_active, u.last_sign_in_at is null as never_signed_in,
    exists (
      select 1 from external_identities l where l.user_id = u.id and l.issuer = ${issuer} and l.subject <> ${subject}
    ) as is_linked
  from users u left join organizations o on o.id = u.organization_id`;

/** Returns the account that is linked to a person at a provider; their address there no longer matters (T18). */
export async function findLinkedAccount(
  db: Kysely<DB>,
  identity: ExternalIdentity,
): Promise<ExternalAccount | null> {
  const { issuer, subject } = identity;
  const { rows } = await sql<ExternalAccount>`${accountSql(identity)}
    join external_identities i on i.user_id = u.id and i.issuer = ${issuer} and i.subject = ${subject}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the account of an email, in any case of letters, active or not; never an erased one. */
export async function findAccountByEmail(
  db: Kysely<DB>,
  identity: ExternalIdentity,
  email: string,
): Promise<ExternalAccount | null> {
  const { rows } = await sql<ExternalAccount>`${accountSql(identity)}
    where lower(u.email) = lower(${email}) and u.erased_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Links a person at a provider with an account, or records that the link was used. Returns false if the account belongs to
 * another person there, or that person has another account, as happens if two first sign-ins run at once.
 */
export async function useIdentity(
  tx: CommandTransaction,
  { issuer, subject }: ExternalIdentity,
  userId: string,
): Promise<boolean> {
  const used = await tx.db
    .updateTable('externalIdentities')
    .set({ lastUsedAt: sql<Date>`app_now()` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (used.numUpdatedRows > 0n) return true;
  const { numInsertedOrUpdatedRows: added } = await tx.db
    .insertInto('externalIdentities')
    .values({ issuer, subject, userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added === 1n) {
    await judgeLinkedIdentity(tx, userId);
    await endIssuedPassword(tx, userId);
  }
  const linked = await tx.db
    .selectFrom('externalIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return linked?.userId === userId;
}

/**
 * The provider signs the person in from now on: a password that an administrator issued no longer works, and sessions that were
 * opened with it end (AUTH-08).
 */
async function endIssuedPassword(tx: CommandTransaction, userId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from temporary_credentials where user_id = ${userId} and ended_at is null`.execute(tx.db);
  if (rows.length === 0) return;
  await revokePassword(tx, userId, new Date(0));
  await endSessionsOf(tx.db, userId);
}

/** Deletes all identities at providers that can sign in to an account (USR-08). */
export async function deleteIdentities(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db.deleteFrom('externalIdentities').where('userId', '=', userId).execute();
}

/** A session to be opened for an account that its provider has just verified. */
export interface ProviderOpening {
  readonly userId: string;
  readonly sid: string;
  /** The session of the cookie that the request brought, which ends. */
  readonly replacedSid: string | null;
  readonly ip: string;
  readonly userAgent: string;
  /**
   * The time at which the provider last identified the person, in seconds since 1970; null if the provider does not report it.
   */
  readonly authenticatedAt: number | null;
  /** The stored facts of the session. */
  readonly memory: Readonly<Record<string, unknown>>;
}

/**
 * Opens a session of at most 12 hours (AUTH-05) and records the sign-in; false if the account may no longer sign in. The
 * session's memory has the number of factors; a sign-in that the provider remembers does not count as fresh (AUTH-19).
 */
export async function openProviderSession(
  tx: CommandTransaction,
  opening: ProviderOpening,
): Promise<boolean> {
  const mac = sessionMac(tx.services.config, { ...opening, authMethod: 'provider' });
  const { rows } = await sql<{ id: string }>`
    with me as (
      update users set last_sign_in_at = app_now()
      where id = ${opening.userId} and ${isActivePerson('users')} and locked_at is null
        and not exists (select 1 from organizations o where o.id = organization_id and not o.is_active)
      returning id, organization_id, settings),
    opened as (
      insert into sessions (sid, mac, user_id, sess, auth_method, ip, user_agent, strong_auth_at, idle_minutes, expire, absolute_expire)
      select ${opening.sid}, ${mac}, u.id, ${JSON.stringify(opening.memory)}::jsonb, 'provider', ${opening.ip}, ${opening.userAgent},
        case when ${opening.authenticatedAt}::float8 is not null
          then to_timestamp(least(extract(epoch from app_now()), ${opening.authenticatedAt}::float8)) end,
        idle, app_now() + make_interval(mins => idle), app_now() + interval '12 hours'
      from me u left join organizations o on o.id = u.organization_id
        cross join lateral (select ${sql.raw(idleMinutesSql)} as idle) i),
    replaced as (delete from sessions where sid = ${opening.replacedSid} and exists (select 1 from me))
    select id from me
  `.execute(tx.db);
  return rows.length === 1;
}
