import { expect, test } from 'vitest';
import { nextReviewDay, reviewReminder } from './access-review.ts';

test('[AUTH-17] access is due again so many months after the last review, on the last day of a shorter month', () => {
  expect(nextReviewDay('2026-03-15', 12)).toBe('2027-03-15');
  expect(nextReviewDay('2026-08-31', 6)).toBe('2027-02-28');
});

test.each([
  ['2026-05-01', null],
  ['2026-05-31', null],
  ['2026-06-01', -30],
  ['2026-06-23', -30],
  ['2026-06-24', -7],
  ['2026-06-30', -7],
  ['2026-07-01', 0],
  ['2026-07-07', 0],
  ['2026-07-08', 7],
  ['2026-07-15', 14],
  ['2026-07-30', 14],
  ['2026-07-31', 30],
  ['2026-08-29', 30],
  ['2026-08-30', 60],
  ['2027-07-01', 360],
])('[AUTH-17] on %s the reminder of a review due on 2026-07-01 is that of day %s', (today, step) => {
  expect(reviewReminder(today, { since: '2025-07-01', dueOn: '2026-07-01' })).toBe(step);
});

test.each([
  ['2026-06-01', null],
  ['2026-06-23', null],
  ['2026-06-24', -7],
  ['2026-07-31', 30],
])(
  '[AUTH-17] on %s a monthly review that was signed on 2026-06-01 has the reminder of day %s',
  (today, step) => {
    expect(reviewReminder(today, { since: '2026-06-01', dueOn: '2026-07-01' })).toBe(step);
  },
);
