import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addDaysClamped,
  addMonths,
  compareDates,
  daysBetween,
  isRealDate,
  wrongDate,
} from './calendar.ts';
import { isInstant } from './as-of.ts';

const MS_PER_DAY = 86_400_000;
const oracleDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;

/** Dates of the years 0001–9999, built by the platform's own calendar. */
const dates = fc
  .integer({ min: oracleDay('0001-01-01'), max: oracleDay('9999-12-31') })
  .map((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10));

describe('isRealDate', () => {
  test.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2025-12-31', true],
    ['2025-13-01', false],
    ['2025-00-10', false],
    ['2025-04-31', false],
    ['2025-04-00', false],
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2025-1-1', false],
    ['2025-01-01T00:00:00Z', false],
    [' 2025-01-01', false],
    ['2025-01-01\n', false],
    ['٢٠٢٥-٠١-٠١', false],
    ['', false],
  ])('[MTX-05] %j is a real date: %s', (text, real) => {
    expect(isRealDate(text)).toBe(real);
  });

  test('[MTX-05] every date that the platform calendar knows is real', () => {
    fc.assert(
      fc.property(dates, (date) => {
        expect(isRealDate(date)).toBe(true);
      }),
    );
  });

  test('[MTX-05] digits that the platform calendar moves to another day are not real', () => {
    const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
    const year = fc.integer({ min: 1, max: 9999 }).map((n) => String(n).padStart(4, '0'));
    fc.assert(
      fc.property(year, two, two, (y, m, d) => {
        const moved = new Date(0);
        moved.setUTCFullYear(Number(y), Number(m) - 1, Number(d));
        const same = moved.toISOString().slice(0, 10) === `${y}-${m}-${d}`;
        expect(isRealDate(`${y}-${m}-${d}`)).toBe(same);
      }),
    );
  });
});

describe('addDays and daysBetween', () => {
  test.each([
    ['2025-01-31', 1, '2025-02-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2025-01-01', -1, '2024-12-31'],
    ['2025-03-15', 30, '2025-04-14'],
    ['2025-03-15', 0, '2025-03-15'],
    ['1999-12-31', 146_097, '2399-12-31'],
    ['9999-12-30', 1, '9999-12-31'],
    ['0001-01-02', -1, '0001-01-01'],
  ])('[MTX-05] %s plus %i days is %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
    expect(daysBetween(date, result)).toBe(days);
  });

  test('[LRN-01] agree with the platform calendar and undo one another', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(daysBetween(a, b)).toBe(oracleDay(b) - oracleDay(a));
        expect(addDays(a, daysBetween(a, b))).toBe(b);
      }),
    );
  });

  test('[MTX-05] refuse what is no date, no whole number of days, or leaves the calendar', () => {
    expect(() => addDays('2023-02-29', 1)).toThrow('not a calendar date: 2023-02-29');
    expect(() => addDays('2023-02-28', 0.5)).toThrow('not a whole number of days: 0.5');
    expect(() => addDays('9999-12-31', 1)).toThrow('date out of range: 9999-12-31 + 1');
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => daysBetween('2025-01-01', 'tomorrow')).toThrow(RangeError);
  });
});

test('[LRN-03] dates are ordered as days are', () => {
  fc.assert(
    fc.property(dates, dates, (a, b) => {
      expect(compareDates(a, b)).toBe(Math.sign(oracleDay(a) - oracleDay(b)));
      expect(compareDates(a, a)).toBe(0);
    }),
  );
});

test.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['9999-12-31', 1, '9999-12-31'],
  ['0001-01-02', -90, '0001-01-01'],
])('[NOT-04] %s and %i days, within the calendar, is %s', (date, days, result) => {
  expect(addDaysClamped(date, days)).toBe(result);
});

describe('addMonths', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', 1, '2026-12-30'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-01-01', -1, '2025-12-01'],
    ['9998-12-31', 12, '9999-12-31'],
    ['0002-01-01', -12, '0001-01-01'],
  ])('[MTX-08] %s and %i months is %s', (date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  test('[MTX-08] the month is the one counted, and the day the same or the last of the month', () => {
    const middle = fc
      .integer({ min: oracleDay('1000-01-01'), max: oracleDay('9000-12-31') })
      .map((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10));
    fc.assert(
      fc.property(middle, fc.integer({ min: -600, max: 600 }), (date, months) => {
        const result = addMonths(date, months);
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(monthOf(result)).toBe(monthOf(date) + months);
        const same = result.slice(8) === date.slice(8);
        const last = addDays(result, 1).slice(8) === '01' && result.slice(8) < date.slice(8);
        expect(same || last).toBe(true);
      }),
    );
  });

  test('[MTX-08] refuses what is no date, no whole number of months, or leaves the calendar', () => {
    expect(() => addMonths('2026-02-30', 1)).toThrow('not a calendar date: 2026-02-30');
    expect(() => addMonths('2026-01-31', 0.5)).toThrow('not a whole number of months: 0.5');
    expect(() => addMonths('9999-12-01', 1)).toThrow('date out of range: 9999-12-01 + 1 months');
    expect(() => addMonths('0001-01-31', -1)).toThrow('date out of range: 0001-01-31 + -1 months');
  });
});

test('[MTX-05] a missing date and a wrong one have different reasons', () => {
  expect(wrongDate('')).toBe('date_needed');
  for (const wrong of ['2023-02-29', ' ', null, undefined, 0]) expect(wrongDate(wrong)).toBe('not_a_date');
});

test('[INS-03] a report is of a day or of an instant', () => {
  expect(isInstant('2026-07-10')).toBe(false);
  expect(isInstant('2026-07-10T20:24:00Z')).toBe(true);
});
