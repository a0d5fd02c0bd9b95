import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { daysOfPeriod } from './export-period.ts';

test.each([
  ['last_7_days', '2026-03-01', { from: '2026-02-22', to: '2026-02-28' }],
  ['last_30_days', '2026-03-01', { from: '2026-01-30', to: '2026-02-28' }],
  ['last_90_days', '2026-03-31', { from: '2025-12-31', to: '2026-03-30' }],
  ['last_month', '2026-01-31', { from: '2025-12-01', to: '2025-12-31' }],
  ['last_month', '2028-03-31', { from: '2028-02-01', to: '2028-02-29' }],
  ['this_month', '2026-12-05', { from: '2026-12-01', to: '2026-12-31' }],
  ['next_30_days', '2026-02-27', { from: '2026-02-27', to: '2026-03-28' }],
  ['since_last_run', '2026-02-27', { to: '2026-02-26' }],
] as const)('[RPT-03] %s on %s', (period, day, days) => {
  expect(daysOfPeriod(period, day, null)).toEqual(days);
});

test('[RPT-03] runs since the previous one contain each day once, whatever lies between them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 }), (gaps) => {
      let day = '2026-01-15';
      let previous: string | null = null;
      const seen: string[] = [];
      for (const gap of gaps) {
        day = addDays(day, gap);
        const { from = '2026-01-01', to = '' } = daysOfPeriod('since_last_run', day, previous);
        for (let one = from; one <= to; one = addDays(one, 1)) seen.push(one);
        previous = day;
      }
      const all: string[] = [];
      for (let one = '2026-01-01'; one < day; one = addDays(one, 1)) all.push(one);
      expect(seen).toEqual(all);
    }),
  );
});
