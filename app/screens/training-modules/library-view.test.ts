import { expect, test } from 'vitest';
import {
  activeFilters,
  filtersOf,
  pageOf,
  viewDefaults,
  type LibraryView,
} from '#app/screens/training-modules/library-view.ts';

const view = (changes: Partial<LibraryView>): LibraryView => ({ ...viewDefaults, ...changes });

test.each([
  [{}, {}],
  [
    { q: ' visits ', category: 'none' },
    { q: 'visits', category: 'none' },
  ],
  [
    { family: 'tp-qms', content: 'files', matrix: '12' },
    { family: 'tp-qms', content: 'files', matrix: '12' },
  ],
  [{ content: 'broken', matrix: '-4' }, {}],
  [{ matrix: 'none' }, { matrix: 'none' }],
] as const)('[MOD-01] the address %j narrows by %j', (changes, filters) => {
  expect(filtersOf(view(changes))).toEqual({ ...filters, retired: 'false' });
  expect(activeFilters(view(changes))).toEqual(
    (['q', 'category', 'family', 'content', 'matrix'] as const).filter((name) => name in filters),
  );
});

test('[MOD-01] retired modules are left out until they are asked for', () => {
  expect(filtersOf(view({ retired: 'show' }))).toEqual({});
});

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['much', 1],
])('[MOD-01] page %j of the address is page %i', (page, number) => {
  expect(pageOf(view({ page }))).toBe(number);
});
