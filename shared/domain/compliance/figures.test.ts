import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedStatuses } from '../assignments/status.ts';
import { addDays } from '../calendar/calendar.ts';
import type { ComplianceRow, PersonFigures, ReminderStatus } from './figures.ts';
import {
  countAssignments,
  groupFigures,
  isCompliantPerson,
  isOverduePerson,
  isPendingPerson,
  pendingCount,
  reminderStatus,
} from './figures.ts';

const TODAY = '2025-06-15';

const row = (status: ComplianceRow['status'], changes: Partial<ComplianceRow> = {}): ComplianceRow => ({
  status,
  dueDate: null,
  moduleId: 1,
  cycle: 1,
  nextRenewalDate: null,
  ...changes,
});

const person = (changes: Partial<PersonFigures> = {}): PersonFigures => ({
  total: 0,
  completed: 0,
  inProgress: 0,
  notStarted: 0,
  overdue: 0,
  expired: 0,
  isActive: true,
  hasSignedIn: true,
  ...changes,
});

describe('counts', () => {
  test('[CMP-03] by the status that people see, voided ones in none', () => {
    const rows = [
      row('completed'),
      row('completed', { moduleId: 2 }),
      row('in_progress', { dueDate: '2025-06-15' }),
      row('in_progress', { dueDate: '2025-06-14' }),
      row('not_started', { dueDate: '2025-06-13' }),
      row('not_started'),
      row('voided', { dueDate: '2025-01-01' }),
    ];
    expect(countAssignments(rows, TODAY)).toEqual({
      total: 6,
      completed: 2,
      inProgress: 1,
      notStarted: 1,
      overdue: 2,
      expired: 0,
    });
  });

  test.each<[string, ComplianceRow[], number]>([
    ['valid until today', [row('completed', { nextRenewalDate: TODAY })], 0],
    ['valid until yesterday', [row('completed', { nextRenewalDate: '2025-06-14' })], 1],
    ['renewed', [row('completed', { nextRenewalDate: '2025-06-14' }), row('completed')], 0],
    [
      'renewed, in the other order',
      [row('completed'), row('completed', { nextRenewalDate: '2025-06-14' })],
      0,
    ],
    [
      'expired twice',
      [
        row('completed', { nextRenewalDate: '2024-01-01' }),
        row('completed', { nextRenewalDate: '2025-01-01' }),
      ],
      1,
    ],
    ['voided', [row('voided', { nextRenewalDate: '2025-06-14' })], 0],
    [
      'of two modules',
      [
        row('completed', { nextRenewalDate: '2025-01-01' }),
        row('completed', { moduleId: 2, nextRenewalDate: '2025-01-01' }),
      ],
      2,
    ],
  ])('[CMP-03] expired completions: %s', (_, rows, expired) => {
    expect(countAssignments(rows, TODAY).expired).toBe(expired);
  });
});

describe('a person', () => {
  test.each<[string, Partial<PersonFigures>, ReminderStatus]>([
    ['nothing assigned', {}, 'compliant'],
    ['all completed', { total: 2, completed: 2 }, 'compliant'],
    ['never signed in', { hasSignedIn: false }, 'pending'],
    ['something not started', { total: 1, notStarted: 1 }, 'pending'],
    ['something in progress', { total: 1, inProgress: 1 }, 'pending'],
    ['something overdue', { total: 1, overdue: 1 }, 'overdue'],
    ['overdue and never signed in', { total: 1, overdue: 1, hasSignedIn: false }, 'overdue'],
    ['overdue and completed', { total: 2, overdue: 1, completed: 1 }, 'overdue'],
    ['overdue and open', { total: 2, overdue: 1, notStarted: 1 }, 'mixed'],
    ['expired only', { total: 1, completed: 1, expired: 1 }, 'pending'],
  ])('[CMP-03] %s', (_, changes, status) => {
    expect(reminderStatus(person(changes))).toBe(status);
  });

  test('[CMP-03] with something open in time is compliant for the rate and pending for reminders', () => {
    const open = person({ total: 1, notStarted: 1 });
    expect([isCompliantPerson(open), isPendingPerson(open), isOverduePerson(open)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isCompliantPerson(person({ total: 1, completed: 1, expired: 1 }))).toBe(false);
    expect(isCompliantPerson(person({ total: 1, overdue: 1 }))).toBe(false);
  });
});

const people = fc
  .array(
    fc.record({
      isActive: fc.boolean(),
      hasSignedIn: fc.boolean(),
      rows: fc.array(
        fc.record({
          status: fc.constantFrom(...storedStatuses),
          dueDate: fc.option(fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days))),
          moduleId: fc.integer({ min: 1, max: 3 }),
          cycle: fc.integer({ min: 1, max: 3 }),
          nextRenewalDate: fc.option(fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days))),
        }),
        { maxLength: 6 },
      ),
    }),
  )
  .map((list) =>
    list.map(({ rows, ...rest }): PersonFigures => ({ ...rest, ...countAssignments(rows, TODAY) })),
  );

test('[CMP-03] definitions hold together for any people', () => {
  fc.assert(
    fc.property(people, (list) => {
      for (const one of list) {
        expect(one.completed + one.inProgress + one.notStarted + one.overdue).toBe(one.total);
        const status = reminderStatus(one);
        expect(status === 'overdue' || status === 'mixed').toBe(isOverduePerson(one));
        expect(status === 'mixed').toBe(isOverduePerson(one) && pendingCount(one) > 0);
        expect(status === 'compliant').toBe(isCompliantPerson(one) && !isPendingPerson(one));
        expect(isPendingPerson(one) && isOverduePerson(one)).toBe(false);
      }
      const group = groupFigures(list);
      expect(groupFigures(list.toReversed())).toEqual(group);
      expect(group.compliantUsers + group.overdueUsers).toBeLessThanOrEqual(group.activeUsers);
      expect(group.pendingUsers + group.overdueUsers).toBeLessThanOrEqual(group.activeUsers);
      expect(group.activeUsers).toBeLessThanOrEqual(group.totalUsers);
    }),
  );
});

describe('a group', () => {
  test('[CMP-03] total counts everybody, rates and figures only active people', () => {
    const group = groupFigures([
      person({ total: 2, completed: 2 }),
      person({ total: 2, completed: 1, overdue: 1 }),
      person({ total: 1, notStarted: 1 }),
      person({ isActive: false, total: 5, overdue: 5 }),
    ]);
    expect(group).toEqual({
      totalUsers: 4,
      activeUsers: 3,
      compliantUsers: 2,
      overdueUsers: 1,
      pendingUsers: 1,
      completedAssignments: 3,
      totalAssignments: 5,
      overdueAssignments: 1,
      complianceRate: 66.7,
      completionRate: 60,
      hasData: true,
    });
  });

  test('[CMP-03] with nothing assigned is 0 and no data, also when only inactive people have something', () => {
    for (const list of [[], [person()], [person({ isActive: false, total: 1, completed: 1 })]]) {
      const group = groupFigures(list);
      expect([group.complianceRate, group.completionRate, group.hasData]).toEqual([0, 0, false]);
    }
  });
});
