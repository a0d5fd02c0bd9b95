import { expect, test } from 'vitest';
import { delayAfter, pauseAfter, problemOf } from './delivery.ts';

const delaysWith = (random: number): number[] => {
  const all: number[] = [];
  for (let delay = delayAfter(1, random); delay !== null; delay = delayAfter(all.length + 1, random))
    all.push(delay);
  return all;
};

test('[OPS-06] a delivery is tried ten times within three days, later each time, and never all at once', () => {
  const [shortest, longest] = [delaysWith(0), delaysWith(1)];
  expect(shortest).toHaveLength(9);
  expect(shortest.toSorted((a, b) => a - b)).toEqual(shortest);
  const hours = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / 3600;
  expect(hours(shortest)).toBeGreaterThan(66);
  expect(hours(longest)).toBeLessThan(72);
  expect(longest.every((delay, at) => delay >= (shortest[at] ?? 0))).toBe(true);
  expect(longest[3]).toBeGreaterThan(shortest[3] ?? 0);
});

test('[OPS-06] a receiver that takes nothing is left alone for a longer time after each failure, at most 15 minutes', () => {
  expect([1, 2, 3, 8, 9, 100].map(pauseAfter)).toEqual([5, 10, 20, 640, 900, 900]);
});

test.each([
  [200, null],
  [204, null],
  [301, 'redirect'],
  [307, 'redirect'],
  [400, 'answer'],
  [404, 'answer'],
  [410, 'gone'],
  [500, 'answer'],
  [0, 'answer'],
] as const)('[OPS-06] the answer %i means %s', (status, problem) => {
  expect(problemOf(status)).toBe(problem);
});
