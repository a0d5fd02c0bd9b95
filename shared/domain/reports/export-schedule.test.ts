import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zonedInstant } from '../calendar/evidence-time.ts';
import { isLate, nextRun, type ExportSchedule } from './export-schedule.ts';

const at = (time: string, timeZone: string, more: Partial<ExportSchedule> = {}): ExportSchedule => ({
  frequency: 'daily',
  weekday: null,
  monthDay: null,
  time,
  timeZone,
  ...more,
});
const weekly = (weekday: number, time: string, timeZone: string) =>
  at(time, timeZone, { frequency: 'weekly', weekday });
const monthly = (monthDay: number, time: string, timeZone: string) =>
  at(time, timeZone, { frequency: 'monthly', monthDay });

const newYork = 'America/New_York';
const berlin = 'Europe/Berlin';

test.each([
  ['later today', at('07:00', newYork), '2026-07-10T08:00:00Z', '2026-07-10T07:00:00-04:00'],
  ['tomorrow', at('07:00', newYork), '2026-07-10T11:00:00Z', '2026-07-11T07:00:00-04:00'],
  [
    'never at the same instant again',
    at('07:00', 'UTC'),
    '2026-07-10T07:00:00Z',
    '2026-07-11T07:00:00+00:00',
  ],
  [
    'a day that has started there',
    at('00:15', 'Pacific/Auckland'),
    '2026-07-10T13:00:00Z',
    '2026-07-12T00:15:00+12:00',
  ],
  ['after clocks went forward', at('07:00', newYork), '2026-03-07T12:00:00Z', '2026-03-08T07:00:00-04:00'],
  ['in the gap: right after it', at('02:30', newYork), '2026-03-07T12:00:00Z', '2026-03-08T03:00:00-04:00'],
  ['at the start of the gap', at('02:00', newYork), '2026-03-07T12:00:00Z', '2026-03-08T03:00:00-04:00'],
  ['the day after the gap', at('02:30', newYork), '2026-03-08T07:00:00Z', '2026-03-09T02:30:00-04:00'],
  [
    'in the overlap: the first of two',
    at('01:30', newYork),
    '2026-11-01T04:00:00Z',
    '2026-11-01T01:30:00-04:00',
  ],
  [
    'in the overlap: not the second',
    at('01:30', newYork),
    '2026-11-01T05:30:00Z',
    '2026-11-02T01:30:00-05:00',
  ],
  ['in the gap of Berlin', at('02:30', berlin), '2026-03-28T12:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['in the overlap of Berlin', at('02:30', berlin), '2026-10-24T12:00:00Z', '2026-10-25T02:30:00+02:00'],
  [
    'half an hour of Lord Howe',
    at('02:15', 'Australia/Lord_Howe'),
    '2026-10-03T00:00:00Z',
    '2026-10-04T02:30:00+11:00',
  ],
  [
    'midnight that does not exist',
    at('00:00', 'Africa/Cairo'),
    '2026-04-23T12:00:00Z',
    '2026-04-24T01:00:00+03:00',
  ],
  [
    'a day that does not exist',
    at('07:00', 'Pacific/Apia'),
    '2011-12-29T18:00:00Z',
    '2011-12-31T07:00:00+14:00',
  ],
  ['Monday', weekly(1, '07:00', berlin), '2026-07-10T00:00:00Z', '2026-07-13T07:00:00+02:00'],
  ['Sunday', weekly(7, '07:00', berlin), '2026-07-13T00:00:00Z', '2026-07-19T07:00:00+02:00'],
  ['next week', weekly(5, '07:00', berlin), '2026-07-10T05:00:00Z', '2026-07-17T07:00:00+02:00'],
  [
    'Monday there is Sunday in UTC',
    weekly(1, '01:00', 'Asia/Tokyo'),
    '2026-07-12T12:00:00Z',
    '2026-07-13T01:00:00+09:00',
  ],
  ['this month', monthly(15, '07:00', berlin), '2026-07-10T00:00:00Z', '2026-07-15T07:00:00+02:00'],
  ['next month', monthly(5, '07:00', berlin), '2026-07-10T00:00:00Z', '2026-08-05T07:00:00+02:00'],
  [
    'the last day of February',
    monthly(31, '07:00', berlin),
    '2026-02-10T00:00:00Z',
    '2026-02-28T07:00:00+01:00',
  ],
  [
    'the last day of a leap year',
    monthly(30, '07:00', berlin),
    '2028-02-10T00:00:00Z',
    '2028-02-29T07:00:00+01:00',
  ],
  ['then the 31st again', monthly(31, '07:00', berlin), '2026-02-28T06:00:00Z', '2026-03-31T07:00:00+02:00'],
  [
    'the last day of April',
    monthly(31, '07:00', berlin),
    '2026-04-01T00:00:00Z',
    '2026-04-30T07:00:00+02:00',
  ],
  ['next year', monthly(1, '07:00', 'UTC'), '2026-12-01T07:00:00Z', '2027-01-01T07:00:00+00:00'],
] as const)('[RPT-03] the next run: %s', (_, schedule, after, expected) => {
  expect(zonedInstant(nextRun(schedule, new Date(after)), schedule.timeZone)).toBe(expected);
});

const zones = [
  newYork,
  berlin,
  'UTC',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Apia',
];
const schedules = fc
  .record({
    frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
    weekday: fc.integer({ min: 1, max: 7 }),
    monthDay: fc.integer({ min: 1, max: 31 }),
    minutes: fc.integer({ min: 0, max: 1439 }),
    timeZone: fc.constantFrom(...zones),
  })
  .map(({ minutes, ...schedule }): ExportSchedule => {
    const two = (number: number) => String(number).padStart(2, '0');
    return { ...schedule, time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
  });

test('[RPT-03] runs follow each other: one per day, week or month of the zone, at the time unless clocks skip it', () => {
  fc.assert(
    fc.property(
      schedules,
      fc.date({ min: new Date('2024-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (schedule, start) => {
        let before = start;
        const seen = new Set<string>();
        for (let run = 0; run < 8; run++) {
          const next = nextRun(schedule, before);
          expect(next.getTime()).toBeGreaterThan(before.getTime());
          // Nothing was left out between: a moment later finds the same run.
          expect(nextRun(schedule, new Date(next.getTime() - 1))).toEqual(next);
          const local = zonedInstant(next, schedule.timeZone);
          expect(seen.has(local.slice(0, 10)), 'one run a day at most').toBe(false);
          seen.add(local.slice(0, 10));
          // Later than the time only where clocks go forward over it.
          if (local.slice(11, 16) !== schedule.time) {
            expect(local.slice(11, 16) > schedule.time).toBe(true);
            const sooner = zonedInstant(next.getTime() - 1, schedule.timeZone);
            expect(sooner.slice(11, 16) < schedule.time || sooner.slice(0, 10) < local.slice(0, 10)).toBe(
              true,
            );
          }
          if (schedule.frequency === 'monthly') {
            const month = local.slice(0, 7);
            const last = new Date(
              Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
            ).getUTCDate();
            expect(Number(local.slice(8, 10))).toBe(Math.min(schedule.monthDay ?? 0, last));
          }
          if (run > 0) {
            const days = (next.getTime() - before.getTime()) / 86_400_000;
            const most = { daily: 1.1, weekly: 7.1, monthly: 31.1 }[schedule.frequency];
            expect(days).toBeLessThan(most);
          }
          before = next;
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('[RPT-03] a run is late when it starts more than a quarter of an hour after its time', () => {
  const time = new Date('2026-07-10T07:00:00Z');
  expect(isLate(time, new Date('2026-07-10T07:15:00Z'))).toBe(false);
  expect(isLate(time, new Date('2026-07-10T07:15:01Z'))).toBe(true);
});
