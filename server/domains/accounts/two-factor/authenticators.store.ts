import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import {
  newRecoveryCodes,
  recoveryCodeMac,
  recoveryCodeMacs,
} from '#server/domains/accounts/two-factor/recovery-codes.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';

const purpose = 'totp';

/** The column of the secrets of authenticators (OPS-09). */
export const authenticatorSecrets: SealedColumn = {
  purpose,
  table: 'authenticators',
  key: 'user_id',
  context: 'user_id',
};

/** The authenticator of a person, with its secret open. */
export interface Authenticator {
  readonly secret: string;
  readonly confirmed: boolean;
  /** The enrolment was started within the last hour: later its first code does not count. */
  readonly fresh: boolean;
  /** Time step of the last code that was taken. */
  readonly lastStep: number | null;
}

/** Returns the authenticator of a person, null without one. */
export async function findAuthenticator(
  { config, db }: { readonly config: KeySource; readonly db: Kysely<DB> },
  userId: string,
): Promise<Authenticator | null> {
  const row = await db
    .selectFrom('authenticators as a')
    .leftJoin('authenticatorSteps as s', 's.userId', 'a.userId')
    .select(['a.ciphertext', 'a.keyId', 'a.confirmedAt', 's.lastStep'])
    .select(sql<boolean>`a.created_at > app_now() - interval '1 hour'`.as('fresh'))
    .where('a.userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { ciphertext, keyId, confirmedAt, lastStep, fresh } = row;
  const secret = unseal(config, purpose, userId, { ciphertext, keyId });
  return { secret, confirmed: confirmedAt !== null, fresh, lastStep };
}

/** Stores the secret of an authenticator that is being enrolled, and replaces one that was never confirmed. */
export async function storePendingSecret(
  tx: CommandTransaction,
  userId: string,
  secret: string,
): Promise<void> {
  const sealed = seal(tx.services.config, purpose, userId, secret);
  await tx.db
    .deleteFrom('authenticators')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
  await tx.db
    .insertInto('authenticators')
    .values({ userId, ...sealed })
    .execute();
}

/** Uses a time step up, once on all servers together (AUTH-09, T21); false when it or a later one was used before. */
export async function claimStep(db: Kysely<DB>, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    insert into authenticator_steps (user_id, last_step) values (${userId}, ${step})
    on conflict (user_id) do update set last_step = excluded.last_step
      where authenticator_steps.last_step < excluded.last_step
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Finds an unused recovery code by the typed text; null if there is none. */
export async function findRecoveryCode(
  { config, db }: { readonly config: KeySource; readonly db: Kysely<DB> },
  userId: string,
  typed: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('id')
    .where('userId', '=', userId)
    .where('codeMac', 'in', recoveryCodeMacs(config, userId, typed))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Uses a recovery code up; false when it was used in the meantime. */
export async function claimRecoveryCode(tx: CommandTransaction, id: number): Promise<boolean> {
  const used = await tx.db
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Replaces all recovery codes with ten new ones; the caller shows them once. */
export async function replaceRecoveryCodes(
  tx: CommandTransaction,
  userId: string,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const { config } = tx.services;
  await tx.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await tx.db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeMac: recoveryCodeMac(config, userId, code) })))
    .execute();
  return codes;
}

/** Returns whether a person has recovery codes left. */
export async function hasUnusedRecoveryCodes(db: Kysely<DB>, userId: string): Promise<boolean> {
  const code = await db
    .selectFrom('recoveryCodes')
    .select('id')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return code !== undefined;
}

/** Records in the settings whether the person has a second factor, where the screens read it (SET-02). */
export async function recordTwoFactor(
  tx: CommandTransaction,
  userId: string,
  enabled: boolean,
): Promise<void> {
  const note = JSON.stringify({ twoFactorEnabled: enabled });
  await sql`update users set settings = settings || ${note}::jsonb where id = ${userId}`.execute(tx.db);
}

/**
 * Removes the second factor of a person: the secret, the recovery codes, and its mark in the sessions. False if there was
 * none. The used steps stay: they only ever grow.
 */
export async function removeTwoFactor(tx: CommandTransaction, userId: string): Promise<boolean> {
  const removed = await tx.db
    .deleteFrom('authenticators')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst();
  await deleteUnusedRecoveryCodes(tx, userId);
  if (!removed) return false;
  await recordTwoFactor(tx, userId, false);
  await resetSigningFactors(tx, userId);
  return removed.confirmedAt !== null;
}

/** Recovery codes replace an authenticator or a passkey, so they are deleted with the last of them. */
export async function deleteUnusedRecoveryCodes(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`
    delete from recovery_codes where user_id = ${userId}
      and not exists (select 1 from authenticators where user_id = ${userId} and confirmed_at is not null)
      and not exists (select 1 from passkeys where user_id = ${userId} and revoked_at is null)`.execute(
    tx.db,
  );
}

/** The next signature of every session of a person requests all factors again (SIG-03). */
export async function resetSigningFactors(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`update sessions set sess = sess - 'signedWithAllFactors' where user_id = ${userId}`.execute(
    tx.db,
  );
}
