import { equalInConstantTime, hmacHex, keyFor, type KeySource } from '#server/platform/crypto/keys.ts';

/**
 * The MAC of a row that grants something by being there, such as a session: over the columns that say what and to whom (AUD-04). Who
 * can write to the database but does not hold the key can neither make such a row nor give it to somebody else.
 */
export function rowMac(keys: KeySource, purpose: string, columns: readonly string[]): string {
  return hmacHex(keyFor(keys, purpose), JSON.stringify(columns));
}

/**
 * True for a MAC that was made over these columns with the secret of today: a rotation makes those that there are anew, and a former
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
