import { signatureText } from '#shared/domain/signatures/signature.ts';
import { hmacHex, keyFor, keyId, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';

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
  readonly authMethod: string;
  readonly agreementVersion: number;
}

/** What proves that the columns are those that were signed. */
export interface SignatureProof {
  /** SHA-256: anybody can compute it anew, for example from an exported bundle. */
  readonly signatureHash: string;
  /** HMAC under a key outside the database: who changes a row in SQL cannot make it fit. */
  readonly signatureMac: string;
  readonly keyId: string;
}

const purpose = 'signatures';

/** Computes hash and MAC of a signature over everything that it says. */
export function proofOf(config: KeySource, columns: SignatureColumns): SignatureProof {
  const text = signatureText({
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
    method: columns.authMethod,
    agreementVersion: columns.agreementVersion,
  });
  const key = keyFor(config, purpose);
  return { signatureHash: sha256Hex(text), signatureMac: hmacHex(key, text), keyId: keyId(key) };
}
