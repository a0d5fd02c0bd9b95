import { expect, test } from 'vitest';
import type { DueGroup, MatrixFilter, RowAction, RowActionFacts } from './matrix-table.ts';
import { dueGroup, matchesFilter, matrixFilters, rowAction } from './matrix-table.ts';
import type { EffectiveStatus } from './status.ts';
import { effectiveStatuses } from './status.ts';

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
