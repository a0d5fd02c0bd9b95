import type { Language } from '#shared/domain/people/settings.ts';
import { signatureText } from '#shared/domain/signatures/signature.ts';
import { keyRing, type RingKey } from '#server/platform/crypto/key-ring.ts';
import { hmacHex, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';

/** The columns of a signature that are hashed (SIG-01). */
export interface SignatureColumns {
  readonly recordType: string;
  readonly recordId: number;
  readonly recordHash: string;
  readonly contentHash: string | null;
  readonly signerId: string;
  readonly printedName: string;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly meaningCode: string;
  readonly statementVersion: number;
  readonly meaning: string;
  /** The language of the meaning; null for signatures from before it was stored (SIG-05). */
  readonly language: Language | null;
  readonly authMethod: string;
  readonly agreementVersion: number;
}

/** The proof that the columns are the signed ones. */
export interface SignatureProof {
  /** SHA-256: anybody can recompute it, for example from an exported bundle. */
  readonly signatureHash: string;
  /** HMAC under a key outside the database: a person who changes a row in SQL cannot compute it. */
  readonly signatureMac: string;
  readonly keyId: string;
}

const purpose = 'signatures';

/** Returns the key of the installation, the current or a former one, that a signature names (OPS-09); undefined for any other. */
export const signatureKey = (config: KeySource, id: string): RingKey | undefined =>
  keyRing(config, purpose).find(id);

/** Computes hash and MAC of a signature over all of its content, under the current key unless another is given to check. */
export function proofOf(
  config: KeySource,
  columns: SignatureColumns,
  { key, id }: RingKey = keyRing(config, purpose).current,
): SignatureProof {
  const text = textOfSignature(columns);
  return { signatureHash: sha256Hex(text), signatureMac: hmacHex(key, text), keyId: id };
}

/** Returns the canonical text of a signature, made from its columns. */
export function textOfSignature(columns: SignatureColumns): string {
  return signatureText({
    object: { kind: columns.recordType, id: columns.recordId },
    recordHash: columns.recordHash,
    contentHash: columns.contentHash,
    signerId: columns.signerId,
    signerName: columns.printedName,
    signedAt: columns.signedAt.toISOString(),
    timeZone: columns.timeZone,
    meaningCode: columns.meaningCode,
    statementVersion: columns.statementVersion,
    meaning: columns.meaning,
    language: columns.language,
    method: columns.authMethod,
    agreementVersion: columns.agreementVersion,
  });
}
