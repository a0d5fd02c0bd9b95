import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import { personalStats, roundedPercent } from './personal-stats.ts';
import type { CycleState } from './status.ts';
import { storedStatuses } from './status.ts';

const TODAY = '2025-06-15';
const row = (status: CycleState['status'], dueDate: string | null): CycleState => ({
  status,
  dueDate,
  nextRenewalDate: null,
  followed: false,
});

test('[LRN-01] nothing assigned gives zeros and nothing due', () => {
  expect(personalStats([], TODAY)).toEqual({
    total: 0,
    completed: 0,
    inProgress: 0,
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
    inProgressPercent: 17,
    dueSoon: -5,
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
