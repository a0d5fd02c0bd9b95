import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageReport } from './pages.ts';
import { creditPages, unseenRanges } from './pages.ts';

const START = 1_750_000_000_000;
const all30 = Array.from({ length: 30 }, (_, index) => index + 1);

const report = (changes: Partial<PageReport>): PageReport => ({
  sessionStart: START,
  fetchedAt: changes.sessionStart ?? START,
  creditedUntil: null,
  now: START,
  pageCount: 30,
  seen: [],
  reported: [],
  ...changes,
});

test.each<[string, Partial<PageReport>, number[], number[], number | null]>([
  ['all at once in a session just opened', { reported: all30 }, [], all30, null],
  ['all at once after 999 ms', { reported: all30, now: START + 999 }, [], all30, null],
  ['all at once after 2.9 s', { reported: all30, now: START + 2900 }, [1, 2], all30.slice(2), START + 2000],
  ['all after half a minute', { reported: all30, now: START + 30_000 }, all30, [], START + 30_000],
  [
    'of a file that was never fetched',
    { reported: all30, now: START + 60_000, fetchedAt: null },
    [],
    all30,
    null,
  ],
  [
    'of a file that was fetched in an earlier session',
    { reported: all30, now: START + 60_000, fetchedAt: START - 1 },
    [],
    all30,
    null,
  ],
  ['in the order seen', { reported: [5, 3, 9], now: START + 2000 }, [5, 3], [9], START + 2000],
  ['seen before', { reported: [1, 2], seen: [1, 2], now: START + 5000 }, [], [], null],
  ['twice in one report', { reported: [4, 4], now: START + 5000 }, [4], [], START + 1000],
  ['no such pages', { reported: [0, -1, 31, 1.5, Number.NaN], now: START + 9000 }, [], [], null],
  [
    'time credited before',
    { reported: [7, 8], creditedUntil: START + 4000, now: START + 5000 },
    [7],
    [8],
    START + 5000,
  ],
  [
    'a second session in the same time',
    { reported: [7], sessionStart: START, creditedUntil: START + 5000, now: START + 5000 },
    [],
    [7],
    START + 5000,
  ],
  [
    'a new session long after',
    { reported: [7, 8], sessionStart: START + 90_000, creditedUntil: START + 5000, now: START + 91_000 },
    [7],
    [8],
    START + 91_000,
  ],
  ['a clock that went back', { reported: [1], now: START - 5000 }, [], [1], null],
])('[VIEW-03] %s', (_, changes, accepted, deferred, creditedUntil) => {
  expect(creditPages(report(changes))).toEqual({ accepted, deferred, creditedUntil });
});

test('[VIEW-03] over any reports of any sessions, pages never come faster than one a second', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 4000 }),
    newSession: fc.boolean(),
    pages: fc.array(fc.integer({ min: -1, max: 34 }), { maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const seen = new Set<number>();
      let now = START;
      let sessionStart = START;
      let creditedUntil: number | null = null;
      for (const { wait, newSession, pages } of steps) {
        now += wait;
        if (newSession) sessionStart = now;
        const credit = creditPages(report({ sessionStart, creditedUntil, now, seen, reported: pages }));
        for (const page of credit.accepted) {
          expect(seen.has(page)).toBe(false);
          seen.add(page);
        }
        for (const page of credit.deferred) expect(seen.has(page)).toBe(false);
        creditedUntil = credit.creditedUntil;
        expect(creditedUntil ?? START).toBeLessThanOrEqual(now);
        expect(seen.size).toBeLessThanOrEqual((now - START) / 1000);
      }
      for (const page of seen) expect(all30).toContain(page);
    }),
  );
});

test('[VIEW-03] a viewer that sends again what was deferred gets every page in as many seconds as pages', () => {
  let creditedUntil: number | null = null;
  const seen = new Set<number>();
  for (let second = 1; second <= 30; second += 1) {
    const credit = creditPages(report({ now: START + second * 1000, creditedUntil, seen, reported: all30 }));
    for (const page of credit.accepted) seen.add(page);
    creditedUntil = credit.creditedUntil;
    expect(seen.size).toBe(second);
  }
});

test.each<[number, number[], [number, number][]]>([
  [0, [], []],
  [3, [], [[1, 3]]],
  [3, [3, 1, 2], []],
  [
    8,
    [1, 5, 6, 8],
    [
      [2, 4],
      [7, 7],
    ],
  ],
  [2, [1, 9], [[2, 2]]],
])('[VIEW-04] of %i pages with %j seen, the others are %j', (pageCount, seen, stretches) => {
  expect(unseenRanges(pageCount, seen)).toEqual(stretches);
});
