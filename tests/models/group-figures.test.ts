import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedStatuses } from '#shared/domain/assignments/status.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type {
  AssignmentCounts,
  ComplianceGroup,
  ComplianceRow,
  PersonFigures,
  ReminderStatus,
} from '#shared/domain/compliance/figures.ts';
import {
  complianceGroup,
  complianceGroups,
  countAssignments,
  pendingCount,
  reminderStatus,
} from '#shared/domain/compliance/figures.ts';
import { groupFigures } from './group-figures.ts';
import { tierOf } from '#shared/domain/compliance/tiers.ts';

const TODAY = '2025-06-15';

const row = (status: ComplianceRow['status'], changes: Partial<ComplianceRow> = {}): ComplianceRow => ({
  status,
  dueDate: null,
  moduleId: 1,
  cycle: 1,
  nextRenewalDate: null,
  isRequired: true,
  ...changes,
});

const person = (
  rows: readonly ComplianceRow[] = [],
  changes: Partial<Pick<PersonFigures, 'isActive' | 'hasSignedIn'>> = {},
): PersonFigures => ({ isActive: true, hasSignedIn: true, ...countAssignments(rows, TODAY), ...changes });

const YESTERDAY = '2025-06-14';
const TOMORROW = '2025-06-16';
/** What is often needed: one module each. */
const late = row('not_started', { dueDate: YESTERDAY });
const open = row('not_started', { moduleId: 2, dueDate: TOMORROW });
const done = row('completed', { moduleId: 3, dueDate: YESTERDAY });
const expired = row('completed', { moduleId: 4, nextRenewalDate: YESTERDAY });
const optional = (one: ComplianceRow): ComplianceRow => ({ ...one, isRequired: false });

describe('counts', () => {
  const none: AssignmentCounts = {
    total: 0,
    completed: 0,
    inProgress: 0,
    notStarted: 0,
    overdue: 0,
    expired: 0,
    completions: 0,
    required: 0,
    requiredOpen: 0,
    requiredLate: 0,
    isDue: false,
  };

  test.each<[string, readonly ComplianceRow[], Partial<AssignmentCounts>]>([
    ['nothing', [], {}],
    ['voided', [row('voided', { dueDate: YESTERDAY })], {}],
    ['late', [late], { total: 1, overdue: 1, required: 1, requiredLate: 1, isDue: true }],
    ['open', [open], { total: 1, notStarted: 1, required: 1, requiredOpen: 1 }],
    [
      'due today',
      [row('in_progress', { dueDate: TODAY })],
      { total: 1, inProgress: 1, required: 1, requiredOpen: 1, isDue: true },
    ],
    ['done', [done], { total: 1, completed: 1, completions: 1, required: 1, isDue: true }],
    [
      'done before it was due',
      [row('completed', { dueDate: TOMORROW })],
      { total: 1, completed: 1, completions: 1, required: 1 },
    ],
    [
      'valid until today',
      [row('completed', { nextRenewalDate: TODAY })],
      { total: 1, completed: 1, completions: 1, required: 1 },
    ],
    [
      'expired',
      [expired],
      { total: 1, expired: 1, completions: 1, required: 1, requiredLate: 1, isDue: true },
    ],
    [
      'renewed',
      [expired, row('completed', { moduleId: 4, cycle: 2 })],
      { total: 1, completed: 1, completions: 2, required: 1 },
    ],
    [
      'expired twice',
      [expired, row('completed', { moduleId: 4, cycle: 2, nextRenewalDate: YESTERDAY })],
      { total: 1, expired: 1, completions: 2, required: 1, requiredLate: 1, isDue: true },
    ],
    [
      'expired, its renewal open in time',
      [expired, row('not_started', { moduleId: 4, cycle: 2, dueDate: TOMORROW })],
      { total: 1, notStarted: 1, expired: 1, completions: 1, required: 1, requiredLate: 1, isDue: true },
    ],
    [
      'valid, its renewal open in time',
      [
        row('completed', { dueDate: YESTERDAY, nextRenewalDate: TOMORROW }),
        row('not_started', { cycle: 2, dueDate: TOMORROW }),
      ],
      { total: 1, notStarted: 1, completions: 1, required: 1, requiredOpen: 1, isDue: true },
    ],
    ['optional and late', [optional(late)], { total: 1, overdue: 1 }],
    [
      'its renewal no longer required',
      [expired, optional(row('in_progress', { moduleId: 4, cycle: 2 }))],
      { total: 1, inProgress: 1, expired: 1, completions: 1 },
    ],
    [
      'of several modules',
      [late, open, done, expired],
      {
        total: 4,
        completed: 1,
        notStarted: 1,
        overdue: 1,
        expired: 1,
        completions: 2,
        required: 4,
        requiredOpen: 1,
        requiredLate: 2,
        isDue: true,
      },
    ],
  ])('[CMP-03] a module once by its current cycle: %s', (_, rows, expected) => {
    expect(countAssignments(rows, TODAY)).toEqual({ ...none, ...expected });
    expect(countAssignments(rows.toReversed(), TODAY)).toEqual({ ...none, ...expected });
  });
});

