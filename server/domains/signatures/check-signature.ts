import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { signatureFaults } from '#shared/domain/signatures/signature.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import {
  proofOf,
  signatureKey,
  type SignatureColumns,
  type SignatureProof,
} from '#server/domains/signatures/signature-form.ts';
import type { RingKey } from '#server/platform/crypto/key-ring.ts';
import { equalInConstantTime, type KeySource } from '#server/platform/crypto/keys.ts';

/** A row of `signatures`, as far as checking needs it. */
export interface StoredSignature extends SignatureColumns, SignatureProof {}

/** The present record of a signature. */
export interface SignedRecord {
  readonly recordType: string;
  readonly recordId: number;
  /** SHA-256 of the canonical bytes, which are rebuilt from the record's columns, never from a stored copy. */
  readonly recordHash: string;
  /** The present hash of the content version that the record names; null if it names none. */
  readonly contentHash: string | null;
  /** False when a stored file of that content is known not to match its checksum (SEC-04). */
  readonly contentIntact?: boolean;
}

/** The content of a signature and whether it is valid (SIG-04): the shape that the API returns wherever a signature is shown. */
export interface SignatureView {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly reasonCode: SignatureReasonCode | null;
  readonly printedName: string;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly meaning: string;
}

/** Recomputes a signature when it is shown (SIG-04): moved, or it, its record or its content changed, it is not valid. */
export function checkSignature(
  config: KeySource,
  signature: StoredSignature,
  record: SignedRecord,
): SignatureView {
  const reasonCode = reasonOf(config, signature, record);
  return {
    valid: reasonCode === null,
    reason: reasonCode === null ? null : sentenceOf({ reason: signatureReasons[reasonCode] }),
    reasonCode,
    printedName: signature.printedName,
    signedAt: signature.signedAt,
    timeZone: signature.timeZone,
    meaning: signature.meaning,
  };
}

function reasonOf(
  config: KeySource,
  signature: StoredSignature,
  record: SignedRecord,
): SignatureReasonCode | null {
  const known = signatureKey(config, signature.keyId);
  const proof = proofAnew(config, signature, known);
  // Columns that no signature can have.
  if (!proof) return 'signature_changed';
  const { recordHash } = record;
  const sameKey = proof.keyId === signature.keyId;
  const genuine =
    proof.signatureHash === signature.signatureHash &&
    equalInConstantTime(proof.signatureMac, signature.signatureMac);
  const faults = signatureFaults({
    signature: {
      object: { kind: signature.recordType, id: signature.recordId },
      recordHash: signature.recordHash,
      contentHash: signature.contentHash,
    },
    storedHash: sameKey ? signature.signatureMac : signature.signatureHash,
    computedHash: sameKey ? proof.signatureMac : proof.signatureHash,
    object: { kind: record.recordType, id: record.recordId },
    recordHash,
    contentHash: record.contentHash,
  });
  // A row that was made for another record neither fits this record nor its own hash, which covers the record's id.
  if (!genuine && sameKey && signature.recordHash !== recordHash) return 'moved';
  const [fault] = faults;
  if (fault) return fault;
  if (!sameKey) return 'unknown_key';
  if (!genuine) return 'signature_changed';
  if (known?.retiredAt && signature.signedAt > known.retiredAt) return 'retired_key';
  return record.contentIntact === false ? 'content_changed' : null;
}

function proofAnew(
  config: KeySource,
  signature: StoredSignature,
  known: RingKey | undefined,
): SignatureProof | undefined {
  try {
    return proofOf(config, signature, known);
  } catch {
    return undefined;
  }
}
