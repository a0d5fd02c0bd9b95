import { expect, test } from 'vitest';
import { copyInterval, copyKinds, copyState, waitAfterFailures } from './copies.ts';

const sent = { sentNumber: 7, lagSeconds: 0, error: null };

test.each(copyKinds)(
  '[AUD-02] a copy to %s is late once its interval and a quarter of an hour have passed',
  (kind) => {
    const late = copyInterval[kind] + 900;
    expect(copyState({ kind, ...sent })).toBe('current');
    expect(copyState({ kind, ...sent, lagSeconds: late })).toBe('current');
    expect(copyState({ kind, ...sent, lagSeconds: late + 1 })).toBe('delayed');
    expect(copyState({ kind, ...sent, sentNumber: null })).toBe('pending');
    expect(copyState({ kind, ...sent, sentNumber: null, lagSeconds: late + 1 })).toBe('delayed');
    expect(copyState({ kind, ...sent, error: 'ECONNREFUSED' })).toBe('failed');
  },
);

test('[AUD-02] failed attempts are repeated after a minute, then less and less often, at least once an hour', () => {
  expect([0, 1, 2, 3, 6, 7, 8, 1000].map(waitAfterFailures)).toEqual([
    60, 60, 120, 240, 1920, 3600, 3600, 3600,
  ]);
});
