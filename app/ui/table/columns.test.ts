import { expect, test } from 'vitest';
import { directionOf, nextSort, sortOf, windowOf } from '#app/ui/table/columns.ts';

test('[SHELL-07] a click on a title sorts up, the next one down, another title starts again', () => {
  const once = nextSort('', 'name');
  const twice = nextSort(once, 'name');
  expect([once, twice, nextSort(twice, 'name'), nextSort(twice, 'due')]).toEqual([
    'name',
    '-name',
    'name',
    'due',
  ]);
  expect([directionOf('name', 'name'), directionOf('-name', 'name'), directionOf('-name', 'due')]).toEqual([
    'ascending',
    'descending',
    'none',
  ]);
});

test.each([
  ['1', 0],
  ['3', 100],
  ['0', 0],
  ['-4', 0],
  ['abc', 0],
  ['2.9', 50],
])('[SHELL-07] page %s of 50 rows starts at row %i', (page, offset) => {
  expect(windowOf(page, 50)).toEqual({ limit: 50, offset });
});

test.each(['to', '-attempts'])('[SHELL-07] a sort of the address that the list knows is kept: %s', (text) => {
  expect(sortOf(text, ['to', 'attempts'], '-createdAt')).toBe(text);
});

test.each(['lastError', '', '--to', undefined])('[SHELL-07] any other is the usual one: %s', (text) => {
  expect(sortOf(text, ['to', 'attempts'], '-createdAt')).toBe('-createdAt');
});
