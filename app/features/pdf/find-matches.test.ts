import { expect, test } from 'vitest';
import { findMatches, markPiece } from '#app/features/pdf/find-matches.ts';

const pieces = (...texts: readonly string[]) => texts.map((str) => ({ str, hasEOL: false }));

test('[VIEW-02] search finds words without regard to case and accents', () => {
  expect(findMatches(pieces('Résumé of the RESUME'), 'resume')).toEqual([
    [{ item: 0, from: 0, to: 6 }],
    [{ item: 0, from: 14, to: 20 }],
  ]);
  expect(findMatches(pieces('Straße'), 'STRASSE')).toEqual([]);
  expect(findMatches(pieces('abc'), '  ')).toEqual([]);
});

test('[VIEW-02] a match may reach over pieces and lines', () => {
  expect(findMatches(pieces('good docu', 'mentation'), 'documentation')).toEqual([
    [
      { item: 0, from: 5, to: 9 },
      { item: 1, from: 0, to: 9 },
    ],
  ]);
  const lines = [{ str: 'informed', hasEOL: true }, { str: 'consent' }];
  expect(findMatches(lines, 'informed  consent')).toHaveLength(1);
});

test('[VIEW-02] letters that fold to several, and letters of two units, keep their places', () => {
  const [match] = findMatches(pieces('a ﬁnal 𝐀 plan'), 'final a plan');
  expect(match).toEqual([{ item: 0, from: 2, to: 14 }]);
});

test('[VIEW-02] what a document says stays text when it is marked', () => {
  const text = '<b>&text</b>';
  expect(markPiece(text, [{ item: 0, from: 4, to: 8, current: true }])).toBe(
    '&lt;b&gt;&amp;<mark data-current="true">text</mark>&lt;/b&gt;',
  );
  expect(markPiece(text, [])).toBe('&lt;b&gt;&amp;text&lt;/b&gt;');
});
