import { expect, test } from 'vitest';
import { publishingEffect, ratesOf } from './publishing.ts';

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
  ['in_progress', 'completed', false, 'finishes_old'],
  ['in_progress', 'all', false, 'finishes_old_then_retrained'],
] as const)('[MOD-11] who is %s, choice %s, at once %s: %s', (standing, choice, atOnce, effect) => {
  expect(publishingEffect(standing, choice, atOnce)).toBe(effect);
});

test('[MOD-11] the rate falls by those who train again, and by nobody else', () => {
  const people = [
    { standing: 'completed', effect: 'retrained' },
    { standing: 'completed', effect: 'stays' },
    { standing: 'not_started', effect: 'moves' },
    { standing: 'in_progress', effect: 'begins_again' },
  ] as const;
  expect(ratesOf(people)).toEqual({ before: 50, after: 25 });
  expect(ratesOf([])).toEqual({ before: 0, after: 0 });
});
