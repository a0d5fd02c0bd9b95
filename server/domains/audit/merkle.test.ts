import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { merkleRoot, sha256, splitLeaves } from './merkle.ts';

/** RFC 6962 section 2.1, word for word: split at the largest power of two below n. */
function referenceRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(referenceRoot(leaves.slice(0, split)))
    .update(referenceRoot(leaves.slice(split)))
    .digest();
}

test('[AUD-02] the tree is that of RFC 6962 for every size up to 70', () => {
  const leaves = Array.from({ length: 70 }, (_, index) => sha256(String(index)));
  for (let size = 1; size <= leaves.length; size += 1) {
    const some = leaves.slice(0, size);
    expect(merkleRoot(some).toString('hex')).toBe(referenceRoot(some).toString('hex'));
  }
  expect(splitLeaves(Buffer.concat(leaves))).toEqual(leaves);
});

test('[AUD-02] the test vector of RFC 6962 implementations: the leaf and the tree over two', () => {
  const leaf = (data: string): Buffer => sha256(Buffer.from([0]), Buffer.from(data, 'hex'));
  expect(leaf('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  expect(merkleRoot([leaf(''), leaf('00')]).toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  );
});

test('[AUD-02] nothing has no root', () => {
  expect(() => merkleRoot([])).toThrow(RangeError);
});
