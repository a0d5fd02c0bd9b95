import { keyFor, keyId, type KeySource } from '#server/platform/crypto/keys.ts';

/** The key of one purpose, of one generation of the secret (OPS-09). */
export interface RingKey {
  readonly key: Buffer;
  /** Everything made with the key stores this id next to it: see {@link keyId}. */
  readonly id: string;
  /** The time of the rotation that ended it; null for the current key. Anything made with it later is a forgery. */
  readonly retiredAt: Date | null;
}

/** The keys of one purpose: the current one, which alone creates values, and the former ones, which only check and open. */
export interface KeyRing {
  readonly current: RingKey;
  /** The current key first, then the former ones, the newest first. */
  readonly all: readonly RingKey[];
  /** Returns the key with this id; undefined if the installation never had it. */
  readonly find: (id: string) => RingKey | undefined;
}

const rings = new WeakMap<
  Buffer,
  { formerSecrets: KeySource['formerSecrets']; byPurpose: Map<string, KeyRing> }
>();

/** Returns the ring of one purpose (OPS-09), in which everything with a key's id is looked up. */
export function keyRing(config: KeySource, purpose: string): KeyRing {
  const { secretKey, formerSecrets } = config;
  let made = rings.get(secretKey);
  if (!made || made.formerSecrets !== formerSecrets)
    rings.set(secretKey, (made = { formerSecrets, byPurpose: new Map() }));
  let ring = made.byPurpose.get(purpose);
  if (!ring) made.byPurpose.set(purpose, (ring = makeRing(config, purpose)));
  return ring;
}

function makeRing(config: KeySource, purpose: string): KeyRing {
  const entry = (source: KeySource, retiredAt: Date | null): RingKey => {
    const key = keyFor(source, purpose);
    return { key, id: keyId(key), retiredAt };
  };
  const current = entry(config, null);
  const former = (config.formerSecrets ?? []).map((secret) => entry(secret, secret.retiredAt));
  const all = [current, ...former];
  const byId = new Map(all.toReversed().map((one) => [one.id, one]));
  return { current, all, find: (id) => byId.get(id) };
}
