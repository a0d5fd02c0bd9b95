import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';

/** Why a passkey was revoked: by its person, with a lost second factor, because a copy was used, or when an identity was confirmed again. */
export type RevocationCause = 'person' | 'reset' | 'copied' | 'identity';

/** The columns for the owner of a passkey, and for its remaining uses. */
interface CoveredRow {
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** A stored passkey. */
export interface StoredPasskey extends CoveredRow {
  readonly id: number;
  readonly name: string;
  readonly transports: string[];
  readonly mac: string;
}

const purpose = 'passkey';

const covered = (row: CoveredRow): readonly string[] => [
  row.userId,
  row.credentialId,
  row.publicKey,
  String(row.counter),
  row.createdAt.toISOString(),
  row.revokedAt === null ? 'valid' : 'revoked',
];

const columns = [
  'id',
  'userId',
  'credentialId',
  'publicKey',
  'counter',
  'createdAt',
  'revokedAt',
  'name',
  'transports',
  'mac',
] as const;

/** Returns the MAC of a passkey: only the application can create it. */
export const passkeyMac = (keys: KeySource, row: CoveredRow): string => rowMac(keys, purpose, covered(row));

/** False for a passkey that was inserted, given to another person, or restored directly in the database (AUD-04). */
export const isGenuinePasskey = (keys: KeySource, row: CoveredRow & { readonly mac: string }): boolean =>
  isRowMac(keys, purpose, covered(row), row.mac);

/** All passkeys, for `verify`. */
export const passkeysSql = sql<CoveredRow & { readonly id: number; readonly mac: string }>`
  select id, user_id, credential_id, public_key, counter, created_at, revoked_at, mac from passkeys order by id`;

/** Finds a passkey by the id that its authenticator uses; revoked ones too. */
export async function findPasskey(db: Kysely<DB>, credentialId: string): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the passkeys of a person that work, the oldest first. */
export async function passkeysOf(db: Kysely<DB>, userId: string): Promise<readonly StoredPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** The stored facts of a new passkey. */
export interface NewPasskey {
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly name: string;
}

/** Stores a new passkey; null if the credential is known already. */
export async function insertPasskey(tx: CommandTransaction, passkey: NewPasskey): Promise<number | null> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', app_now()) as now`.execute(
    tx.db,
  );
  const [clock] = rows;
  if (!clock) throw new Error('the database answered no time');
  const row = { ...passkey, transports: [...passkey.transports], createdAt: clock.now };
  const mac = passkeyMac(tx.services.config, { ...row, revokedAt: null });
  const made = await tx.db
    .insertInto('passkeys')
    .values({ ...row, mac })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Records a use of a passkey; false if it was used or revoked in the meantime. */
export async function recordUse(
  tx: CommandTransaction,
  passkey: StoredPasskey,
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const mac = passkeyMac(tx.services.config, { ...passkey, counter });
  const used = await tx.db
    .updateTable('passkeys')
    .set({ counter, backedUp, mac, lastUsedAt: sql<Date>`app_now()` })
    .where('id', '=', passkey.id)
    .where('revokedAt', 'is', null)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Revokes one passkey; it stays in the trail. */
export async function markRevoked(
  tx: CommandTransaction,
  passkey: StoredPasskey,
  because: RevocationCause,
): Promise<void> {
  const mac = passkeyMac(tx.services.config, { ...passkey, revokedAt: new Date(0) });
  await tx.db
    .updateTable('passkeys')
    .set({ revokedAt: sql<Date>`app_now()`, revokedBecause: because, mac })
    .where('id', '=', passkey.id)
    .execute();
}

/** Deletes all passkeys of a person who is erased (USR-08). */
export async function deletePasskeys(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db.deleteFrom('passkeys').where('userId', '=', userId).execute();
}

/** Uses a challenge up, once on all servers together; false when it was answered before. */
export async function claimChallenge(
  db: Kysely<DB>,
  challengeHash: string,
  expiresAt: Date,
): Promise<boolean> {
  const claimed = await db
    .insertInto('passkeyChallenges')
    .values({ challengeHash, expiresAt })
    .onConflict((conflict) => conflict.column('challengeHash').doNothing())
    .returning('challengeHash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns whether a challenge was answered before. */
export async function isClaimed(db: Kysely<DB>, challengeHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('passkeyChallenges')
    .select('challengeHash')
    .where('challengeHash', '=', challengeHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the passkeys of a person that were not revoked, the oldest first (AUTH-19). */
export const listPasskeys = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt', 'backedUp'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute();
