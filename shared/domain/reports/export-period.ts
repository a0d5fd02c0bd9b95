import { addDays, addMonths, type CalendarDate } from '#shared/domain/calendar/calendar.ts';

/** The periods that move with the day of an export (RPT-03). */
export const exportPeriods = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_month',
  'this_month',
  'next_30_days',
  'since_last_run',
] as const;

/** One of {@link exportPeriods}. */
export type ExportPeriod = (typeof exportPeriods)[number];

/** The first and the last day of an export; undefined: no limit. */
export interface ExportDays {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

const lengths = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

/**
 * Returns the days of a period for an export on a day (RPT-03). The past ones end with the day before, so that the hour of a run changes nothing,
 * and runs that follow each other contain each day once.
 *
 * @param previous the day of the previous run; null: there is none, and `since_last_run` contains everything up to the day before
 */
export function daysOfPeriod(
  period: ExportPeriod,
  day: CalendarDate,
  previous: CalendarDate | null,
): ExportDays {
  const yesterday = addDays(day, -1);
  const month = `${day.slice(0, 7)}-01`;
  switch (period) {
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'this_month':
      return { from: month, to: addDays(addMonths(month, 1), -1) };
    case 'next_30_days':
      return { from: day, to: addDays(day, 29) };
    case 'since_last_run':
      return { ...(previous !== null && { from: previous }), to: yesterday };
    case 'last_7_days':
    case 'last_30_days':
    case 'last_90_days':
      return { from: addDays(day, -lengths[period]), to: yesterday };
  }
}
