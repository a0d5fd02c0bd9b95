import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { keyRing, type RingKey } from '#server/platform/crypto/key-ring.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { limitConcurrency } from '#server/platform/crypto/limit.ts';

/** Argon2id (2), 19 MiB, two passes, one lane (AUTH-07); stronger ones may follow: old hashes are renewed at sign-in. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

const purpose = 'password';

/** Limited, so that many simultaneous sign-ins do not use up the memory and the threads that files and lookups need. */
const bounded = limitConcurrency(Math.max(1, Math.min(4, availableParallelism())), 500);

/**
 * Hashes a password as typed, without trimming or folding (AUTH-07, R-SEC-03). The hash is keyed with the secret of the
 * installation and bound to the person: it is useless in a copy of the database and in the row of another person. The id of
 * the key is in front of the Argon2 string.
 */
export async function hashPassword(keys: KeySource, userId: string, password: string): Promise<string> {
  const { current } = keyRing(keys, purpose);
  const made = await bounded(() => hash(password, { ...cost, secret: secretOf(current, userId) }));
  return `${current.id}${made}`;
}

/**
 * Returns whether a password belongs to a person's stored hash; without a hash it takes the same time and returns false (AUTH-11).
 * Hashes without a key, from before there was one, still count until the next sign-in renews them.
 */
export async function verifyPassword(
  keys: KeySource,
  userId: string,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const { keyName, argon } = partsOf(stored ?? decoy);
  const key = keyName === '' ? null : keyRing(keys, purpose).find(keyName);
  // A key that the installation never had: no password can be right.
  const readable = stored !== null && key !== undefined;
  const matches = await bounded(() =>
    key ? verify(argon, password, { secret: secretOf(key, userId) }) : verify(argon, password),
  );
  return matches && readable;
}

/** Returns whether a stored hash was created without the current key, or at a cost other than the current one. */
export function needsRehash(keys: KeySource, stored: string): boolean {
  const { keyName, argon } = partsOf(stored);
  if (keyName !== keyRing(keys, purpose).current.id) return true;
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(argon);
  // A const enum in the types, a plain number when it runs.
  const kind: number = algorithm;
  return (
    kind !== cost.algorithm ||
    memoryCost !== cost.memoryCost ||
    timeCost !== cost.timeCost ||
    parallelism !== cost.parallelism
  );
}

/** Argon2's secret for one person: the library takes no associated data, so the id is part of the secret. */
function secretOf({ key }: RingKey, userId: string): Buffer {
  return createHmac('sha256', key).update(userId).digest();
}

function partsOf(stored: string): { keyName: string; argon: string } {
  const start = stored.indexOf('$');
  return start <= 0
    ? { keyName: '', argon: stored }
    : { keyName: stored.slice(0, start), argon: stored.slice(start) };
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password: verifying against it costs what verifying against a real one does. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
