import { expect, test } from 'vitest';
import { countAssignments, type ComplianceRow } from '../compliance/figures.ts';
import { publishingEffect, ratesOf, mustRetrain, type PublishingEffect } from './publishing.ts';

test.each([
  ['completed', 'none', true, 'stays'],
  ['completed', 'completed', true, 'retrained'],
  ['completed', 'all', true, 'retrained'],
  ['completed', 'none', false, 'stays'],
  ['completed', 'completed', false, 'retrained'],
  ['completed', 'all', false, 'retrained'],
  ['not_started', 'none', true, 'moves'],
  ['not_started', 'completed', true, 'moves'],
  ['not_started', 'all', false, 'moves'],
  ['in_progress', 'none', true, 'begins_again'],
  ['in_progress', 'completed', true, 'begins_again'],
  ['in_progress', 'all', true, 'begins_again'],
  ['in_progress', 'none', false, 'finishes_old'],
  ['in_progress', 'completed', false, 'finishes_old_retrained_if_before'],
  ['in_progress', 'all', false, 'finishes_old_then_retrained'],
] as const)('[MOD-11] who is %s, choice %s, at once %s: %s', (standing, choice, atOnce, effect) => {
  expect(publishingEffect(standing, choice, { atOnce, promised: false })).toBe(effect);
});

test.each([
  ['completed', 'none', true, 'stays'],
  ['not_started', 'none', false, 'moves'],
  ['in_progress', 'none', true, 'begins_again'],
  ['in_progress', 'none', false, 'finishes_old_then_retrained'],
  ['in_progress', 'completed', false, 'finishes_old_then_retrained'],
] as const)(
  '[MOD-11] who is %s and was promised a training again, choice %s, at once %s: %s',
  (standing, choice, atOnce, effect) => {
    expect(publishingEffect(standing, choice, { atOnce, promised: true })).toBe(effect);
  },
);

test.each([
  ['none', false, false],
  ['completed', true, false],
  ['all', true, true],
] as const)(
  '[MOD-11] choice %s: trains again when completed before %s, after %s',
  (choice, before, after) => {
    expect([mustRetrain(choice, 'before'), mustRetrain(choice, 'after')]).toEqual([before, after]);
  },
);

const today = '2025-06-15';
const person = (effect: PublishingEffect, ...rows: readonly Partial<ComplianceRow>[]) => ({
  effect,
  counts: countAssignments(
    rows.map((row) => ({
      moduleId: 1,
      cycle: 1,
      isRequired: true,
      status: 'completed',
      dueDate: null,
      nextRenewalDate: null,
      ...row,
    })),
    today,
  ),
});

test('[MOD-11] [CMP-03] the rate falls by those who train again, and by nobody else', () => {
  const people = [
    person('retrained', {}),
    person('stays', {}),
    person('moves', { status: 'not_started' }),
    person('begins_again', { status: 'in_progress' }),
  ];
  expect(ratesOf(people)).toEqual({ before: 50, after: 25 });
  expect(ratesOf([])).toEqual({ before: 0, after: 0 });
});

test.each<[string, readonly Partial<ComplianceRow>[], number]>([
  ['a completion that is valid to its last day', [{ nextRenewalDate: today }], 100],
  ['an expired completion', [{ nextRenewalDate: '2025-06-14' }], 0],
  ['a valid completion and an open renewal', [{ nextRenewalDate: today }, { status: 'not_started' }], 100],
  ['a valid completion and an overdue one', [{}, { status: 'not_started', dueDate: '2025-06-01' }], 0],
  ['an expired and a valid completion', [{ nextRenewalDate: '2025-06-14' }, {}], 100],
  ['nothing but an open one in time', [{ status: 'in_progress', dueDate: '2025-07-01' }], 0],
  ['a voided one beside a completion', [{}, { status: 'voided' }], 100],
])('[MOD-11] [CMP-03] %s', (_, rows, before) => {
  expect(ratesOf([person('moves', ...rows)])).toEqual({ before, after: before });
});
