import { equalInConstantTime, hmacHex, keyFor, type KeySource } from '#server/platform/crypto/keys.ts';

/**
 * Returns the MAC of a row that grants something by its existence, such as a session, over the columns with the right and its
 * owner (AUD-04). Somebody who can write to the database without the key can neither create such a row nor give it to another
 * person.
 */
export function rowMac(keys: KeySource, purpose: string, columns: readonly string[]): string {
  return hmacHex(keyFor(keys, purpose), JSON.stringify(columns));
}

/**
 * Returns true for a MAC over these columns with the current secret: a rotation recomputes the existing ones, and a former
 * secret grants nothing.
 */
export function isRowMac(
  keys: KeySource,
  purpose: string,
  columns: readonly string[],
  mac: string | null,
): boolean {
  return mac !== null && equalInConstantTime(rowMac(keys, purpose, columns), mac);
}
