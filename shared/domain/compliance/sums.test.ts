import { expect, test } from 'vitest';
import { addSums, complianceRateOf, countAssignments, figuresOfSums, type GroupSums } from './figures.ts';

const north: GroupSums = {
  people: 9,
  active: 8,
  overduePeople: 1,
  onTrack: 2,
  complete: 3,
  neverSignedIn: 1,
  duePeople: 4,
  total: 20,
  completed: 10,
  overdue: 3,
  expired: 2,
};

test('[CMP-03] sums of groups add up, and nobody has zeros', () => {
  const doubled = Object.fromEntries(Object.entries(north).map(([key, value]) => [key, 2 * value]));
  const zeros = Object.fromEntries(Object.keys(north).map((key) => [key, 0]));
  expect(addSums([north, north])).toEqual(doubled);
  expect(addSums([])).toEqual(zeros);
});

test('[CMP-03] the rate is of people with something due, and there is none without them', () => {
  expect(complianceRateOf(north)).toBe(75);
  expect(complianceRateOf({ duePeople: 0, overduePeople: 0 })).toBeNull();
});

test('[CMP-03] the figures of a group follow from its sums', () => {
  expect(figuresOfSums(north)).toEqual({
    totalUsers: 9,
    activeUsers: 8,
    groups: { overdue: 1, onTrack: 2, complete: 3, nothingRequired: 2 },
    neverSignedIn: 1,
    compliantUsers: 5,
    overdueUsers: 1,
    pendingUsers: 2,
    duePeople: 4,
    completedAssignments: 10,
    totalAssignments: 20,
    overdueAssignments: 3,
    expiredAssignments: 2,
    complianceRate: 75,
    completionRate: 50,
    hasData: true,
  });
  expect(figuresOfSums(addSums([]))).toMatchObject({ complianceRate: 0, completionRate: 0, hasData: false });
});

test('[CMP-03] without an open cycle a module is required if one of its cycles is', () => {
  const cycle = { moduleId: 1, status: 'completed', dueDate: null, nextRenewalDate: null } as const;
  const rows = [
    { ...cycle, cycle: 1, isRequired: true },
    { ...cycle, cycle: 2, isRequired: false },
  ];
  expect(countAssignments(rows, '2025-06-15').required).toBe(1);
});
