import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditShare, wordsOf, wordsOfFile, type ShareReport } from './reading-time.ts';

const START = 1_750_000_000_000;

/** 600 words: a minute of a fast reader. */
const report = (changes: Partial<ShareReport>): ShareReport => ({
  sessionStart: START,
  creditedUntil: null,
  now: START,
  words: 600,
  current: 0,
  reported: 1,
  ...changes,
});

test.each<[string, Partial<ShareReport>, number, number | null]>([
  ['all at once in a session just opened', {}, 0, null],
  ['all after half a minute', { now: START + 30_000 }, 0.5, START + 30_000],
  ['all after a minute', { now: START + 60_000 }, 1, START + 60_000],
  ['all after an hour', { now: START + 3_600_000 }, 1, START + 60_000],
  ['less than there was time for', { now: START + 60_000, reported: 0.25 }, 0.25, START + 15_000],
  [
    'the rest, after time was credited',
    { current: 0.5, creditedUntil: START + 30_000, now: START + 45_000 },
    0.75,
    START + 45_000,
  ],
  [
    'no time since it was credited',
    { current: 0.5, creditedUntil: START + 30_000, now: START + 30_000 },
    0.5,
    START + 30_000,
  ],
  [
    'time credited before the session began',
    { creditedUntil: START - 60_000, now: START + 6000 },
    0.1,
    START + 6000,
  ],
  ['less than before', { current: 0.5, reported: 0.2, now: START + 60_000 }, 0.5, null],
  ['less than a percent', { now: START + 500 }, 0, null],
  ['what has no words', { words: 0 }, 1, null],
  ['one word', { words: 1, now: START + 99 }, 0.99, START + 99],
  ['one word after its time', { words: 1, now: START + 100 }, 1, START + 100],
])(
  '[VIEW-03] a text counts no faster than 600 words a minute: %s',
  (_case, changes, share, creditedUntil) => {
    expect(creditShare(report(changes))).toEqual({ share, creditedUntil });
  },
);

test('[VIEW-03] in whatever steps it is reported, a text counts no faster than it can be read, and never less than before', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 20_000 }),
    reported: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.array(step, { maxLength: 40 }), (words, steps) => {
      let [now, current] = [START, 0];
      let creditedUntil: number | null = null;
      for (const { wait, reported } of steps) {
        now += wait;
        const before: number = current;
        const credit = creditShare(report({ words, now, current, creditedUntil, reported }));
        ({ share: current, creditedUntil } = credit);
        expect(current).toBeGreaterThanOrEqual(before);
        expect(current).toBeLessThanOrEqual(Math.max(before, reported) + 1e-9);
        expect(current * words * 100).toBeLessThanOrEqual(now - START + 1e-6);
      }
    }),
  );
});

test.each([
  ['', 0],
  ['   \n ', 0],
  ['one', 1],
  ['Two words,\nthree lines', 4],
  // Thirty letters of a language that writes without spaces.
  ['医薬品の臨床試験の実施の基準に関する省令の一部を改正する省令案', 2],
])('[VIEW-03] the words of %j', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});

test('[VIEW-03] the words of a file of text by its size', () => {
  expect(wordsOfFile(6000, 'text/plain; charset=utf-8')).toBe(1000);
  expect(wordsOfFile(6000, 'text/plain; charset=utf-16le')).toBe(500);
});
