import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** The fields of a signature that prove who signs. All other fields of a request are what is signed. */
const proofs = new Set(['password', 'code', 'confirmation', 'passkey']);

/** The parts of a request that are hashed. */
interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/**
 * Returns the SHA-256 of a request that a signer is about to sign (AUTH-19). It covers the call with the record that it names,
 * and the whole content with the statement, but not the proof of the signer's identity. `path` is the place of the signature in
 * the body.
 */
export function requestHash({ method, url, body }: SignedRequest, path: string): string {
  return sha256Hex(JSON.stringify([method, url, canonical(body, path)]));
}

/** Returns the same text for the same content, in any order of its keys. */
function canonical(value: unknown, path: string, at = ''): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => canonical(item, path, `${at}.${String(index)}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([key]) => at !== path || !proofs.has(key))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, canonical(item, path, at === '' ? key : `${at}.${key}`)]);
}
