const leastSecretBytes = 32;
const leastDifferentBytes = 10;
const asText = 'text:';

/**
 * Returns the bytes of a secret (OPS-09), in the same way for SECRET_KEY, for `secret.key` and everywhere else. Canonical base64
 * of at least 32 bytes means these bytes. Anything else means its own UTF-8 bytes, as does text after `text:`.
 */
export function decodeSecret(text: string): Buffer {
  if (text.startsWith(asText)) return Buffer.from(text.slice(asText.length), 'utf8');
  const bytes = Buffer.from(text, 'base64');
  const isCanonical = bytes.length >= leastSecretBytes && bytes.toString('base64') === text;
  return isCanonical ? bytes : Buffer.from(text, 'utf8');
}

/** Describes the fault of a secret, in words that follow the name of its variable; undefined if there is none. */
export function secretFault(secret: Buffer): string | undefined {
  if (secret.length < leastSecretBytes)
    return `must have at least ${leastSecretBytes} characters; it has ${secret.length}`;
  if (new Set(secret).size < leastDifferentBytes)
    return 'must be random: it repeats a few characters (openssl rand -base64 48 makes a good one)';
  return undefined;
}

/** Returns the bytes of a secret as earlier versions read it: they took every SECRET_KEY as text, even one that is base64. */
export const readAsText = (secret: Buffer): Buffer => Buffer.from(secret.toString('base64'), 'utf8');
