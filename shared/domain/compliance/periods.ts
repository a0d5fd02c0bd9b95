import type { CalendarDate } from '../calendar/calendar.ts';
import { addDays, daysBetween } from '../calendar/calendar.ts';

/** The periods of the compliance dashboard (SPEC §2.13, CMP-01). */
export const compliancePeriods = ['7d', '30d', '90d', '1y'] as const;

/** A period of the compliance dashboard (CMP-01). */
export type CompliancePeriod = (typeof compliancePeriods)[number];

const shapes: Readonly<Record<CompliancePeriod, { readonly days: number; readonly step: number }>> = {
  '7d': { days: 7, step: 1 },
  '30d': { days: 30, step: 1 },
  '90d': { days: 90, step: 1 },
  '1y': { days: 364, step: 7 },
};

/** The first day that a date can be (`calendarDate`). */
const firstDay = '0001-01-01';

/**
 * Returns the days of a period's trend before today, oldest first: each day, or of a year each week (CMP-01). None is before the
 * year 1.
 */
export function trendDays(period: CompliancePeriod, today: CalendarDate): readonly CalendarDate[] {
  const { days, step } = shapes[period];
  const before = Array.from({ length: days / step }, (_, index) => days - index * step);
  const known = daysBetween(firstDay, today);
  return before.filter((ago) => ago <= known).map((ago) => addDays(today, -ago));
}
