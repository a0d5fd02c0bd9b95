import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import type { ComplianceRow } from '../compliance/figures.ts';
import { personalStats, roundedPercent } from './personal-stats.ts';
import { storedStatuses } from './status.ts';

const TODAY = '2025-06-15';
let modules = 0;
/** An assignment of a module of its own. */
const row = (status: ComplianceRow['status'], dueDate: string | null): ComplianceRow => ({
  status,
  dueDate,
  moduleId: (modules += 1),
  cycle: 1,
  nextRenewalDate: null,
  isRequired: true,
});

test('[LRN-01] nothing assigned gives zeros and nothing due', () => {
  expect(personalStats([], TODAY)).toEqual({
    total: 0,
    completed: 0,
    inProgress: 0,
    overdue: 0,
    inProgressPercent: 0,
    dueSoon: null,
    overallProgress: 0,
  });
});

test('[LRN-01] the figures of a mixed list, voided ones left out', () => {
  const rows = [
    row('completed', '2025-01-01'),
    row('completed', null),
    row('in_progress', '2025-06-20'),
    row('in_progress', '2025-06-10'), // overdue, so not among those in progress
    row('not_started', '2025-07-01'),
    row('not_started', null),
    row('voided', '2025-05-01'),
  ];
  expect(personalStats(rows, TODAY)).toEqual({
    total: 6,
    completed: 2,
    inProgress: 1,
    overdue: 1,
    inProgressPercent: 17,
    dueSoon: -5,
    overallProgress: 33,
  });
});

test('[LRN-01] [CMP-03] a module counts once, by its current cycle', () => {
  const first = row('completed', '2025-01-01');
  const renewed = [
    { ...first, nextRenewalDate: '2025-03-01' },
    { ...first, cycle: 2 },
  ];
  const again = row('completed', '2025-01-01');
  const expired = { ...row('completed', '2025-01-01'), nextRenewalDate: '2025-06-14' };
  const rows = [
    ...renewed,
    again,
    { ...again, cycle: 2, status: 'in_progress' as const, dueDate: '2025-07-01' },
    expired,
  ];
  expect(personalStats(rows, TODAY)).toMatchObject({
    total: 3,
    completed: 1,
    inProgress: 1,
    overallProgress: 33,
  });
});

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [1, 200, 1],
  [1, 201, 0],
  [5, 5, 100],
])('[LRN-01] %i of %i is %i percent', (part, total, percent) => {
  expect(roundedPercent(part, total)).toBe(percent);
});

test('[LRN-01] figures do not depend on order and stay within the total', () => {
  const rows = fc.array(
    fc
      .tuple(fc.constantFrom(...storedStatuses), fc.option(fc.integer({ min: -40, max: 40 })))
      .map(([status, days]) => row(status, days === null ? null : addDays(TODAY, days))),
  );
  fc.assert(
    fc.property(rows, (list) => {
      const stats = personalStats(list, TODAY);
      expect(personalStats(list.toReversed(), TODAY)).toEqual(stats);
      expect(stats.completed + stats.inProgress).toBeLessThanOrEqual(stats.total);
      expect(stats.overallProgress === 100 || stats.completed < stats.total || stats.total === 0).toBe(true);
    }),
  );
});
