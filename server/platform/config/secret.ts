const leastSecretBytes = 32;
const leastDifferentBytes = 10;
const asText = 'text:';

/**
 * The bytes of a secret (OPS-09), in the same way for SECRET_KEY, for `secret.key` and for every other place: text that is
 * canonical base64 of at least 32 bytes means these bytes, anything else its own UTF-8 bytes. `text:` before it forces the latter.
 */
export function decodeSecret(text: string): Buffer {
  if (text.startsWith(asText)) return Buffer.from(text.slice(asText.length), 'utf8');
  const bytes = Buffer.from(text, 'base64');
  const isCanonical = bytes.length >= leastSecretBytes && bytes.toString('base64') === text;
  return isCanonical ? bytes : Buffer.from(text, 'utf8');
}

/** Describes what is wrong with a secret, in words that follow the name of its variable; undefined if nothing is. */
export function secretFault(secret: Buffer): string | undefined {
  if (secret.length < leastSecretBytes)
    return `must have at least ${leastSecretBytes} characters; it has ${secret.length}`;
  if (new Set(secret).size < leastDifferentBytes)
    return 'must be random: it repeats a few characters (openssl rand -base64 48 makes a good one)';
  return undefined;
}

/**
 * The reading of versions that took every SECRET_KEY as text, for one that is read as base64 now: the value to set keeps these
 * bytes. The same secret where it was text already.
 */
export const readAsText = (secret: Buffer): Buffer => Buffer.from(secret.toString('base64'), 'utf8');
