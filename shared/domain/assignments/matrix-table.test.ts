import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import type { DueGroup, MatrixFilter, RowAction, RowActionFacts } from './matrix-table.ts';
import { dueGroup, groupByDue, matchesFilter, matrixFilters, rowAction } from './matrix-table.ts';
import type { EffectiveStatus } from './status.ts';
import { effectiveStatuses, isLate } from './status.ts';

const TODAY = '2025-06-15';

test.each<[EffectiveStatus, MatrixFilter[]]>([
  ['completed', ['all', 'completed']],
  ['in_progress', ['all', 'in_progress']],
  ['not_started', ['all', 'not_started']],
  ['overdue', ['all', 'overdue']],
  ['expired', ['all', 'expired']],
  ['voided', []],
])('[LRN-01] %s stands under %j', (status, filters) => {
  expect(matrixFilters.filter((filter) => matchesFilter(status, filter))).toEqual(filters);
});

test('[LRN-01] the filters are those of the product and Expired, and each status but voided stands under exactly two', () => {
  expect(matrixFilters).toEqual(['all', 'completed', 'in_progress', 'not_started', 'overdue', 'expired']);
  for (const status of effectiveStatuses) {
    const under = matrixFilters.filter((filter) => matchesFilter(status, filter)).length;
    expect(under).toBe(status === 'voided' ? 0 : 2);
  }
});

const facts = { readyToSign: false, certificateUrl: null };

test.each<[RowActionFacts, RowAction]>([
  [{ ...facts, status: 'not_started', started: false }, 'start'],
  [{ ...facts, status: 'in_progress', started: true }, 'continue'],
  [{ ...facts, status: 'overdue', started: false }, 'start'],
  [{ ...facts, status: 'overdue', started: true }, 'continue'],
  [{ ...facts, status: 'in_progress', started: true, readyToSign: true }, 'sign'],
  [{ ...facts, status: 'overdue', started: true, readyToSign: true }, 'sign'],
  [{ ...facts, status: 'expired', started: true, certificateUrl: '/api/certificates/1' }, 'certificate'],
  [{ ...facts, status: 'completed', started: true, certificateUrl: '/api/certificates/1' }, 'certificate'],
  [{ ...facts, status: 'completed', started: true }, 'none'],
  [{ ...facts, status: 'completed', started: true, certificateUrl: ' ' }, 'none'],
  [{ ...facts, status: 'voided', started: true, certificateUrl: '/api/certificates/1' }, 'none'],
])('[LRN-02] %o offers %s', (row, action) => {
  expect(rowAction(row)).toBe(action);
});

test.each<[EffectiveStatus, string | null, DueGroup | null]>([
  ['not_started', '2025-06-14', 'overdue'],
  ['in_progress', '2025-06-15', 'this_week'],
  ['not_started', '2025-06-22', 'this_week'],
  ['not_started', '2025-06-23', 'later'],
  ['in_progress', null, 'later'],
  ['overdue', '2025-06-14', 'overdue'],
  ['completed', '2025-06-01', 'done'],
  ['expired', '2025-06-01', 'expired'],
  ['expired', null, 'expired'],
  ['voided', '2025-06-16', null],
])('[LRN-01] [LRN-03] %s due %s is in group %s', (status, dueDate, group) => {
  expect(dueGroup({ status, dueDate }, TODAY)).toBe(group);
});

test('[LRN-01] [LRN-03] the groups hold every row but the voided ones exactly once, in their order', () => {
  const rows = fc.array(
    fc.record({
      status: fc.constantFrom(...effectiveStatuses),
      dueDate: fc.option(fc.integer({ min: -20, max: 20 }).map((days) => addDays(TODAY, days))),
    }),
  );
  fc.assert(
    fc.property(rows, (list) => {
      const groups = groupByDue(list, TODAY);
      expect(groups.map((g) => g.group)).toEqual(['overdue', 'expired', 'this_week', 'later', 'done']);
      const shown = groups.flatMap((g) => g.rows);
      expect(shown).toHaveLength(list.filter((r) => r.status !== 'voided').length);
      expect(new Set(shown).size).toBe(shown.length);
      for (const r of groups[0]?.rows ?? []) expect(isLate(r, TODAY)).toBe(true);
      expect(groups[1]?.rows).toEqual(list.filter((r) => r.status === 'expired'));
    }),
  );
});
