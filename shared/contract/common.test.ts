import { expect, test } from 'vitest';
import { calendarDate } from '#shared/contract/common.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';

const years = [0, 1, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 2100, 2400, 9999];
const numbers = (last: number): number[] => Array.from({ length: last + 1 }, (_, number) => number);
const pad = (number: number, width: number): string => String(number).padStart(width, '0');

test('[SHELL-09] [MTX-05] a date on the wire is one that the calendar has: every month, leap days, no year 0000', () => {
  const dates = years.flatMap((year) =>
    numbers(13).flatMap((month) =>
      numbers(32).map((day) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`),
    ),
  );
  const taken = dates.filter((date) => calendarDate.safeParse(date).success);
  expect(taken).toEqual(dates.filter(isRealDate));
  // Twelve of these years, five of them with a leap day: 4, 400, 2000, 2024 and 2400 are, 100, 1900 and 2100 are not.
  expect(taken).toHaveLength(12 * 365 + 5);
  expect(calendarDate.safeParse('2026-1-1').error?.issues.map(({ message }) => message)).toEqual([
    'not_a_date',
  ]);
  expect(calendarDate.safeParse('').error?.issues.map(({ message }) => message)).toEqual(['date_needed']);
});
