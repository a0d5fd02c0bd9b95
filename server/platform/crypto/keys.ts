import {
  createHash,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { deriveKey, type Config } from '#server/platform/config/config.ts';

/** The part of the configuration from which keys are derived. */
export type KeySource = Pick<Config, 'secretKey' | 'formerSecrets'>;

const derived = new WeakMap<Buffer, Map<string, Buffer>>();
/** Values derived once per key: reports use one key many thousand times. */
const names = new WeakMap<Buffer, string>();
const keyObjects = new WeakMap<Buffer, KeyObject>();

/**
 * Returns the key of one purpose, derived once (OPS-02): a key that leaks from one use is useless for any other. This key
 * creates; `keyRing` checks.
 */
export function keyFor(config: KeySource, purpose: string): Buffer {
  let keys = derived.get(config.secretKey);
  if (!keys) derived.set(config.secretKey, (keys = new Map()));
  let key = keys.get(purpose);
  if (!key) keys.set(purpose, (key = deriveKey(config, purpose)));
  return key;
}

/** Returns the name of a key, which does not reveal it. Everything made with a key stores this name next to it. */
export function keyId(key: Buffer): string {
  let name = names.get(key);
  if (name === undefined) {
    name = createHash('sha256').update('traintrail-key-id').update(key).digest('hex').slice(0, 16);
    names.set(key, name);
  }
  return name;
}

/** Returns a name for the secret of an installation that does not reveal it (OPS-09): the database stores it, and a backup. */
export function fingerprintOf(config: KeySource): string {
  return keyFor(config, 'fingerprint').toString('hex').slice(0, 32);
}

/** Hex SHA-256 of text or bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** Hex HMAC-SHA-256: a hash that nobody can compute or guess without the key. */
export function hmacHex(key: Buffer, data: string | Uint8Array): string {
  let object = keyObjects.get(key);
  if (!object) keyObjects.set(key, (object = createSecretKey(key)));
  return createHmac('sha256', object).update(data).digest('hex');
}

/** Compares two texts in a time that does not reveal where they differ; a difference in length is not secret. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns a token for a cookie or a link: 256 random bits by default, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
