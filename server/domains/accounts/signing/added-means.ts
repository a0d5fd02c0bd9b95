import { sql } from 'kysely';
import { revokePasskeys } from '#server/domains/accounts/passkeys/revoke-passkeys.ts';
import { removeTwoFactor } from '#server/domains/accounts/two-factor/authenticators.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Removes every means of signing in that was added to an account after somebody else may have gained access to it (SIG-05,
 * AUTH-16): the sign-in at a provider, passkeys and an authenticator. Older means belong to the person and stay.
 */
export async function removeAddedMeans(
  tx: CommandTransaction,
  userId: string,
  since: Date,
  keptSid?: string,
): Promise<void> {
  await sql`delete from external_identities where user_id = ${userId} and linked_at >= ${since}`.execute(
    tx.db,
  );
  await revokePasskeys(tx, userId, 'identity', { since, keptSid });
  const { rows } = await sql`
    select 1 from authenticators where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since}`.execute(
    tx.db,
  );
  if (rows.length > 0) await removeTwoFactor(tx, userId);
}

/** The session of a person whose identity another person has confirmed. */
interface VouchedSession {
  readonly atProvider: boolean;
  readonly passwordChangedAt: Date | null;
  /** The passkey that opened it. */
  readonly passkeyId: number | null;
}

/**
 * Removes means of signing in that the person of a session may not have added, whatever their age, when another person has
 * confirmed that person's identity (SIG-05). Before this confirmation, nobody knew the owner of the account. A person without a
 * password of their own keeps only the sign-in at the provider. Anyone else keeps the passkey that opened the session, anything
 * added after they chose the password, and an authenticator from before signing was closed.
 */
export async function removeUnconfirmedMeans(
  tx: CommandTransaction,
  userId: string,
  sid: string,
  since: Date,
): Promise<void> {
  const { rows } = await sql<VouchedSession>`
    select s.auth_method is not distinct from 'provider' as at_provider, u.password_changed_at, (s.sess ->> 'passkey')::int as passkey_id
    from sessions s join users u on u.id = s.user_id where s.sid = ${sid} and u.id = ${userId}`.execute(
    tx.db,
  );
  const [session] = rows;
  if (!session || session.atProvider) {
    await revokePasskeys(tx, userId, 'identity', { keptSid: sid });
    await removeTwoFactor(tx, userId);
    await revokePassword(tx, userId, new Date(0));
    return;
  }
  await sql`delete from external_identities where user_id = ${userId} and linked_at >= ${since}`.execute(
    tx.db,
  );
  const { passkeyId, passwordChangedAt } = session;
  await revokePasskeys(tx, userId, 'identity', {
    before: passwordChangedAt,
    except: passkeyId,
    keptSid: sid,
  });
  const { rows: foreign } = await sql`
    select 1 from authenticators a where a.user_id = ${userId} and coalesce(a.confirmed_at, a.created_at) >= ${since}
      and not coalesce(a.confirmed_at >= ${passwordChangedAt}::timestamptz, false)`.execute(tx.db);
  if (foreign.length > 0) await removeTwoFactor(tx, userId);
}

/** Ends a password that somebody else may have chosen. `unusable` replaces it, if it is given. */
export async function revokePassword(
  tx: CommandTransaction,
  userId: string,
  since: Date,
  unusable: string | null = null,
): Promise<void> {
  await sql`
    update users set password_hash = ${unusable}, must_change_password = false
    where id = ${userId} and password_hash is not null and coalesce(password_changed_at >= ${since}, ${since} <= to_timestamp(0))`.execute(
    tx.db,
  );
  await sql`
    update temporary_credentials set ciphertext = null, ended_at = app_now()
    where user_id = ${userId} and ended_at is null`.execute(tx.db);
}
