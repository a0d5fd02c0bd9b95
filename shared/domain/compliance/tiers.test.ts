import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rate } from './rates.ts';
import { tierBadge, tierOf } from './tiers.ts';

test.each([
  [100, 'excellent', 'green'],
  [95, 'excellent', 'green'],
  [94.9, 'good', 'blue'],
  [85, 'good', 'blue'],
  [84.9, 'needs_improvement', 'yellow'],
  [70, 'needs_improvement', 'yellow'],
  [69.9, 'critical', 'red'],
  [0, 'critical', 'red'],
] as const)('[CMP-02] %d percent is %s in %s', (percent, tier, color) => {
  expect(tierOf(percent)).toBe(tier);
  expect(tierBadge(percent)).toEqual({ label: tier, color });
});

test('[CMP-03] no data has a badge text of its own, 0 percent is data', () => {
  expect(tierBadge(null)).toEqual({ label: 'no_data', color: 'grey' });
  expect(tierBadge(0)).toEqual({ label: 'critical', color: 'red' });
  expect(tierBadge('on_track')).toEqual({ label: 'on_track', color: 'blue' });
});

describe('rates', () => {
  test.each([
    [0, 0, 0],
    [0, 3, 0],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 2000, 0.1],
    [1, 2001, 0],
    [19, 20, 95],
    [9499, 10_000, 94.9],
    [9495, 10_000, 94.9],
    [9494, 10_000, 94.9],
    [8499, 10_000, 84.9],
    [6999, 10_000, 69.9],
    [9996, 10_000, 99.9],
    [1999, 2000, 99.9],
    [7, 7, 100],
    [9505, 10_000, 95.1],
  ])('[CMP-03] %i of %i is %d', (part, total, expected) => {
    expect(rate(part, total)).toBe(expected);
  });

  const parts = fc
    .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat())
    .map(([total, n]): [number, number] => [n % (total + 1), total]);

  test('[CMP-03] the tier of the rate on the wire is the tier of the exact rate', () => {
    fc.assert(
      fc.property(parts, ([part, total]) => {
        const exact = (limit: number): boolean => part * 100 >= limit * total;
        const expected = exact(95)
          ? 'excellent'
          : exact(85)
            ? 'good'
            : exact(70)
              ? 'needs_improvement'
              : 'critical';
        expect(tierOf(rate(part, total))).toBe(expected);
        expect(rate(part, total) === 100).toBe(part === total);
      }),
    );
  });

  test('[CMP-03] one decimal, less than a tenth away, and never falling as the part grows', () => {
    fc.assert(
      fc.property(parts, ([part, total]) => {
        const value = rate(part, total);
        expect(Number(value.toFixed(1))).toBe(value);
        expect(Math.abs(value - (part / total) * 100)).toBeLessThan(0.1);
        expect(rate(Math.min(part + 1, total), total)).toBeGreaterThanOrEqual(value);
      }),
    );
  });
});
