import { isRealDate, type CalendarDate } from '#shared/domain/calendar/calendar.ts';

/** The order of day and month in dates such as 03/04/2024. */
export const dayOrders = ['day_first', 'month_first'] as const;
/** One of {@link dayOrders}. */
export type DayOrder = (typeof dayOrders)[number];

const languages = ['en', 'es', 'fr', 'de'];

/** The months by their names in four languages, also by the first three letters unless these are two months. */
const months: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const names = Array.from({ length: 12 }, (_, month) =>
      plain(format.format(new Date(Date.UTC(2024, month, 1)))),
    );
    return names.flatMap((name, month) => {
      const short = name.slice(0, 3);
      const isOne = names.filter((other) => other.startsWith(short)).length === 1;
      return (isOne ? [name, short] : [name]).map((word) => [word, month + 1] as const);
    });
  }),
);

function plain(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;
const numericForm = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ ,].*)?$/;
// Without dashes: 24-06-03 is written with the year first as often as with the day first.
const shortForm = /^(\d{1,2})[./](\d{1,2})[./](\d{2})(?:[ ,].*)?$/;
const dayThenName = /(?:^|[ ,])(\d{1,2})\.?[ -]+(?:de +)?(\p{L}+)\.?,?[ -]+(?:de +)?(\d{4})(?:$|[ ,])/u;
const nameThenDay = /(?:^|[ ,])(\p{L}+)\.? +(\d{1,2}),? +(\d{4})(?:$|[ ,])/u;
const secondsForm = /^\d{9,10}$/;

/**
 * Reads the day of a completion as files write it (USR-09): 2024-06-03, 03.06.2024, 6/3/2024, 3 June 2024, June 3, 2024, 03/06/24
 * as Moodle's reports have it, or seconds since 1970 as Moodle stores them. A time after the day is ignored. A year of two digits from
 * 70 on is of the last century. Returns undefined for anything else.
 */
export function readDay(text: string, order: DayOrder): CalendarDate | undefined {
  if (secondsForm.test(text)) return new Date(Number(text) * 1000).toISOString().slice(0, 10);
  const iso = isoForm.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const numeric = numericForm.exec(text) ?? shortForm.exec(text);
  if (numeric) {
    const [, first, second, given = ''] = numeric;
    const year = given.length === 4 ? given : `${given < '70' ? '20' : '19'}${given}`;
    // With dots, the day is always first.
    const dayFirst = order === 'day_first' || text.includes('.');
    return dayFirst ? dateOf(year, second, first) : dateOf(year, first, second);
  }
  const named = dayThenName.exec(text);
  if (named) return dateOf(named[3], months.get(plain(named[2] ?? '')), named[1]);
  const american = nameThenDay.exec(text);
  return american ? dateOf(american[3], months.get(plain(american[1] ?? '')), american[2]) : undefined;
}

function dateOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): CalendarDate | undefined {
  const date = [year, month, day].map((part) => String(part ?? '').padStart(2, '0')).join('-');
  return isRealDate(date) && date >= '1900' ? date : undefined;
}
