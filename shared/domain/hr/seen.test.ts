import { expect, test } from 'vitest';
import { documentSeen } from './seen.ts';

test.each([
  [3, [], true, false, false],
  [3, [1, 3], true, false, false],
  [3, [3, 1, 2], false, false, true],
  [3, [1, 2, 2, 4], false, false, false],
  [null, [], false, false, false],
  [null, [1], false, false, false],
  [null, [], true, false, true],
  [null, [], true, true, false],
] as const)(
  '[HR-03] [HR-04] %s pages, seen %j, downloaded %s, preparing %s: %s',
  (pages, seenPages, downloaded, preparing, seen) => {
    expect(documentSeen({ pages, seenPages, downloaded, preparing })).toBe(seen);
  },
);
