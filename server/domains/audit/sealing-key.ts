import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from './merkle.ts';

const signaturePrefix = Buffer.from('traintrail-seal-signature-1\n', 'utf8');
const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that signs the heads (AUD-02). It never stands in the database. */
export interface SealingKey {
  readonly id: string;
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
  sign(body: string): Buffer;
}

/** A key whose signatures `verify` believes. */
export interface PublicSealingKey {
  readonly id: string;
  readonly publicKey: string;
}

const keyIdOf = (spki: Buffer): string => sha256(spki).toString('hex').slice(0, 32);

/**
 * The signing key from 32 secret bytes that are derived from SECRET_KEY, so that every server of an installation seals with the
 * same one. Another SECRET_KEY is another key: the public halves of former ones stay in the key file.
 */
export function sealingKeyFrom(seed: Buffer): SealingKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    id: keyIdOf(spki),
    publicKey: spki.toString('base64'),
    sign: (body) => sign(null, Buffer.concat([signaturePrefix, Buffer.from(body, 'utf8')]), privateKey),
  };
}

const restored = (lostHead: string): string => `system.restore\n${lostHead}`;

/** Proof that who holds the key gave a head up in a restore: `verify` believes no other (AUD-02). Base64. */
export const proveRestore = (key: SealingKey, lostHead: string): string =>
  key.sign(restored(lostHead)).toString('base64');

/** True when the loss of the head was recorded by who holds the key. */
export const isRestoreProven = (key: PublicSealingKey, lostHead: string, proof: string): boolean =>
  verifySignature(key, restored(lostHead), Buffer.from(proof, 'base64'));

/** True when the signature over the seal's text was made with the key; false for any other kind of key. */
export function verifySignature(key: PublicSealingKey, body: string, signature: Buffer): boolean {
  let publicKey: KeyObject;
  try {
    publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return false;
  }
  if (publicKey.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, Buffer.concat([signaturePrefix, Buffer.from(body, 'utf8')]), publicKey, signature);
}

/** Where the public halves of all keys ever used are kept. */
export const publicKeysFile = (dataDir: string): string =>
  path.join(dataDir, 'keys', 'audit-seal-public-keys.jsonl');

/** Reads the public keys that were ever used; the id of each is computed anew, not believed. */
export async function readPublicKeys(dataDir: string): Promise<PublicSealingKey[]> {
  let text: string;
  try {
    text = await readFile(publicKeysFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { publicKey: string }).publicKey)
    .map((publicKey) => ({ id: keyIdOf(Buffer.from(publicKey, 'base64')), publicKey }));
}

/** Notes the public half before the first seal is signed with the key. */
export async function rememberPublicKey(dataDir: string, key: SealingKey): Promise<void> {
  if ((await readPublicKeys(dataDir)).some((known) => known.publicKey === key.publicKey)) return;
  await mkdir(path.dirname(publicKeysFile(dataDir)), { recursive: true, mode: 0o700 });
  const file = await open(publicKeysFile(dataDir), 'a', 0o600);
  try {
    await file.write(`${JSON.stringify({ keyId: key.id, publicKey: key.publicKey })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
