import { expect, test } from 'vitest';
import { documentSeen } from './seen.ts';

test.each([
  [3, [], true, false],
  [3, [1, 3], true, false],
  [3, [3, 1, 2], false, true],
  [3, [1, 2, 2, 4], false, false],
  [null, [], false, false],
  [null, [1], false, false],
  [null, [], true, true],
] as const)('[HR-03] [HR-04] %s pages, seen %j, downloaded %s: %s', (pages, seenPages, downloaded, seen) => {
  expect(documentSeen({ pages, seenPages, downloaded })).toBe(seen);
});
