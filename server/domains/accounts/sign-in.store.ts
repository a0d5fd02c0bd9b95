import { sessionMac } from '#server/domains/accounts/sessions.store.ts';
import { activePersonSql } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Kysely } from 'kysely';
import type { Role } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { idleMinutesSql } from '#server/domains/accounts/authenticate.ts';
import { withdrawAttemptSql, type AttemptKeys } from '#server/domains/accounts/throttle.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';

/** The facts of an account that signing in needs. */
export interface SignInAccount {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly passwordHash: string;
  readonly isActive: boolean;
  readonly organizationIsActive: boolean;
  readonly mustChangePassword: boolean;
  /** `requirePasswordChange`: a new password at this sign-in (AUTH-07). */
  readonly changeAsked: boolean;
  readonly neverSignedIn: boolean;
  /** The temporary password that an administrator issued, until it is replaced; null without one. */
  readonly credentialId: number | null;
  readonly credentialExpired: boolean;
  /** Locked until an administrator unlocks it (AUTH-07, regulated profile). */
  readonly isLocked: boolean;
  /** A second step follows (AUTH-09). */
  readonly twoFactor: boolean;
  /** A passkey of this person may be the second step (AUTH-19). */
  readonly hasPasskey: boolean;
  /** An authenticator app may be. */
  readonly hasAuthenticator: boolean;
}

const findSql = `select u.id, u.email, u.role, u.organization_id, u.password_hash, u.is_active, u.must_change_password,
     o.is_active is not false as organization_is_active,
     u.require_password_change or coalesce(u.settings -> 'requirePasswordChange' = 'true', false) as change_asked,
     u.last_sign_in_at is null as never_signed_in,
     c.id as credential_id, coalesce(c.expires_at <= app_now(), false) as credential_expired,
     u.locked_at is not null as is_locked,
     exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
       or exists (select 1 from passkeys p where p.user_id = u.id and p.revoked_at is null) as two_factor,
     exists (select 1 from passkeys p where p.user_id = u.id and p.revoked_at is null) as has_passkey,
     exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as has_authenticator
   from users u left join organizations o on o.id = u.organization_id
     left join temporary_credentials c on c.user_id = u.id and c.ended_at is null
   where u.erased_at is null and u.password_hash is not null and `;

const findStatement = namedStatement<SignInAccount>(
  'accounts.find-sign-in',
  `${findSql} lower(u.email) = lower($1)`,
);
const findByIdStatement = namedStatement<SignInAccount>('accounts.find-second-step', `${findSql} u.id = $1`);

/** Finds the account of an email in any case; null without one, or without a password (AUTH-02). */
export async function findSignInAccount(db: Kysely<DB>, email: string): Promise<SignInAccount | null> {
  const { rows } = await db.executeQuery(findStatement(email));
  return rows[0] ?? null;
}

/** Finds the account of a second step by its id. */
export async function findSecondStepAccount(db: Kysely<DB>, userId: string): Promise<SignInAccount | null> {
  const { rows } = await db.executeQuery(findByIdStatement(userId));
  return rows[0] ?? null;
}

/** The proof of identity of a session. */
export type AuthMethod = 'password' | 'password_totp' | 'recovery_code' | 'passkey' | 'password_passkey';

/** A session to be opened for an account whose password was just found right. */
export interface Opening {
  readonly account: SignInAccount;
  /** The stored hash from now on: the same, or one made with today's cost. */
  readonly passwordHash: string;
  readonly sid: string;
  /** The session of the cookie that the request brought, which ends. */
  readonly replacedSid: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly keys: AttemptKeys;
  readonly authMethod: AuthMethod;
  /** The passkey that was used: the session ends when it is revoked (AUTH-19). */
  readonly passkeyId?: number | undefined;
}

const openStatement = namedStatement<{ id: string }>(
  'accounts.open-session',
  `with me as (
     update users set last_sign_in_at = app_now(), password_hash = $3
     where id = $1 and password_hash = $2 and ${activePersonSql('users')} and locked_at is null
     returning id, organization_id, settings),
   opened as (
     insert into sessions (sid, mac, user_id, sess, auth_method, ip, user_agent, strong_auth_at, idle_minutes, expire, absolute_expire)
     select $4, $13, u.id, $5::jsonb, $12, $6, $7, app_now(), idle, app_now() + make_interval(mins => idle),
       app_now() + interval '12 hours'
     from me u left join organizations o on o.id = u.organization_id cross join lateral (select ${idleMinutesSql} as idle) i),
   replaced as (delete from sessions where sid = $8 and exists (select 1 from me)),
   used as (
     update temporary_credentials set used_at = app_now()
     where user_id = $1 and ended_at is null and used_at is null and exists (select 1 from me)),
   ${withdrawAttemptSql('$9', '$10', '$11', 'exists (select 1 from me)')}
   select id from me`,
);

/**
 * Opens a session of at most 12 hours (AUTH-05) and records the sign-in, unless the account has changed since its password
 * was checked: then it returns false. The session stores whether it was opened with a temporary password, which cannot sign
 * (AUTH-08), and whether it requires a new password (AUTH-07).
 */
export async function openSession(
  { db, services }: Pick<CommandTransaction, 'db' | 'services'>,
  opening: Opening,
): Promise<boolean> {
  const { account, keys } = opening;
  const mac = sessionMac(services.config, { ...opening, userId: account.id });
  const memory = {
    ...(account.mustChangePassword || account.credentialId !== null ? { temporaryCredential: true } : {}),
    ...(opening.passkeyId === undefined ? {} : { passkey: opening.passkeyId }),
    ...(account.changeAsked ? { passwordChangeAsked: true } : {}),
  };
  const { rows } = await db.executeQuery(
    openStatement(
      account.id,
      account.passwordHash,
      opening.passwordHash,
      opening.sid,
      JSON.stringify(memory),
      opening.ip,
      opening.userAgent,
      opening.replacedSid,
      keys.address,
      keys.pair,
      keys.account,
      opening.authMethod,
      mac,
    ),
  );
  return rows.length === 1;
}
