import { expect, test } from 'vitest';
import { activityEvery, endOf, nextReport } from '#app/lib/activity.ts';

const at = (text: string) => Date.parse(`2026-03-05T${text}Z`);
const facts = (expires: string, ends: string) => ({
  expiresAt: `2026-03-05T${expires}Z`,
  endsAt: `2026-03-05T${ends}Z`,
  idleMinutes: 60,
  now: '2026-03-05T08:00:00Z',
});

test('[AUTH-05] the end of a session in the time of a browser whose clock is ten minutes ahead', () => {
  expect(endOf(facts('09:00:00', '20:00:00'), at('08:10:00'))).toEqual({ at: at('09:10:00'), final: false });
});

test('[AUTH-05] twelve hours after sign-in staying does not help', () => {
  expect(endOf(facts('20:30:00', '20:00:00'), at('08:00:00'))).toEqual({ at: at('20:00:00'), final: true });
});

test('[AUTH-05] input is told at most once a minute, and the last input before a pause is not lost', () => {
  expect(nextReport(500_000, 0)).toBe(500_000);
  expect(nextReport(500_000, 480_000)).toBe(480_000 + activityEvery);
});
