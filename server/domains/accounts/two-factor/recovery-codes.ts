import { randomInt } from 'node:crypto';
import { keyRing } from '#server/platform/crypto/key-ring.ts';
import { hmacHex, keyFor, type KeySource } from '#server/platform/crypto/keys.ts';

/** How many there are at a time (AUTH-09). */
export const recoveryCodeCount = 10;

// Lower-case letters and digits, without those that look alike: i, l and 1, o and 0.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const groupLength = 4;

/** Returns a code of twelve random signs in groups, some 59 bits: `abcd-efgh-jkmn`. */
function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Ten new recovery codes, no two alike (AUTH-09). */
export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(newCode());
  return [...codes];
}

const purpose = 'recovery-codes';

const macOf = (key: Buffer, userId: string, typed: string): string =>
  hmacHex(key, `${userId}\n${typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

/** Returns the stored form of a code: its keyed hash, bound to its owner, the same for every way of typing it. */
export function recoveryCodeMac(config: KeySource, userId: string, typed: string): string {
  return macOf(keyFor(config, purpose), userId, typed);
}

/**
 * Returns the possible stored forms of a code: its keyed hash by the present key, and those from before a rotation of the
 * secret (OPS-09).
 */
export function recoveryCodeMacs(config: KeySource, userId: string, typed: string): readonly string[] {
  return keyRing(config, purpose).all.map(({ key }) => macOf(key, userId, typed));
}
