import { expect, test } from 'vitest';
import { checkDay, dueCheck, type CheckHistory } from './checks.ts';

const at = (text: string): Date => new Date(text);
/** Wednesday 2026-06-10; the last full check was on Sunday. */
const history: CheckHistory = {
  now: at('2026-06-10T12:00:00Z'),
  zone: 'UTC',
  since: at('2026-01-01T00:00:00Z'),
  lastBegan: at('2026-06-10T02:05:00Z'),
  lastFullBegan: at('2026-06-07T02:05:00Z'),
  lastFullTried: at('2026-06-07T02:05:00Z'),
  restoredAt: null,
};

test.each<readonly [string, Partial<CheckHistory>, string | null]>([
  ['nothing after the check of this night', {}, null],
  ['nothing before the next quiet hour', { now: at('2026-06-11T01:59:00Z') }, null],
  ['the nightly one at the quiet hour', { now: at('2026-06-11T02:00:00Z') }, 'nightly'],
  ['a missed night at any hour', { now: at('2026-06-12T16:00:00Z') }, 'nightly'],
  ['the full one on Sunday', { now: at('2026-06-14T02:00:00Z') }, 'weekly'],
  [
    'a missed Sunday on the next day',
    { now: at('2026-06-15T09:00:00Z'), lastBegan: at('2026-06-13T02:00:00Z') },
    'weekly',
  ],
  [
    'not again on the day on which the full one was cancelled',
    {
      now: at('2026-06-14T09:00:00Z'),
      lastBegan: at('2026-06-14T02:00:00Z'),
      lastFullTried: at('2026-06-14T02:00:00Z'),
    },
    null,
  ],
  [
    'the full one the day after it was cancelled',
    {
      now: at('2026-06-15T02:00:00Z'),
      lastBegan: at('2026-06-14T02:00:00Z'),
      lastFullTried: at('2026-06-14T02:00:00Z'),
    },
    'weekly',
  ],
  ['the one after a restore at once', { restoredAt: at('2026-06-10T11:59:00Z') }, 'restore'],
  [
    'the one after a restore also after a check of the same day without files',
    { restoredAt: at('2026-06-10T11:00:00Z'), lastBegan: at('2026-06-10T11:30:00Z') },
    'restore',
  ],
  [
    'nothing more on the day on which the one after a restore was cancelled',
    {
      restoredAt: at('2026-06-10T11:00:00Z'),
      lastBegan: at('2026-06-10T11:30:00Z'),
      lastFullTried: at('2026-06-10T11:30:00Z'),
    },
    null,
  ],
  ['nothing for a restore of the future', { restoredAt: at('2026-07-10T11:00:00Z') }, null],
  ['nothing for a restore that was checked', { restoredAt: at('2026-06-01T00:00:00Z') }, null],
  [
    'nothing on the day of installation',
    {
      since: at('2026-06-10T08:00:00Z'),
      lastBegan: null,
      lastFullBegan: null,
      lastFullTried: null,
    },
    null,
  ],
  [
    'the first night after the installation',
    {
      now: at('2026-06-11T02:30:00Z'),
      since: at('2026-06-10T08:00:00Z'),
      lastBegan: null,
      lastFullBegan: null,
    },
    'nightly',
  ],
  ['a check although the clock was set back', { now: at('2026-06-09T12:00:00Z') }, 'nightly'],
])('[OPS-10] the schedule has due: %s', (_name, change, expected) => {
  expect(dueCheck({ ...history, ...change })).toBe(expected);
});

test('[OPS-10] the quiet hour is that of the installation’s zone', () => {
  const instant = at('2026-06-10T06:30:00Z');
  expect(checkDay(instant, 'UTC')).toBe('2026-06-10');
  expect(checkDay(instant, 'America/New_York')).toBe('2026-06-10');
  expect(checkDay(instant, 'America/Los_Angeles')).toBe('2026-06-09');
  expect(checkDay(at('2026-06-10T17:30:00Z'), 'Asia/Tokyo')).toBe('2026-06-11');
});
