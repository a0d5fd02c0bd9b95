import { AppError } from '#shared/contract/errors.ts';
import type { CertificateValidity } from '#shared/domain/certificates/validity.ts';
import {
  publicSignatureFault,
  readPublicSignatures,
  statementOf,
  type PublicText,
} from '#server/domains/signatures/index.ts';
import type { PubliclySigned } from '#shared/domain/signatures/public-statement.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import { readPublicKeys } from '#server/platform/installation/public-keys.ts';
import type { Services } from '#server/platform/services.ts';
import { readProofSeals } from './read-proof-seals.ts';

const prefix = Buffer.from('traintrail-proof-1\n', 'utf8');

/** The subject of a proof file (SIG-04). */
export interface Provable {
  /** The name of the person by the present records; null if the signed texts contain it. */
  readonly name: string | null;
  /** The current validity of a certificate; null for other records. */
  readonly status: CertificateValidity | null;
  readonly type: PubliclySigned;
  /** The texts that have public-key signatures. */
  readonly signed: readonly PublicText[];
  /** The texts whose hashes are in the signed texts. */
  readonly covered: readonly string[];
}

/**
 * Creates a file with which anybody can check a record without a secret (SIG-04). It has the canonical texts, their public-key
 * signatures, the seals of the trail that cover these, the public keys with their hand-overs, and a signature over the whole
 * file. Its bytes are fixed: JSON with an indent of two spaces and a line feed at its end. Throws PROOF_PENDING, PROOF_REFUSED.
 */
export async function createProof(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  { name, status, type, signed, covered }: Provable,
): Promise<string> {
  const made = await readPublicSignatures(
    db,
    type,
    signed.map(({ id }) => id),
  );
  if (signed.some(({ id }) => !made.has(id))) throw new AppError('PROOF_PENDING');
  if (signed.some(({ id, text }) => publicSignatureFault(config, text, made.get(id)) !== null))
    throw new AppError('PROOF_REFUSED');
  const keys = await readPublicKeys(db, config);
  const seals = await readProofSeals(
    db,
    [...made.values()].map(({ id }) => id),
  );
  const key = installationSigningKey(config);
  const said = {
    format: 'traintrail-proof-1',
    madeAt: clock.now().toISOString(),
    name,
    status,
    records: [...signed.map(({ text }) => text), ...covered],
    signatures: signed.flatMap(({ id, text }) => {
      const one = made.get(id);
      if (!one) return [];
      const { keyId, signature } = one;
      return [{ statement: statementOf(text, one), keyId, signature, seal: seals.get(one.id) ?? null }];
    }),
    keys: keys.map(({ publicKey, handOver }) =>
      handOver === null
        ? { publicKey }
        : { publicKey, handOver: handOver.statement, given: handOver.given, taken: handOver.taken },
    ),
  };
  const signature = key.sign(prefix, JSON.stringify(said, null, 2)).toString('base64');
  return `${JSON.stringify({ ...said, keyId: key.id, signature }, null, 2)}\n`;
}
