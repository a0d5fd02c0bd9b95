import type { CalendarDate } from '../calendar/calendar.ts';
import { addDays, addMonths, compareDates, daysBetween } from '../calendar/calendar.ts';

/** Days before the end of validity in which a renewal is open, if an entry sets none (MTX-08). */
export const DEFAULT_RENEWAL_WINDOW = 30;

/** The interval of a training's renewals, and the days before its end (MTX-08). */
export interface RenewalTerms {
  /** Months; null: never. */
  readonly period: number | null;
  /** The last days of validity, as a number. */
  readonly window: number;
}

/**
 * Returns the number of days before the end in which a renewal is open. It is the one of the entry, but at most half of the
 * period (14 days per month), so that nobody is asked again just after a renewal. It is 0 without a period.
 */
export function renewalWindow({ period, window }: RenewalTerms): number {
  return period === null ? 0 : Math.min(window, 14 * period);
}

/** Returns the first day on which the renewal of a completion is open (MTX-08): after its end if the window has no days. */
export function renewalOpensOn(validUntil: CalendarDate, terms: RenewalTerms): CalendarDate {
  return addDays(validUntil, 1 - renewalWindow(terms));
}

/** The validity of a completion, and the day from which its periods are counted (MTX-08). */
export interface Validity {
  readonly anchor: CalendarDate;
  /** The last day, inclusive. */
  readonly validUntil: CalendarDate;
}

/**
 * Returns the validity of a completion (MTX-08). Within the window of the previous one, the new period continues from the first
 * day of that one. Completing early therefore loses no days, no day is without a valid completion, and a month's end stays one
 * (31 January, 28 February, 31 March). Before the window or after the end, the period starts again. Returns null without a
 * period.
 */
export function validityOf(
  completedOn: CalendarDate,
  terms: RenewalTerms,
  before: Validity | null,
): Validity | null {
  const { period } = terms;
  if (period === null) return null;
  const timely =
    before !== null &&
    compareDates(completedOn, renewalOpensOn(before.validUntil, terms)) >= 0 &&
    compareDates(completedOn, before.validUntil) <= 0;
  if (!timely) return { anchor: completedOn, validUntil: addMonths(completedOn, period) };
  // At most as many periods as fit between the two days, whatever the earlier period.
  let periods = Math.max(1, Math.floor(daysBetween(before.anchor, before.validUntil) / (31 * period)));
  const end = () => addMonths(before.anchor, periods * period);
  while (compareDates(end(), before.validUntil) <= 0) periods += 1;
  return { anchor: before.anchor, validUntil: end() };
}
