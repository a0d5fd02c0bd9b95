import { expect, test } from 'vitest';
import { dayIn } from '#app/features/assignments/today.ts';

test('[LRN-01] the day is the one of the zone of the organization', () => {
  const instant = Date.parse('2026-03-05T23:30:00Z');
  expect(dayIn('UTC', instant)).toBe('2026-03-05');
  expect(dayIn('Europe/Berlin', instant)).toBe('2026-03-06');
  expect(dayIn('America/Los_Angeles', instant)).toBe('2026-03-05');
  expect(dayIn('Pacific/Kiritimati', instant)).toBe('2026-03-06');
});
