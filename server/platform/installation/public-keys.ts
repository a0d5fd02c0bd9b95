import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { ringPublicKeys } from '#server/platform/crypto/signing-key.ts';
import { readGenerations } from '#server/platform/installation/key-generations.ts';

/** A public key of the installation, with the hand-over from the key before it (OPS-09). */
export interface HandedKey {
  readonly id: string;
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
  readonly begunAt: Date | null;
  readonly retiredAt: Date | null;
  readonly handOver: { readonly statement: string; readonly given: string; readonly taken: string } | null;
}

/**
 * Returns the public keys of the installation, the newest first. They come from its secrets alone; the database has only the
 * hand-over from each key to the next. Throws DATABASE_UNAVAILABLE on a server whose secret was rotated in the meantime, because
 * that server is about to stop.
 */
export async function readPublicKeys(db: Kysely<DB>, keys: KeySource): Promise<readonly HandedKey[]> {
  const generations = await readGenerations(db);
  const ring = ringPublicKeys(keys);
  const newest = generations.at(-1);
  if (newest && newest.sealingPublicKey !== ring[0]?.publicKey) throw new AppError('DATABASE_UNAVAILABLE');
  return ring.map(({ id, publicKey, retiredAt }) => {
    const generation = generations.find(({ sealingPublicKey }) => sealingPublicKey === publicKey);
    const { handOver: statement, givenSignature: given, takenSignature: taken } = generation ?? {};
    return {
      id,
      publicKey,
      begunAt: generation?.begunAt ?? null,
      retiredAt,
      handOver: statement && given && taken ? { statement, given, taken } : null,
    };
  });
}
