import type { KeySource } from '#server/platform/crypto/keys.ts';
import {
  installationSigningKey,
  isSignedBy,
  publicKeyId,
  ringPublicKeys,
  type PublicKey,
  type RingPublicKey,
  type SigningKey,
} from '#server/platform/crypto/signing-key.ts';

const signaturePrefix = Buffer.from('traintrail-seal-signature-1\n', 'utf8');
const handOverPrefix = Buffer.from('traintrail-key-hand-over-1\n', 'utf8');

/** The key that signs the heads (AUD-02). It is never in the database. */
export interface SealingKey extends PublicSealingKey {
  sign(body: string): Buffer;
  /** Signs the statement that one key follows the other (OPS-09); it is not valid as a seal. */
  signHandOver(statement: string): Buffer;
}

/** A key whose signatures `verify` believes. */
export type PublicSealingKey = PublicKey;

/** A key of the installation's ring, the newest first: former ones sealed until they were retired (OPS-09). */
export type RingSealingKey = RingPublicKey;

/** The id of a public key, computed from the key itself. */
export const sealingKeyId = publicKeyId;

/** Returns the sealing key that signs with a signing key. */
export const sealingKeyOf = (key: SigningKey): SealingKey => ({
  id: key.id,
  publicKey: key.publicKey,
  sign: (body) => key.sign(signaturePrefix, body),
  signHandOver: (statement) => key.sign(handOverPrefix, statement),
});

/** Returns the sealing key of an installation, from its secret: every server seals with the same one. */
export const installationSealingKey = (config: KeySource): SealingKey =>
  sealingKeyOf(installationSigningKey(config));

/** The sealing keys that this installation has had, from its secrets alone (OPS-09): a key in a file is not believed. */
export const ringSealingKeys = ringPublicKeys;

const restored = (lostHead: string): string => `system.restore\n${lostHead}`;

/** Proof that the holder of the key gave up a head in a restore: `verify` accepts no other (AUD-02). Base64. */
export const proveRestore = (key: SealingKey, lostHead: string): string =>
  key.sign(restored(lostHead)).toString('base64');

/** Returns true if the holder of the key recorded the loss of the head. */
export const isRestoreProven = (key: PublicSealingKey, lostHead: string, proof: string): boolean =>
  verifySignature(key, restored(lostHead), Buffer.from(proof, 'base64'));

/** Returns true if the signature over the seal's text was made with the key; false for any other kind of key. */
export const verifySignature = (key: PublicSealingKey, body: string, signature: Buffer): boolean =>
  isSignedBy(key.publicKey, signaturePrefix, body, signature);

/** Returns true if the signature over the statement of a hand-over was made with the key. */
export const verifyHandOver = (publicKey: string, statement: string, signature: Buffer): boolean =>
  isSignedBy(publicKey, handOverPrefix, statement, signature);
