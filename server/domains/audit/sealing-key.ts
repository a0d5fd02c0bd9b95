import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { deriveKey } from '#server/platform/config/config.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { sha256 } from './merkle.ts';

const signaturePrefix = Buffer.from('traintrail-seal-signature-1\n', 'utf8');
const handOverPrefix = Buffer.from('traintrail-key-hand-over-1\n', 'utf8');
const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that signs the heads (AUD-02). It never stands in the database. */
export interface SealingKey extends PublicSealingKey {
  sign(body: string): Buffer;
  /** Signs the statement that one key follows the other (OPS-09); as a seal it is worth nothing. */
  signHandOver(statement: string): Buffer;
}

/** A key whose signatures `verify` believes. */
export interface PublicSealingKey {
  readonly id: string;
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
}

/** A key of the installation's ring, the newest first: former ones sealed until they were retired (OPS-09). */
export interface RingSealingKey extends PublicSealingKey {
  readonly retiredAt: Date | null;
}

/** The id of a public key, computed from the key itself. */
export const sealingKeyId = (publicKey: string): string =>
  sha256(Buffer.from(publicKey, 'base64')).toString('hex').slice(0, 32);

/** The signing key from 32 secret bytes. */
export function sealingKeyFrom(seed: Buffer): SealingKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  const signed = (prefix: Buffer, text: string) =>
    sign(null, Buffer.concat([prefix, Buffer.from(text, 'utf8')]), privateKey);
  return {
    id: sealingKeyId(publicKey),
    publicKey,
    sign: (body) => signed(signaturePrefix, body),
    signHandOver: (statement) => signed(handOverPrefix, statement),
  };
}

/** The sealing key of an installation, from its secret: every server seals with the same one. */
export const installationSealingKey = (config: KeySource): SealingKey =>
  sealingKeyFrom(deriveKey(config, 'audit-seal'));

/** The sealing keys that this installation has had, from its secrets alone (OPS-09): a key in a file is not believed. */
export function ringSealingKeys(config: KeySource): readonly RingSealingKey[] {
  const entry = (source: KeySource, retiredAt: Date | null): RingSealingKey => {
    const { id, publicKey } = installationSealingKey(source);
    return { id, publicKey, retiredAt };
  };
  return [
    entry(config, null),
    ...(config.formerSecrets ?? []).map((former) => entry(former, former.retiredAt)),
  ];
}

const restored = (lostHead: string): string => `system.restore\n${lostHead}`;

/** Proof that who holds the key gave a head up in a restore: `verify` believes no other (AUD-02). Base64. */
export const proveRestore = (key: SealingKey, lostHead: string): string =>
  key.sign(restored(lostHead)).toString('base64');

/** True when the loss of the head was recorded by who holds the key. */
export const isRestoreProven = (key: PublicSealingKey, lostHead: string, proof: string): boolean =>
  verifySignature(key, restored(lostHead), Buffer.from(proof, 'base64'));

/** True when the signature over the seal's text was made with the key; false for any other kind of key. */
export const verifySignature = (key: PublicSealingKey, body: string, signature: Buffer): boolean =>
  isSignedBy(key.publicKey, signaturePrefix, body, signature);

/** True when the signature over the statement of a hand-over was made with the key. */
export const verifyHandOver = (publicKey: string, statement: string, signature: Buffer): boolean =>
  isSignedBy(publicKey, handOverPrefix, statement, signature);

function isSignedBy(spki: string, prefix: Buffer, text: string, signature: Buffer): boolean {
  let publicKey: KeyObject;
  try {
    publicKey = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return false;
  }
  if (publicKey.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, Buffer.concat([prefix, Buffer.from(text, 'utf8')]), publicKey, signature);
}
