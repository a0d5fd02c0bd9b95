import { describe, expect, test } from 'vitest';
import { assignRefusal, movedDueDate, type AssignFacts } from './bulk.ts';

const fine: AssignFacts = {
  isActive: true,
  inOrganization: true,
  hasOpen: false,
  hasCompleted: false,
  hasExpired: false,
};

describe('assignRefusal', () => {
  test.each<[string, Partial<AssignFacts>, boolean, string | null]>([
    ['somebody new', {}, false, null],
    ['an inactive person', { isActive: false, hasOpen: true }, true, 'inactive'],
    ['a module of another organization', { inOrganization: false }, true, 'other_organization'],
    ['an open one', { hasOpen: true }, false, 'open'],
    [
      'an open one beside a completed one, even as retraining',
      { hasOpen: true, hasCompleted: true },
      true,
      'open',
    ],
    ['a completed one', { hasCompleted: true }, false, 'completed'],
    ['a completed one as retraining', { hasCompleted: true }, true, null],
    ['an expired one', { hasCompleted: true, hasExpired: true }, false, 'expired'],
    ['an expired one as retraining', { hasCompleted: true, hasExpired: true }, true, null],
  ])('[MTX-05] %s', (_, facts, retrain, refusal) => {
    expect(assignRefusal({ ...fine, ...facts }, retrain)).toBe(refusal);
  });
});

describe('movedDueDate', () => {
  const open = { status: 'not_started', dueDate: '2026-02-27' } as const;
  test.each([
    ['to a date', open, { dueDate: '2026-05-01' }, { dueDate: '2026-05-01' }],
    ['to the date that it has', open, { dueDate: '2026-02-27' }, { refusal: 'same' }],
    ['by days over the end of a month', open, { addDays: 2 }, { dueDate: '2026-03-01' }],
    ['back by days', open, { addDays: -27 }, { dueDate: '2026-01-31' }],
    ['by no days', open, { addDays: 0 }, { refusal: 'same' }],
    ['beyond the last day', { ...open, dueDate: '9999-12-30' }, { addDays: 9 }, { dueDate: '9999-12-31' }],
    ['one without a date, by days', { ...open, dueDate: null }, { addDays: 2 }, { refusal: 'no_due_date' }],
    [
      'one without a date, to a date',
      { ...open, dueDate: null },
      { dueDate: '2026-05-01' },
      { dueDate: '2026-05-01' },
    ],
    ['a completed one', { ...open, status: 'completed' }, { dueDate: '2026-05-01' }, { refusal: 'not_open' }],
    ['a voided one', { ...open, status: 'voided' }, { addDays: 3 }, { refusal: 'not_open' }],
  ] as const)('[LRN-06] %s', (_, row, move, expected) => {
    expect(movedDueDate(row, move)).toEqual(expected);
  });
});
