import { timingSafeEqual } from 'node:crypto';
import { readGenuine, type AnchorLine } from '../anchors.ts';
import { headOf, merkleRoot, splitLeaves } from '../merkle.ts';
import { parseSealBody, type SealBody } from '../seal-body.ts';
import { verifySignature, type RingSealingKey } from '../sealing-key.ts';
import type { Findings } from './findings.ts';
import type { StoredSeal } from './trail.ts';

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The chain of seals so far, and the heads in it. */
export class SealChain {
  readonly heads = new Map<number, string>();
  /** Lost heads in a continuation seal: the database was restored to an earlier state. */
  readonly lost: { readonly number: number; readonly head: string; readonly seal: number }[] = [];
  /** By their ids, the newest first. */
  readonly #keys: ReadonlyMap<string, RingSealingKey>;
  /** The event in which the trail records the retirement of a key, by the key's id. */
  readonly #retirements: ReadonlyMap<string, number>;
  readonly #findings: Findings;
  readonly #ends = new Map<string, bigint>();
  /** The last seal that was written outside, according to later seals. */
  #anchored = 0;
  /** Seals that were sent to each destination, according to later seals. */
  readonly sent = new Map<string, Set<number>>();
  /** Heads outside that the database does not have, with where the first one was found. */
  readonly #missing = new Map<string, { readonly number: number; readonly detail: string }>();
  /** Place in the ring of the newest key that has sealed so far. */
  #newest = Number.POSITIVE_INFINITY;
  #previous: { readonly number: number; readonly head: string } | undefined;

  constructor(
    keys: readonly RingSealingKey[],
    findings: Findings,
    retirements: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#retirements = retirements;
    this.#findings = findings;
  }

  /** Last seal and where each cluster's range ends. */
  get last(): { readonly number: number; readonly head: string } | undefined {
    return this.#previous;
  }

  /** The transaction number at which the sealed part of a cluster ends. */
  endOf(systemId: string): bigint {
    return this.#ends.get(systemId) ?? 0n;
  }

