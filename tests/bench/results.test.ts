import { expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { judge, missedOf, tableOf } from './results.ts';

const bench: Bench = {
  name: 'list',
  title: 'A list against its floor',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: () => Promise.resolve({ value: 1, product: '1 ms', floor: '1 ms' }),
};
const measured = { product: '2 ms', floor: '1 ms' };

test('[PERF-03] a figure beyond its limit is missed, on either side of it, and so is one beside it', () => {
  const verdict = (value: number, direction: Bench['direction']) =>
    judge({ ...bench, direction }, { ...measured, value }).verdict;
  expect([verdict(1.5, 'at most'), verdict(1.51, 'at most')]).toEqual(['kept', 'missed']);
  expect([verdict(1.5, 'at least'), verdict(1.49, 'at least')]).toEqual(['kept', 'missed']);
  const row = judge(bench, {
    ...measured,
    value: 1,
    also: [
      { what: 'a search', value: 1.6, limit: 1.5, unit: '×' },
      { what: 'a filter', value: 1.4, limit: 1.5, unit: '×' },
    ],
  });
  expect(row.also.map((also) => also.verdict)).toEqual(['missed', 'kept']);
  expect(missedOf([row])).toEqual(['list: … a search: 1.60 ×, limit ≤ 1.5 ×']);
});

test('[PERF-03] the table says missed in a word, in the line and below', () => {
  const rows = [2.08, 1].map((value) => judge(bench, { ...measured, value }));
  const table = tableOf(rows, ['search']);
  expect(table).toContain('| A list against its floor | 2.08 × | ≤ 1.5 × | **missed** | 2 ms : 1 ms |');
  expect(table).toContain('| A list against its floor | 1.00 × | ≤ 1.5 × | kept | 2 ms : 1 ms |');
  expect(table).toContain(
    'Of 2 figures 1 keep their limit, 1 miss it, 0 could not be measured. Not run on this machine: search.',
  );
});

test('[PERF-03] without its floor a row has no figure, and says what is needed', () => {
  const row = judge(bench, { needs: 'nginx' });
  expect(row).toMatchObject({ value: null, verdict: 'not measured' });
  expect(missedOf([row])).toEqual([]);
  expect(tableOf([row], [])).toContain(
    '| A list against its floor | – | ≤ 1.5 × | **not measured** | needs nginx |',
  );
});
