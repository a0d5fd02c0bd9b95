import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { keyFor, type KeySource } from '#server/platform/crypto/keys.ts';

const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key with which anybody can check the signatures of the installation. */
export interface PublicKey {
  /** The start of the SHA-256 of the key, in hexadecimal: its fingerprint. */
  readonly id: string;
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
}

/** The Ed25519 key of an installation; it is never stored in the database. */
export interface SigningKey extends PublicKey {
  /** Signs a text for one use: the prefix of the use is signed with it, so that no signature fits another use. */
  sign(prefix: Buffer, text: string): Buffer;
}

/** A key of the installation's ring: former ones signed until they were retired (OPS-09). */
export interface RingPublicKey extends PublicKey {
  readonly retiredAt: Date | null;
}

/** Returns the id of a public key, computed from the key itself. */
export const publicKeyId = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);

/** Creates the signing key from 32 secret bytes. */
export function signingKeyFrom(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    id: publicKeyId(publicKey),
    publicKey,
    sign: (prefix, text) => sign(null, Buffer.concat([prefix, Buffer.from(text, 'utf8')]), privateKey),
  };
}

const made = new WeakMap<Buffer, SigningKey>();

/** Returns the signing key of an installation, from its secret: every server has the same one. */
export function installationSigningKey(keys: KeySource): SigningKey {
  let key = made.get(keys.secretKey);
  // The purpose has the name of its first use, the seals of the trail; all keys that followed by a hand-over also come from it.
  if (!key) made.set(keys.secretKey, (key = signingKeyFrom(keyFor(keys, 'audit-seal'))));
  return key;
}

/**
 * Returns the signing key that an installation had at an instant (OPS-09). Files about an instant then have the same signature if
 * they are requested again after a rotation (INS-03). Everything else is signed with the current key.
 */
export function signingKeyThen(keys: KeySource, at: Date): SigningKey {
  // The list starts with the newest key. The last one in it that was retired after the instant was in use at that instant.
  const former = (keys.formerSecrets ?? []).findLast(({ retiredAt }) => retiredAt > at);
  return installationSigningKey(former ?? keys);
}

/**
 * Returns the public keys that this installation has had, the newest first, from its secrets alone (OPS-09): keys in files
 * are not trusted.
 */
export function ringPublicKeys(keys: KeySource): readonly RingPublicKey[] {
  const entry = (source: KeySource, retiredAt: Date | null): RingPublicKey => {
    const { id, publicKey } = installationSigningKey(source);
    return { id, publicKey, retiredAt };
  };
  return [entry(keys, null), ...(keys.formerSecrets ?? []).map((former) => entry(former, former.retiredAt))];
}

/** Keys that were read before: a check of many records uses one or two. */
const read = new Map<string, KeyObject | null>();

function readKey(spki: string): KeyObject | null {
  let key = read.get(spki);
  if (key !== undefined) return key;
  try {
    key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') key = null;
  } catch {
    key = null;
  }
  if (read.size >= 100) read.clear();
  read.set(spki, key);
  return key;
}

/** Returns true if the signature over the text, for the use of the prefix, was made with the key; false for any other kind of key. */
export function isSignedBy(spki: string, prefix: Buffer, text: string, signature: Buffer): boolean {
  const key = readKey(spki);
  return key !== null && verify(null, Buffer.concat([prefix, Buffer.from(text, 'utf8')]), key, signature);
}
