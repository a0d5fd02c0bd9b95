import type { Language } from '../people/settings.ts';
import { canonicalHash, canonicalForm, canonicalInstant } from './canonical.ts';

/**
 * The version of the canonical form of a signature, and the version for signatures whose language was not stored (SIG-01,
 * SIG-05).
 */
const SIGNATURE_VERSION = 2;
const VERSION_WITHOUT_LANGUAGE = 1;

/** The signed object: the kind of record and its id, so that a signature cannot be moved to another (SIG-01). */
export interface SignedObject {
  readonly kind: string;
  readonly id: number | string;
}

/** The hashed facts of an electronic signature (SIG-01). */
export interface SignatureFacts {
  readonly object: SignedObject;
  /** SHA-256 of the signed record's bytes. */
  readonly recordHash: string;
  /** SHA-256 of the content that the record concerns, null without one. */
  readonly contentHash: string | null;
  readonly signerId: string;
  /** The printed name. */
  readonly signerName: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
  /** The IANA zone in which the time is printed. */
  readonly timeZone: string;
  readonly meaningCode: string;
  readonly statementVersion: number;
  /** The text that was shown, as signed (SIG-02). */
  readonly meaning: string;
  /** The language of that text; null for signatures from before it was stored (SIG-05). */
  readonly language: Language | null;
  /** The proof of the person's identity, such as 'password' or 'password+totp' (SIG-03). */
  readonly method: string;
  /** The version of the agreement that the person had accepted (SIG-03). */
  readonly agreementVersion: number;
}

const fields = [
  'objectKind',
  'objectId',
  'recordHash',
  'contentHash',
  'signerId',
  'signerName',
  'signedAt',
  'timeZone',
  'meaningCode',
  'statementVersion',
  'meaning',
  'method',
  'agreementVersion',
];

const form = canonicalForm('signature', SIGNATURE_VERSION, [...fields, 'language']);
const formWithoutLanguage = canonicalForm('signature', VERSION_WITHOUT_LANGUAGE, fields);

/**
 * Returns the text of a signature, whose UTF-8 bytes are hashed and sealed by its MAC (SIG-01); RangeError for values that
 * cannot be in a signature.
 */
export function signatureText(signature: SignatureFacts): string {
  const values = [
    signature.object.kind,
    signature.object.id,
    canonicalHash(signature.recordHash),
    signature.contentHash === null ? null : canonicalHash(signature.contentHash),
    signature.signerId,
    signature.signerName,
    canonicalInstant(signature.signedAt),
    signature.timeZone,
    signature.meaningCode,
    signature.statementVersion,
    signature.meaning,
    signature.method,
    signature.agreementVersion,
  ];
  return signature.language === null ? formWithoutLanguage(values) : form([...values, signature.language]);
}

/** The reasons why a signature shows as not valid (SIG-04). */
export type SignatureFault = 'moved' | 'record_changed' | 'content_changed' | 'signature_changed';

/** A stored signature and the values that are recomputed when it is shown (SIG-04). */
export interface SignatureCheck {
  readonly signature: Pick<SignatureFacts, 'object' | 'recordHash' | 'contentHash'>;
  /** The hash stored with the signature, and the one of its fields now. */
  readonly storedHash: string;
  readonly computedHash: string;
  /** The record of the signature, its current hash, and the hash of the content that is now stored for it. */
  readonly object: SignedObject;
  readonly recordHash: string;
  readonly contentHash: string | null;
}

/** Returns everything that is wrong with a signature (SIG-04); empty when it is valid. */
export function signatureFaults(check: SignatureCheck): SignatureFault[] {
  const { signature, object } = check;
  const faults: SignatureFault[] = [];
  if (signature.object.kind !== object.kind || String(signature.object.id) !== String(object.id))
    faults.push('moved');
  if (signature.recordHash !== check.recordHash) faults.push('record_changed');
  if (signature.contentHash !== check.contentHash) faults.push('content_changed');
  if (check.storedHash !== check.computedHash) faults.push('signature_changed');
  return faults;
}
