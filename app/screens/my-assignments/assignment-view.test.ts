import { expect, test } from 'vitest';
import { filtersOf, noFilters, serverSort, sortOf } from './assignment-view.ts';

test('[LRN-03] only what is a filter is sent', () => {
  expect(filtersOf(noFilters)).toEqual({});
  expect(filtersOf({ q: ' gcp ', status: 'voided', category: 'all', group: 'someday' })).toEqual({
    q: 'gcp',
  });
  expect(filtersOf({ q: '', status: 'overdue', category: 'tp-qms', group: 'this_week' })).toEqual({
    status: 'overdue',
    family: 'tp-qms',
    group: 'this_week',
  });
});

test('[LRN-03] orders of the address in the words of the call', () => {
  expect(['due', '-due', 'assigned', '-assigned', 'completed', '-completed'].map(serverSort)).toEqual([
    'due',
    '-due',
    'assignedDate',
    '-assignedDate',
    '-completedAt',
    'completedAt',
  ]);
  expect(sortOf('-title')).toBe('-title');
  expect(sortOf('nonsense')).toBe('due');
});
