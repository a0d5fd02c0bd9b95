import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WatchedRange } from './ranges.ts';
import { coveredSeconds, creditRanges, unionRanges } from './ranges.ts';

const DURATION = 100;
const range: fc.Arbitrary<WatchedRange> = fc
  .tuple(fc.integer({ min: -10, max: 120 }), fc.integer({ min: -10, max: 120 }))
  .map(([from, to]) => [from, to]);
const ranges = fc.array(range, { maxLength: 8 });
const has = (list: readonly WatchedRange[], second: number): boolean =>
  list.some(([from, to]) => from <= second && second < to);

describe('union', () => {
  test.each<[string, WatchedRange[], WatchedRange[]]>([
    ['nothing', [], []],
    [
      'apart',
      [
        [10, 20],
        [0, 5],
      ],
      [
        [0, 5],
        [10, 20],
      ],
    ],
    [
      'overlapping',
      [
        [0, 10],
        [5, 20],
      ],
      [[0, 20]],
    ],
    [
      'touching',
      [
        [0, 10],
        [10, 20],
      ],
      [[0, 20]],
    ],
    [
      'inside',
      [
        [0, 50],
        [10, 20],
      ],
      [[0, 50]],
    ],
    [
      'beyond the video',
      [
        [-5, 3],
        [95, 200],
      ],
      [
        [0, 3],
        [95, 100],
      ],
    ],
    [
      'backwards, empty and no numbers',
      [
        [20, 10],
        [5, 5],
        [Number.NaN, 5],
        [5, Number.NaN],
      ],
      [],
    ],
    ['endless', [[0, Number.POSITIVE_INFINITY]], [[0, 100]]],
  ])('[VIEW-03] %s', (_, input, expected) => {
    expect(unionRanges(input, DURATION)).toEqual(expected);
  });

  test('[VIEW-03] covers exactly the seconds of its ranges, in order and apart', () => {
    fc.assert(
      fc.property(ranges, (list) => {
        const union = unionRanges(list, DURATION);
        for (let second = 0; second < DURATION; second += 1)
          expect(has(union, second)).toBe(has(list, second));
        union.slice(1).forEach((next, index) => expect(next[0]).toBeGreaterThan(union[index]?.[1] ?? 0));
        expect(unionRanges(union, DURATION)).toEqual(union);
      }),
    );
  });
});

describe('credit', () => {
  const base = { sessionStart: 0, fetchedAt: 0, creditedUntil: null, duration: DURATION, watched: [] };

  test('[VIEW-03] nothing counts of a video that the session did not fetch', () => {
    for (const fetchedAt of [null, -1])
      expect(creditRanges({ ...base, fetchedAt, now: 60_000, reported: [[0, 30]] })).toEqual({
        watched: [],
        deferred: true,
        creditedUntil: null,
      });
  });

  test('[VIEW-03] a whole video in one call counts for the time that passed', () => {
    expect(creditRanges({ ...base, now: 0, reported: [[0, 100]] })).toEqual({
      watched: [],
      deferred: true,
      creditedUntil: null,
    });
    expect(creditRanges({ ...base, now: 12_500, reported: [[0, 100]] })).toEqual({
      watched: [[0, 12.5]],
      deferred: true,
      creditedUntil: 12_500,
    });
  });

  test('[VIEW-03] a skip leaves its gap, seeing again costs nothing', () => {
    const first = creditRanges({
      ...base,
      now: 20_000,
      reported: [
        [0, 10],
        [50, 55],
      ],
    });
    expect(first).toEqual({
      watched: [
        [0, 10],
        [50, 55],
      ],
      deferred: false,
      creditedUntil: 15_000,
    });
    const again = creditRanges({
      ...base,
      ...first,
      now: 20_000,
      reported: [
        [0, 12],
        [40, 53],
      ],
    });
    expect(again).toEqual({
      watched: [
        [0, 12],
        [40, 43],
        [50, 55],
      ],
      deferred: true,
      creditedUntil: 20_000,
    });
  });

  test('[VIEW-03] two sessions in the same time do not count twice', () => {
    const first = creditRanges({ ...base, now: 10_000, reported: [[0, 10]] });
    const second = creditRanges({ ...base, ...first, sessionStart: 1000, now: 10_000, reported: [[10, 20]] });
    expect(second).toEqual({ watched: [[0, 10]], deferred: true, creditedUntil: 10_000 });
  });

  test('[VIEW-03] never faster than it plays, never less than before, only what was reported', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 30_000 }),
      newSession: fc.boolean(),
      reported: ranges,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        let now = 0;
        let sessionStart = 0;
        let watched: readonly WatchedRange[] = [];
        let creditedUntil: number | null = null;
        const everReported: WatchedRange[] = [];
        for (const { wait, newSession, reported } of steps) {
          now += wait;
          if (newSession) sessionStart = now;
          everReported.push(...reported);
          const before = coveredSeconds(watched);
          const credit = creditRanges({
            sessionStart,
            fetchedAt: sessionStart,
            creditedUntil,
            now,
            duration: DURATION,
            watched,
            reported,
          });
          watched = credit.watched;
          creditedUntil = credit.creditedUntil;
          const covered = coveredSeconds(watched);
          expect(covered).toBeGreaterThanOrEqual(before);
          expect(covered).toBeLessThanOrEqual(now / 1000 + 1e-6);
          expect(creditedUntil ?? 0).toBeLessThanOrEqual(now);
          const allowed = unionRanges([...everReported, ...watched], DURATION);
          expect(coveredSeconds(allowed)).toBeCloseTo(coveredSeconds(unionRanges(everReported, DURATION)), 6);
          const missing = coveredSeconds(unionRanges([...watched, ...reported], DURATION)) - covered;
          expect(credit.deferred || missing < 1e-6).toBe(true);
        }
      }),
    );
  });
});
