import { sql } from 'kysely';
import {
  markRevoked,
  passkeysOf,
  type RevocationCause,
  type StoredPasskey,
} from '#server/domains/accounts/passkeys/passkeys.store.ts';
import {
  deleteUnusedRecoveryCodes,
  resetSigningFactors,
} from '#server/domains/accounts/two-factor/authenticators.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The passkeys of a person that are revoked: all active ones, or the narrower choice given here. */
export interface RevokedPasskeys {
  readonly id?: number;
  /** Only those that were added since then. */
  readonly since?: Date;
  /** Only those that were added before then. */
  readonly before?: Date | null;
  /** One that stays all the same. */
  readonly except?: number | null;
  /** A session that does not end, even if one of the passkeys opened it: the session of the person who revokes. */
  readonly keptSid?: string | undefined;
}

/**
 * Revokes passkeys of a person at once (AUTH-19), with the access that they gave. Sessions that one of them signed in end. A
 * fresh authentication and proofs in other sessions no longer count. With the last second factor, the recovery codes are deleted
 * too. Returns the revoked passkeys.
 */
export async function revokePasskeys(
  tx: CommandTransaction,
  userId: string,
  because: RevocationCause,
  { id, since, before, except, keptSid = '' }: RevokedPasskeys = {},
): Promise<readonly StoredPasskey[]> {
  await sql`select 1 from passkeys where user_id = ${userId} order by id for update`.execute(tx.db);
  const revoked = (await passkeysOf(tx.db, userId)).filter(
    (one) =>
      (id === undefined || one.id === id) &&
      one.id !== except &&
      (since === undefined || one.createdAt >= since) &&
      (!before || one.createdAt < before),
  );
  if (revoked.length === 0) return [];
  for (const one of revoked) await markRevoked(tx, one, because);
  const ids = revoked.map((one) => String(one.id));
  await sql`
    delete from sessions
    where user_id = ${userId} and sid <> ${keptSid} and sess ->> 'passkey' = any(${ids}::text[])`.execute(
    tx.db,
  );
  await sql`
    update sessions set strong_auth_at = null where user_id = ${userId} and sid <> ${keptSid}`.execute(tx.db);
  await resetSigningFactors(tx, userId);
  await deleteUnusedRecoveryCodes(tx, userId);
  return revoked;
}