describe('a person', () => {
  test.each<[string, readonly ComplianceRow[], boolean, ComplianceGroup, ReminderStatus]>([
    ['nothing', [], true, 'nothingRequired', 'compliant'],
    ['nothing, never signed in', [], false, 'onTrack', 'pending'],
    ['only something optional, late', [optional(late)], true, 'nothingRequired', 'compliant'],
    ['all done', [done], true, 'complete', 'compliant'],
    ['all done, something optional open', [done, optional(open)], true, 'complete', 'compliant'],
    ['all done, never signed in', [done], false, 'onTrack', 'pending'],
    ['something open', [done, open], true, 'onTrack', 'pending'],
    ['something late', [done, late], true, 'overdue', 'overdue'],
    ['something late, never signed in', [late], false, 'overdue', 'overdue'],
    ['something late and something open', [late, open], true, 'overdue', 'mixed'],
    ['something expired', [done, expired], true, 'overdue', 'overdue'],
    ['something expired and something open', [expired, open], true, 'overdue', 'mixed'],
  ])('[CMP-03] with %s', (_, rows, hasSignedIn, group, status) => {
    const one = person(rows, { hasSignedIn });
    expect([complianceGroup(one), reminderStatus(one)]).toEqual([group, status]);
  });
});

const day = fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days));
const people = fc
  .array(
    fc.record({
      isActive: fc.boolean(),
      hasSignedIn: fc.boolean(),
      rows: fc.uniqueArray(
        fc.record({
          status: fc.constantFrom(...storedStatuses),
          dueDate: fc.option(day),
          moduleId: fc.integer({ min: 1, max: 3 }),
          cycle: fc.integer({ min: 1, max: 3 }),
          nextRenewalDate: fc.option(day),
          isRequired: fc.boolean(),
        }),
        // As in the database: one open cycle of a module at most, each cycle once.
        {
          maxLength: 6,
          selector: ({ moduleId, cycle, status }) =>
            `${String(moduleId)} ${status === 'completed' || status === 'voided' ? String(cycle) : 'open'}`,
        },
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
        const { completed, inProgress, notStarted, overdue, expired: over, total } = one;
        const openOrDone = completed + inProgress + notStarted + overdue;
        // An expired module with an open renewal counts as both.
        expect(openOrDone).toBeLessThanOrEqual(total);
        expect(openOrDone + over).toBeGreaterThanOrEqual(total);
        expect(one.required).toBeLessThanOrEqual(total);
        const [status, group] = [reminderStatus(one), complianceGroup(one)];
        expect(status === 'overdue' || status === 'mixed').toBe(group === 'overdue');
        expect(status === 'mixed').toBe(group === 'overdue' && pendingCount(one) > 0);
        expect(status === 'pending').toBe(group === 'onTrack');
        if (group === 'overdue') expect(one.isDue).toBe(true);
      }
      const group = groupFigures(list);
      expect(groupFigures(list.toReversed())).toEqual(group);
      const inGroups = complianceGroups.reduce((sum, name) => sum + group.groups[name], 0);
      expect(inGroups).toBe(group.activeUsers);
      expect(group.compliantUsers + group.overdueUsers + group.groups.nothingRequired).toBe(
        group.activeUsers,
      );
      expect(group.neverSignedIn).toBeLessThanOrEqual(group.groups.onTrack);
      expect(group.overdueUsers).toBeLessThanOrEqual(group.duePeople);
      expect(group.duePeople).toBeLessThanOrEqual(group.activeUsers);
      expect(group.activeUsers).toBeLessThanOrEqual(group.totalUsers);
    }),
  );
});

describe('a group', () => {
  test('[CMP-03] total counts everybody, rates and figures only active people', () => {
    const group = groupFigures([
      person([done]),
      person([done, late]),
      person([open]),
      person([open], { hasSignedIn: false }),
      person([]),
      person([late], { isActive: false }),
    ]);
    expect(group).toEqual({
      totalUsers: 6,
      activeUsers: 5,
      groups: { overdue: 1, onTrack: 2, complete: 1, nothingRequired: 1 },
      neverSignedIn: 1,
      compliantUsers: 3,
      overdueUsers: 1,
      pendingUsers: 2,
      duePeople: 2,
      completedAssignments: 2,
      totalAssignments: 5,
      overdueAssignments: 1,
      expiredAssignments: 0,
      complianceRate: 50,
      completionRate: 40,
      hasData: true,
    });
  });

  test('[CMP-03] expired modules are added up beside the overdue ones, of active people only', () => {
    const group = groupFigures([
      person([late, expired]),
      person([expired]),
      person([expired], { isActive: false }),
    ]);
    expect(group).toMatchObject({ overdueAssignments: 1, expiredAssignments: 2 });
  });

  test('[CMP-03] with nothing assigned is 0 and no data, also when only inactive people have something', () => {
    for (const list of [[], [person()], [person([done], { isActive: false })]]) {
      const group = groupFigures(list);
      expect([group.complianceRate, group.completionRate, group.hasData]).toEqual([0, 0, false]);
    }
  });

  test('[CMP-03] 400 new hires whose first due date lies ahead move neither the rate nor its tier', () => {
    const before = [
      ...Array.from({ length: 41 }, () => person([done])),
      ...Array.from({ length: 59 }, () => person([late])),
    ];
    const hired = Array.from({ length: 400 }, (_, index) =>
      person([open, row('not_started', { moduleId: 5, dueDate: TOMORROW })], {
        hasSignedIn: index % 2 === 0,
      }),
    );
    const rateOf = (list: readonly PersonFigures[]) => {
      const { complianceRate, duePeople } = groupFigures(list);
      return { complianceRate, duePeople, tier: tierOf(complianceRate) };
    };
    expect(rateOf(before)).toEqual({ complianceRate: 41, duePeople: 100, tier: 'critical' });
    expect(rateOf([...before, ...hired])).toEqual(rateOf(before));
    expect(groupFigures([...before, ...hired]).groups).toEqual({
      overdue: 59,
      onTrack: 400,
      complete: 41,
      nothingRequired: 0,
    });
    // Alone they are neither critical nor excellent: nothing was due yet.
    expect(groupFigures(hired)).toMatchObject({ duePeople: 0, complianceRate: 0, hasData: true });
  });
});
