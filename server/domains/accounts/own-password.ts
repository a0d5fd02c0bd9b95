import { hashPassword, needsRehash, verifyPassword } from '#server/platform/crypto/password-hash.ts';
import { randomToken, type KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';
import { assertSecretOfToday } from '#server/platform/installation/secret-of-today.ts';
import type { Services } from '#server/platform/services.ts';

const purpose = 'password';

/** Between the hash and the MAC; neither has one. */
const between = '#';

/**
 * Returns the stored form of a password: its hash, and the MAC with which the application bound it to this person (AUD-04).
 * Somebody who can write to the database gains nothing by storing a hash of their own or of another person, because such a hash
 * never signs in.
 */
export const storedPassword = (keys: KeySource, userId: string, hash: string): string =>
  `${hash}${between}${rowMac(keys, purpose, [userId, hash])}`;

/** Hashes a password for a person, and adds the MAC (AUTH-07, AUTH-19). */
export async function makeStoredPassword(keys: KeySource, userId: string, typed: string): Promise<string> {
  return storedPassword(keys, userId, await hashPassword(keys, userId, typed));
}

/**
 * Returns a value to store in place of a password that must no longer work: the hash of an unknown password, so that a link
 * for a new one can be requested.
 */
export const unusablePassword = (keys: KeySource, userId: string): Promise<string> =>
  makeStoredPassword(keys, userId, randomToken());

/** Returns whether the next sign-in should renew what is stored: another key or cost than today's. */
export const needsRenewal = (keys: KeySource, stored: string): boolean =>
  needsRehash(keys, hashOfStored(stored));

/** Returns the hash in a stored password. */
export const hashOfStored = (stored: string): string => stored.split(between)[0] ?? '';

/** False for a value that the application did not store for this person. */
export function isGenuinePassword(keys: KeySource, userId: string, stored: string): boolean {
  const [hash = '', mac = null] = stored.split(between);
  return isRowMac(keys, purpose, [userId, hash], mac);
}

/**
 * Returns whether the typed password is that of this person; takes the same time for a person who has none (AUTH-11). Throws
 * DATABASE_UNAVAILABLE where the secret was rotated under this server.
 */
export async function isOwnPassword(
  services: Pick<Services, 'config' | 'db'>,
  person: { readonly id: string; readonly passwordHash: string | null } | null,
  typed: string,
): Promise<boolean> {
  const stored = person?.passwordHash ?? null;
  if (person === null || stored === null) return verifyPassword(services.config, '', null, typed);
  const isGenuine = isGenuinePassword(services.config, person.id, stored);
  if (!isGenuine) await assertSecretOfToday(services);
  return verifyPassword(services.config, person.id, isGenuine ? hashOfStored(stored) : null, typed);
}
