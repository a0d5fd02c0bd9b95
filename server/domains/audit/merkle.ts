import { createHash } from 'node:crypto';

const leafPrefix = Buffer.from([0x00]);
const nodePrefix = Buffer.from([0x01]);
const headPrefix = Buffer.from([0x02]);
const leafAlgorithm = Buffer.from('traintrail-audit-1:sha-256', 'utf8');

/** Name and version of the seals' algorithms; any other is refused (AUD-02). */
export const sealAlgorithm = 'traintrail-seal-1:sha-256:ed25519';

/** SHA-256 over several pieces, one after the other. */
export function sha256(...pieces: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/**
 * Returns the leaf of one event (AUD-02): over its header as stored and the hash of its salted payload, so that a payload can be
 * redacted.
 */
export function leafOf(header: string, payloadHash: Buffer): Buffer {
  return sha256(leafPrefix, leafAlgorithm, sha256(header), payloadHash);
}

/** Returns the bytes whose SHA-256 is the head of a seal: a time-stamp server stamps them. */
export const headPreimage = (body: string): Buffer => Buffer.concat([headPrefix, Buffer.from(body, 'utf8')]);

/** Returns the head of a seal: the hash of its text. The next seal carries it on. */
export function headOf(body: string): Buffer {
  return sha256(headPreimage(body));
}

/** Root of the Merkle tree over leaf hashes, as RFC 6962 builds it. Throws for no leaves: an empty batch is not sealed. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let level = leaves;
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index];
      const right = level[index + 1];
      if (left === undefined) break;
      // An odd last node rises unchanged: the same tree as RFC 6962's split at the largest power of two.
      above.push(right === undefined ? left : sha256(nodePrefix, left, right));
    }
    level = above;
  }
  const root = level[0];
  if (root === undefined) throw new RangeError('a tree needs a leaf');
  return root;
}

/** A step from a leaf to the root: the sibling node, and its side. */
export interface MerkleStep {
  readonly side: 'left' | 'right';
  readonly hash: Buffer;
}

/** Returns the steps from one leaf to the root of {@link merkleRoot}: with them the root follows from that leaf alone. */
export function merklePath(leaves: readonly Buffer[], place: number): readonly MerkleStep[] {
  const steps: MerkleStep[] = [];
  for (let level = leaves, at = place; level.length > 1; at = Math.floor(at / 2)) {
    const beside = level[at % 2 === 0 ? at + 1 : at - 1];
    if (beside) steps.push({ side: at % 2 === 0 ? 'right' : 'left', hash: beside });
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
      merkleRoot(level.slice(2 * index, 2 * index + 2)),
    );
  }
  return steps;
}

/** Cuts stored leaves (32 bytes each) apart. */
export function splitLeaves(leaves: Buffer): Buffer[] {
  return Array.from({ length: Math.floor(leaves.length / 32) }, (_, index) =>
    leaves.subarray(index * 32, index * 32 + 32),
  );
}
