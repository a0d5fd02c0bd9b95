import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import type { FormerSecret } from '#server/platform/config/config.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';

/** A secret of the installation as stored in the database (OPS-09): the last one is today's. */
export interface KeyGeneration {
  readonly number: number;
  readonly fingerprint: string;
  readonly sealingPublicKey: string;
  readonly begunAt: Date;
  readonly retiredAt: Date | null;
  readonly ciphertext: string | null;
  readonly keyId: string | null;
  readonly handOver: string | null;
  readonly givenSignature: string | null;
  readonly takenSignature: string | null;
}

const purpose = 'key-ring';
const sealedForm = z.strictObject({ secret: z.base64(), retiredAt: z.iso.datetime() });

type Named = Pick<KeyGeneration, 'number' | 'fingerprint'>;

const contextOf = ({ number, fingerprint }: Named): string => `${String(number)}\n${fingerprint}`;

/** Returns every generation, the oldest first. */
export async function readGenerations(db: Kysely<DB>): Promise<readonly KeyGeneration[]> {
  return db.selectFrom('keyGenerations').selectAll().orderBy('number').execute();
}

/** Seals a former secret under today's, with the instant of its end: a change of the row cannot move either. */
export function sealFormer(config: KeySource, generation: Named, former: FormerSecret): Sealed {
  const text = JSON.stringify({
    secret: former.secretKey.toString('base64'),
    retiredAt: former.retiredAt.toISOString(),
  });
  return seal(config, purpose, contextOf(generation), text);
}

/** Opens a former secret; undefined if it was not sealed under the current secret, or was sealed for another generation. */
export function openFormer(config: KeySource, generation: KeyGeneration): FormerSecret | undefined {
  const { ciphertext, keyId, fingerprint } = generation;
  if (ciphertext === null || keyId === null) return undefined;
  try {
    const text = unseal({ secretKey: config.secretKey }, purpose, contextOf(generation), {
      ciphertext,
      keyId,
    });
    const { secret, retiredAt } = sealedForm.parse(JSON.parse(text));
    const former = { secretKey: Buffer.from(secret, 'base64'), retiredAt: new Date(retiredAt) };
    return fingerprintOf(former) === fingerprint ? former : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the former secrets that open, the newest first, and the numbers of the generations that do not. */
export function openGenerations(
  config: KeySource,
  generations: readonly KeyGeneration[],
): { readonly formerSecrets: readonly FormerSecret[]; readonly closed: readonly number[] } {
  const formerSecrets: FormerSecret[] = [];
  const closed: number[] = [];
  for (const generation of generations.toReversed()) {
    if (generation.retiredAt === null) continue;
    const former = openFormer(config, generation);
    if (former) formerSecrets.push(former);
    else closed.push(generation.number);
  }
  return { formerSecrets, closed };
}
