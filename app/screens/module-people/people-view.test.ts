import { expect, test } from 'vitest';
import { addressOf, filtersOf, stateCounts, versionLines, noFilters } from './people-view.ts';

const groups = [
  { version: 2, status: 'completed', people: 4 },
  { version: 2, status: 'overdue', people: 1 },
  { version: 1, status: 'completed', people: 3 },
  { version: null, status: 'not_assigned', people: 2 },
] as const;

test('[MTX-09] the lines by version add up to all people, the newest first', () => {
  const lines = versionLines({ groups: [...groups] });
  expect(lines.map(({ version, people }) => [version, people])).toEqual([
    [2, 5],
    [1, 3],
    [null, 2],
  ]);
  expect(lines[0]?.byState).toEqual({ completed: 4, overdue: 1 });
});

test.each([
  [null, { completed: 7, overdue: 1, not_assigned: 2 }],
  ['2', { completed: 4, overdue: 1, not_assigned: 0 }],
  ['none', { completed: 0, overdue: 0, not_assigned: 2 }],
])('[MTX-09] figures by status of the version %s', (version, expected) => {
  expect(stateCounts({ groups: [...groups] }, version)).toMatchObject(expected);
});

test('[MTX-09] what an address says and nobody knows is not set', () => {
  const view = { ...noFilters, status: 'nonsense', version: '-1', q: 'Ann' };
  expect(filtersOf(view)).toEqual({ org: 'all', q: 'Ann' });
  expect(filtersOf({ ...view, status: 'expired', version: 'none' })).toMatchObject({
    status: 'expired',
    version: 'none',
  });
  expect(addressOf({ ...noFilters, org: '3' }, { status: 'overdue' })).toEqual({
    org: '3',
    status: 'overdue',
  });
});