  /** Checks one seal against itself, its key and its predecessor (AUD-02). Call in the order of the numbers. */
  check(seal: StoredSeal): void {
    this.#findings.checked.seals += 1;
    const name = `seal ${String(seal.number)}`;
    const body = parseSealBody(seal.body);
    if (!body) {
      this.#findings.add(
        'seal_changed',
        name,
        'its text is not that of a seal of a known version and algorithm',
      );
    } else {
      this.#checkColumns(name, seal, body);
      this.#checkChain(name, body);
      if (body.lost) this.lost.push({ ...body.lost, seal: body.number });
      if (body.v !== 1) this.#anchored = Math.max(this.#anchored, body.anchored ?? 0);
      if (body.v === 3)
        for (const { to, number } of body.sent)
          this.sent.set(to, (this.sent.get(to) ?? new Set()).add(number));
    }
    if (!same(headOf(seal.body), seal.head))
      this.#findings.add('seal_changed', name, 'its head is not the hash of its text');
    this.#checkSignature(name, seal, body);
    this.heads.set(seal.number, seal.head.toString('hex'));
    this.#previous = { number: seal.number, head: headOf(seal.body).toString('hex') };
    const end = BigInt(seal.toXid);
    if (end > this.endOf(seal.systemId)) this.#ends.set(seal.systemId, end);
  }

  #checkColumns(name: string, seal: StoredSeal, body: SealBody): void {
    const pairs: readonly (readonly [string, unknown, unknown])[] = [
      ['number', body.number, seal.number],
      ['kind', body.kind, seal.kind],
      ['system', body.system, seal.systemId],
      ['from', body.from, seal.fromXid],
      ['to', body.to, seal.toXid],
      ['count', body.count, seal.eventCount],
      ['root', body.root, seal.root.toString('hex')],
      ['previous', body.previous, seal.previousHead?.toString('hex') ?? null],
      ['keyId', body.keyId, seal.keyId],
      ['sealedAt', Date.parse(body.sealedAt), Date.parse(seal.sealedAt)],
    ];
    for (const [field, sealed, stored] of pairs) {
      if (sealed !== stored)
        this.#findings.add('seal_changed', name, `its ${field} is not the one that was signed`);
    }
    const leaves = splitLeaves(seal.leaves);
    if (
      leaves.length !== body.count ||
      seal.eventIds.length !== body.count ||
      seal.leaves.length % 32 !== 0
    ) {
      this.#findings.add('seal_changed', name, 'its list of events does not have the signed length');
    } else if (merkleRoot(leaves).toString('hex') !== body.root) {
      this.#findings.add('seal_changed', name, 'its list of leaves does not give the signed root');
    }
  }

  #checkChain(name: string, body: SealBody): void {
    const expected = (this.#previous?.number ?? 0) + 1;
    if (body.number !== expected) {
      const missing =
        body.number === expected + 1 ? String(expected) : `${String(expected)} to ${String(body.number - 1)}`;
      this.#findings.add('seal_missing', `seal ${missing}`, `missing before ${name}`);
    } else if (body.previous !== (this.#previous?.head ?? null)) {
      this.#findings.add('seal_changed', name, 'it does not follow from the seal before it');
    }
    if (BigInt(body.from) !== this.endOf(body.system)) {
      this.#findings.add('seal_changed', name, 'its range does not begin where the one before it ended');
    }
  }

  #checkSignature(name: string, seal: StoredSeal, body: SealBody | undefined): void {
    const key = this.#keys.get(body?.keyId ?? seal.keyId);
    if (!key)
      this.#findings.add(
        'seal_signature',
        name,
        'it is signed with a key that this installation does not know',
      );
    else if (!verifySignature(key, seal.body, seal.signature)) {
      this.#findings.add('seal_signature', name, 'its signature does not fit its text');
    } else if (this.#isLate(key, seal)) {
      this.#findings.add('seal_signature', name, 'it is signed with a key that had been retired');
    }
  }

  /**
   * Returns whether a former key sealed after a newer one, or sealed the event of its own retirement or a later event (OPS-09).
   */
  #isLate(key: RingSealingKey, seal: StoredSeal): boolean {
    const age = [...this.#keys.keys()].indexOf(key.id);
    const isAfterNewer = age > this.#newest;
    this.#newest = Math.min(this.#newest, age);
    const end = this.#retirements.get(key.id);
    return isAfterNewer || (end !== undefined && seal.eventIds.some((id) => id >= end));
  }

  /** The keys that seals and anchors are believed by. */
  get keys(): readonly RingSealingKey[] {
    return [...this.#keys.values()];
  }

  /** Records a head outside that the database does not have; {@link reportMissing} names it. */
  addMissing(head: string, number: number, detail: string): void {
    if (!this.#missing.has(head)) this.#missing.set(head, { number, detail });
  }

  /** Compares the heads that were written outside with those of the database. */
  compareAnchors(anchors: readonly AnchorLine[]): void {
    const stored = new Set(this.heads.values());
    let lastAnchored = 0;
    for (const { line, anchor } of anchors) {
      this.#findings.checked.anchors += 1;
      const genuine = anchor && readGenuine(anchor, this.keys);
      if (!genuine) {
        this.#findings.add(
          'anchor_changed',
          `anchor line ${String(line)}`,
          'it is not a head that was signed here',
        );
      } else if (stored.has(genuine.head)) lastAnchored = Math.max(lastAnchored, genuine.body.number);
      else
        this.addMissing(
          genuine.head,
          genuine.body.number,
          'it was written outside the database, which has no such seal',
        );
    }
    if (anchors.length === 0) {
      if (this.#anchored > 0)
        this.#findings.add(
          'anchor_missing',
          'anchors',
          `the file of heads outside the database is gone; seals up to ${String(this.#anchored)} were written to it`,
        );
      else if (this.heads.size > 0)
        this.#findings.note(
          'no_anchors',
          'anchors',
          'there is no file of heads outside the database to compare with',
        );
      return;
    }
    const anchoredHeads = new Set(anchors.flatMap(({ anchor }) => (anchor ? [anchor.head] : [])));
    // A seal names the last seal that was written outside. A missing head up to that one means that the file was cut short; later
    // ones are not yet written.
    const written = Math.max(lastAnchored, this.#anchored);
    for (const [number, head] of this.heads) {
      if (anchoredHeads.has(head)) continue;
      if (number > written)
        this.#findings.note('unanchored', `seal ${String(number)}`, 'not yet written outside the database');
      else
        this.#findings.add(
          'anchor_changed',
          `seal ${String(number)}`,
          'its head is missing from the file outside the database',
        );
    }
  }

  /** Reports the heads outside that the database does not have; the restore distinguishes lost ones from missing ones. */
  reportMissing(acknowledged: ReadonlySet<string>): void {
    for (const lost of this.#missing.values()) {
      const name = `seal ${String(lost.number)}`;
      // A restore loses the events after the last seal in the backup. It does not explain an earlier loss.
      const continuation = this.lost.find(({ number, seal }) => seal <= lost.number && lost.number <= number);
      if (continuation && acknowledged.has(continuation.head)) {
        this.#findings.note(
          'restored',
          name,
          `lost by a recorded restore; seal ${String(continuation.seal)} continues the chain`,
        );
      } else {
        this.#findings.add(
          'seal_missing',
          name,
          continuation ? `${lost.detail}: an earlier state was restored without a record` : lost.detail,
        );
      }
    }
  }
}
