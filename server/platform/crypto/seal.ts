import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '#shared/contract/errors.ts';
import { keyRing } from '#server/platform/crypto/key-ring.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** A text that only this installation can read, and the name of the key that opens it. */
export interface Sealed {
  readonly ciphertext: string;
  readonly keyId: string;
}

/**
 * Encrypts a text with AES-256-GCM under the key of a purpose (AUTH-08). The context, such as the id of its owner, is bound to
 * it, so that it does not open for another owner.
 */
export function seal(config: KeySource, purpose: string, context: string, text: string): Sealed {
  const { key, id } = ringOf(config, purpose).current;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(purpose, context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const packed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  return { ciphertext: `${version}.${packed}`, keyId: id };
}

/**
 * Opens a text sealed by {@link seal}, also before a rotation of the secret (OPS-09); throws KEY_CHANGED for a key that this
 * installation never had, and for another context or other bytes.
 */
export function unseal(config: KeySource, purpose: string, context: string, sealed: Sealed): string {
  const known = ringOf(config, purpose).find(sealed.keyId);
  if (!known) throw new AppError('KEY_CHANGED');
  const [form, packed = ''] = sealed.ciphertext.split('.');
  const bytes = Buffer.from(packed, 'base64url');
  if (form !== version || bytes.length < nonceBytes + tagBytes)
    throw new Error(`${purpose} is not a sealed text`);
  const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(additionalData(purpose, context));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}

const ringOf = (config: KeySource, purpose: string) => keyRing(config, `seal:${purpose}`);

const additionalData = (purpose: string, context: string) =>
  Buffer.from(`${version}\n${purpose}\n${context}`);
