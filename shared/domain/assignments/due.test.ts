import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import type { DueCard, DueText } from './due.ts';
import {
  assignmentDueText,
  daysToEarliestDue,
  DEFAULT_DAYS_TO_DUE,
  dueCard,
  dueDateFor,
  dueText,
  isDueSoon,
} from './due.ts';
import { storedStatuses } from './status.ts';

const TODAY = '2024-02-28';

test.each<[string | null, DueText]>([
  [null, { kind: 'none_due' }],
  ['2024-02-27', { kind: 'days_overdue', days: 1 }],
  ['2023-02-28', { kind: 'days_overdue', days: 365 }],
  ['2024-02-28', { kind: 'due_today' }],
  ['2024-02-29', { kind: 'days_left', days: 1 }],
  ['2024-03-06', { kind: 'days_left', days: 7 }],
  ['2024-03-07', { kind: 'date', date: '2024-03-07' }],
])('[LRN-01] due %s on 2024-02-28 says %o', (dueDate, expected) => {
  expect(dueText(dueDate, TODAY)).toEqual(expected);
});

test.each<[number | null, DueCard]>([
  [null, { kind: 'none' }],
  [-1, { kind: 'overdue' }],
  [-30, { kind: 'overdue' }],
  [0, { kind: 'due_today' }],
  [1, { kind: 'days', days: 1 }],
  [90, { kind: 'days', days: 90 }],
])('[LRN-01] the card of %s days says %o', (days, expected) => {
  expect(dueCard(days)).toEqual(expected);
});

test('[LRN-01] text and card agree on every day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), (days) => {
      const text = dueText(addDays(TODAY, days), TODAY);
      const card = dueCard(days);
      expect(text.kind === 'days_overdue').toBe(card.kind === 'overdue');
      expect(text.kind === 'due_today').toBe(card.kind === 'due_today');
      const counted = text.kind === 'days_left' ? { kind: 'days', days: text.days } : card;
      expect(card).toEqual(counted);
    }),
  );
});

describe('rows', () => {
  test('[LRN-01] what is done or voided is not late any more', () => {
    const past = '2024-01-01';
    expect(assignmentDueText({ status: 'completed', dueDate: past }, TODAY)).toEqual({
      kind: 'date',
      date: past,
    });
    expect(assignmentDueText({ status: 'voided', dueDate: null }, TODAY)).toEqual({ kind: 'none_due' });
    expect(assignmentDueText({ status: 'in_progress', dueDate: past }, TODAY)).toEqual({
      kind: 'days_overdue',
      days: 58,
    });
  });

  test.each([
    ['not_started', '2024-02-27', false],
    ['not_started', '2024-02-28', true],
    ['in_progress', '2024-03-06', true],
    ['in_progress', '2024-03-07', false],
    ['completed', '2024-02-28', false],
    ['not_started', null, false],
  ] as const)('[LRN-01] %s due %s is due soon: %s', (status, dueDate, soon) => {
    expect(isDueSoon({ status, dueDate }, TODAY)).toBe(soon);
  });

  test('[LRN-01] due soon is the minimum over the open ones, in any order', () => {
    const row = fc.record({
      status: fc.constantFrom(...storedStatuses),
      days: fc.option(fc.integer({ min: -50, max: 50 })),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const states = rows.map(({ status, days }) => ({
          status,
          dueDate: days === null ? null : addDays(TODAY, days),
        }));
        const open = rows.filter((r) => r.status === 'not_started' || r.status === 'in_progress');
        const days = open.map((r) => r.days).filter((d) => d !== null);
        const expected = days.length === 0 ? null : Math.min(...days);
        expect(daysToEarliestDue(states, TODAY)).toBe(expected);
        expect(daysToEarliestDue(states.toReversed(), TODAY)).toBe(expected);
      }),
    );
  });
});

test('[MTX-05] the due date is the assignment day plus the days to due, 30 by default', () => {
  expect(dueDateFor('2024-01-31', DEFAULT_DAYS_TO_DUE)).toBe('2024-03-01');
  expect(dueDateFor('2024-01-31', 0)).toBe('2024-01-31');
  expect(() => dueDateFor('2024-01-31', -1)).toThrow(RangeError);
  expect(() => dueDateFor('2024-01-31', 1.5)).toThrow(RangeError);
});
