/** A calendar date 'YYYY-MM-DD' without time or zone, years 0001–9999; due dates are of this kind (LRN-01, SHELL-09). */
export type CalendarDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

const DAYS_PER_ERA = 146_097; // 400 Gregorian years
const EPOCH_SHIFT = 719_468; // days from 0000-03-01 to 1970-01-01

function fromCivil(year: number, month: number, day: number): number {
  // Years are counted from March, so that the leap day is the last day of its year.
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

function toText(dayNumber: number): CalendarDate {
  const shifted = dayNumber + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

const FIRST_DAY = fromCivil(1, 1, 1);
const LAST_DAY = fromCivil(9999, 12, 31);

function parse(text: string): number | undefined {
  const parts = SHAPE.exec(text);
  if (!parts) return undefined;
  const year = Number(parts[1]);
  if (year < 1) return undefined;
  // A month or day that does not exist counts on into another date, whose text is another.
  const number = fromCivil(year, Number(parts[2]), Number(parts[3]));
  return toText(number) === text ? number : undefined;
}

function dayNumber(date: CalendarDate): number {
  const number = parse(date);
  if (number === undefined) throw new RangeError(`not a calendar date: ${date}`);
  return number;
}

/** Returns whether a text is a date that exists, for MTX-05 ('any real calendar date'): 2023-02-29 does not. */
export function isRealDate(text: string): boolean {
  return parse(text) !== undefined;
}

/** Returns the reason why a text is not a date (MTX-05): a date is missing, or its format is wrong. */
export function wrongDate(text: unknown): 'date_needed' | 'not_a_date' {
  return text === '' ? 'date_needed' : 'not_a_date';
}

/** Returns the date a whole number of days later (or earlier if negative), for due dates (MTX-05); RangeError outside years 0001–9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  if (!Number.isInteger(days)) throw new RangeError(`not a whole number of days: ${days}`);
  const result = dayNumber(date) + days;
  if (result < FIRST_DAY || result > LAST_DAY) throw new RangeError(`date out of range: ${date} + ${days}`);
  return toText(result);
}

/** Returns the date a whole number of days later or earlier, at most the first or last possible date (NOT-04, HR-03). */
export function addDaysClamped(date: CalendarDate, days: number): CalendarDate {
  return toText(Math.min(Math.max(dayNumber(date) + days, FIRST_DAY), LAST_DAY));
}

/**
 * Returns the date a whole number of months later, for renewals (MTX-08): the same day of the month, or the month's last if
 * it has no such day, as PostgreSQL adds months. RangeError outside years 0001–9999.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  if (!Number.isInteger(months)) throw new RangeError(`not a whole number of months: ${months}`);
  const day = Number(toText(dayNumber(date)).slice(8));
  const first = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const monthStart = (month: number) => fromCivil(Math.floor(month / 12), (month % 12) + 1, 1);
  // A day beyond the month is one that the month does not have: its last one then.
  const clamped = Math.min(monthStart(first) + day, monthStart(first + 1)) - 1;
  if (clamped < FIRST_DAY || clamped > LAST_DAY)
    throw new RangeError(`date out of range: ${date} + ${months} months`);
  return toText(clamped);
}

/** Whole days from one date to another, negative when `to` is earlier, for the due texts of SPEC §9 (LRN-01). */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** Orders two real calendar dates for sorting: negative, zero or positive (LRN-03). */
export function compareDates(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
