import { expect, test } from 'vitest';
import { compliancePeriods, trendDays } from './periods.ts';

test('[CMP-01] the trend has a point a day, of a year a point a week, and ends before today', () => {
  expect(trendDays('7d', '2026-03-03')).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(compliancePeriods.map((period) => trendDays(period, '2026-03-03').length)).toEqual([7, 30, 90, 52]);
  const year = trendDays('1y', '2026-03-03');
  expect([year[0], year[1], year.at(-1)]).toEqual(['2025-03-04', '2025-03-11', '2026-02-24']);
});

test.each(compliancePeriods)(
  '[CMP-01] the trend over %s of a day in the year 1 begins with that year',
  (period) => {
    expect(trendDays(period, '0001-01-01')).toEqual([]);
    expect(trendDays(period, '0001-01-09').at(0)).toMatch(/^0001-01-0[12]$/);
  },
);

test('[CMP-01] the trend includes the first day of the calendar', () => {
  expect(trendDays('7d', '0001-01-08').at(0)).toBe('0001-01-01');
});
