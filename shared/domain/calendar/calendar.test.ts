import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addDaysClamped, compareDates, daysBetween, isRealDate } from './calendar.ts';

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
    expect(() => addDays('2023-02-29', 1)).toThrow(RangeError);
    expect(() => addDays('2023-02-28', 0.5)).toThrow(RangeError);
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => daysBetween('2025-01-01', 'tomorrow')).toThrow(RangeError);
  });
});

test('[LRN-03] dates are ordered as days are', () => {
  fc.assert(
    fc.property(dates, dates, (a, b) => {
      expect(compareDates(a, b)).toBe(Math.sign(oracleDay(a) - oracleDay(b)));
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
