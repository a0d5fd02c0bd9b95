import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { limitConcurrency } from '#server/platform/crypto/limit.ts';

/** Argon2id (2), 19 MiB, two passes, one lane (AUTH-07); stronger ones may follow: old hashes are renewed at sign-in. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Bounded, so that many sign-ins at once cost neither the memory nor the threads that files and lookups need. */
const bounded = limitConcurrency(Math.max(1, Math.min(4, availableParallelism())), 500);

/** Hashes a password as it was typed, nothing trimmed or folded (AUTH-07, R-SEC-03). */
export async function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost));
}

/** Says whether a password belongs to a stored hash; without one it takes the same time and says no (AUTH-11). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await bounded(() => verify(stored ?? decoy, password));
  return matches && stored !== null;
}

/** Says whether a stored hash was made with another cost than today's. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  // A const enum in the types, a plain number when it runs.
  const kind: number = algorithm;
  return (
    kind !== cost.algorithm ||
    memoryCost !== cost.memoryCost ||
    timeCost !== cost.timeCost ||
    parallelism !== cost.parallelism
  );
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password: verifying against it costs what verifying against a real one does. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
