import { randomInt, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ClosureCause } from '#shared/domain/signatures/signing-identity.ts';
import type { DB } from '#server/db/db.d.ts';
import type { TemporaryPasswordIssued } from '#server/domains/accounts/accounts.events.ts';
import { makeStoredPassword } from '#server/domains/accounts/own-password.ts';
import { refuseBreached } from '#server/domains/accounts/password-policy.ts';
import { closeSigning } from '#server/domains/accounts/signing/closures.store.ts';
import { endResetLinks } from '#server/domains/accounts/reset-links.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { clearAccountAttempts } from '#server/domains/accounts/throttle.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';

/** How an administrator issued a password: with the new account, generated, or set manually (AUTH-08). */
export type CredentialKind = 'preset' | 'generated' | 'set';

/** A person's password with its hash, prepared before the transaction so that nothing waits for Argon2 in it. */
export interface PreparedPassword {
  readonly userId: string;
  readonly password: string;
  /** The form in the database. */
  readonly stored: string;
}

/** An issued password. The password itself is only in this answer, never in an event or a stored answer. */
export interface IssuedPassword {
  readonly credentialId: number;
  readonly password: string;
  readonly expiresAt: Date;
}

const purpose = 'temporary-credential';

/** The column of temporary passwords (OPS-09). */
export const temporaryPasswords: SealedColumn = {
  purpose,
  table: 'temporary_credentials',
  key: 'id',
  context: 'user_id',
};

// Letters and digits, without those that look alike: I, l and 1, O, o and 0.
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const generatedLength = 16;

/** Returns a password of 16 random characters without look-alikes, some 93 bits (AUTH-08). */
export function generatePassword(): string {
  return Array.from({ length: generatedLength }, () => signs[randomInt(signs.length)]).join('');
}

/** Returns the id of a person who is about to be created. */
export function newUserId(): string {
  return `u_${randomUUID().replaceAll('-', '')}`;
}

/**
 * Hashes a password of a person for {@link issueTemporaryPassword}; without one it is generated. Fails with PASSWORD_REFUSED
 * at `path` for a typed password that is on the list of breached ones (AUTH-19).
 */
export async function preparePassword(
  keys: KeySource,
  userId: string,
  typed?: { readonly password: string; readonly path: string },
): Promise<PreparedPassword> {
  if (typed) await refuseBreached(typed.password, typed.path);
  const password = typed?.password ?? generatePassword();
  return { userId, password, stored: await makeStoredPassword(keys, userId, password) };
}

/**
 * Creates a password that its owner must change at the first sign-in and cannot sign with (AUTH-08). It is stored sealed for
 * viewing for seven days. It replaces any earlier one, ends the person's sessions, unlocks the account, and closes signing until
 * the person has proved who they are (SIG-05).
 */
export async function issueTemporaryPassword(
  tx: CommandTransaction,
  kind: CredentialKind,
  prepared: PreparedPassword,
  cause: Extract<ClosureCause, 'account_created' | 'credential_issued'> = 'credential_issued',
): Promise<IssuedPassword> {
  const { userId } = prepared;
  // This comes before any write, because it depends on whether the account has been used.
  await closeSigning(tx, userId, cause);
  // The person's row first: two administrators who issue at once take turns.
  const user = await tx.db
    .updateTable('users')
    .set({
      passwordHash: prepared.stored,
      mustChangePassword: true,
      passwordChangedAt: sql<Date>`app_now()`,
      lockedAt: null,
    })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await endTemporaryCredential(tx, userId);
  await endResetLinks(tx, userId);
  const sealed = seal(tx.services.config, purpose, userId, prepared.password);
  const { id, expiresAt } = await tx.db
    .insertInto('temporaryCredentials')
    .values({
      userId,
      kind,
      ciphertext: sealed.ciphertext,
      keyId: sealed.keyId,
      issuedBy: tx.actorId,
      expiresAt: sql<Date>`app_now() + interval '7 days'`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  await endSessionsOf(tx.db, userId);
  await clearAccountAttempts(tx.db, tx.services.config, user.email);
  const event: TemporaryPasswordIssued = { type: 'account.temporaryPasswordIssued', userId, kind };
  tx.emit(event);
  return { credentialId: id, password: prepared.password, expiresAt };
}

/** Ends a person's temporary password: the sealed text is deleted in the same transaction (AUTH-08). */
export async function endTemporaryCredential(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db
    .updateTable('temporaryCredentials')
    .set({ ciphertext: null, endedAt: sql<Date>`app_now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute();
}

/** The visible state of a person's temporary password (AUTH-08). */
export interface CredentialView {
  readonly credentialId: number | null;
  readonly state: 'temporary' | 'user_set' | 'expired' | 'none';
  readonly currentPassword: string | null;
  readonly expiresAt: Date | null;
}

/** Reads a person's temporary password while it exists; the caller records the reading in the trail before it answers. */
export async function readTemporaryPassword(
  services: { readonly config: KeySource; readonly db: Kysely<DB> },
  userId: string,
): Promise<CredentialView> {
  const row = await services.db
    .selectFrom('users as u')
    .leftJoin('temporaryCredentials as c', (join) =>
      join.onRef('c.userId', '=', 'u.id').on('c.endedAt', 'is', null),
    )
    .select(['u.passwordHash', 'c.id', 'c.ciphertext', 'c.keyId', 'c.expiresAt'])
    .select(sql<boolean>`coalesce(c.expires_at <= app_now(), false)`.as('expired'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { id: credentialId, expiresAt, ciphertext, keyId } = row;
  if (credentialId === null) {
    return {
      credentialId,
      state: row.passwordHash === null ? 'none' : 'user_set',
      currentPassword: null,
      expiresAt: null,
    };
  }
  if (row.expired || ciphertext === null || keyId === null) {
    return { credentialId, state: 'expired', currentPassword: null, expiresAt };
  }
  const currentPassword = unseal(services.config, purpose, userId, { ciphertext, keyId });
  return { credentialId, state: 'temporary', currentPassword, expiresAt };
}
