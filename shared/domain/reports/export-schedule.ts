import { addDays, addMonths, type CalendarDate } from '../calendar/calendar.ts';
import { instantOf, zonedInstant } from '../calendar/evidence-time.ts';

/** The frequencies of a saved export (RPT-03). */
export const exportFrequencies = ['daily', 'weekly', 'monthly'] as const;

/** One of {@link exportFrequencies}. */
export type ExportFrequency = (typeof exportFrequencies)[number];

/** The times at which a saved export runs on schedule (RPT-03). */
export interface ExportSchedule {
  readonly frequency: ExportFrequency;
  /** For a weekly one: 1 is Monday, 7 is Sunday. */
  readonly weekday: number | null;
  /** The day of the month for a monthly schedule. In a shorter month it is the last day. */
  readonly monthDay: number | null;
  /** A time on the clock of {@link timeZone}, '07:00'. */
  readonly time: string;
  readonly timeZone: string;
}

/** The largest numbers of schedules and of saved exports that one person may have. */
export const MAX_SCHEDULES = 10;
export const MAX_SAVED_EXPORTS = 100;

/** A run that starts later than this number of minutes after its time was missed, and reports this. */
export const LATE_AFTER_MINUTES = 15;

/**
 * The reasons why a schedule is paused. Its owner may no longer export, or may see more or less than when it was set. A filter
 * names a record that is deleted or out of reach. Or an administrator stopped it.
 */
export const schedulePauses = ['access_lost', 'access_changed', 'filter_gone', 'stopped'] as const;

/** One of {@link schedulePauses}. */
export type SchedulePause = (typeof schedulePauses)[number];

/**
 * Returns the first run after an instant (RPT-03). On a day on which clocks go back over the time, it is the first of the two moments;
 * on one on which they go forward over it, the first moment after the gap. There is one run per day, week or month.
 */
export function nextRun(schedule: ExportSchedule, after: Date): Date {
  const { time, timeZone } = schedule;
  const from = addDays(dayIn(after, timeZone), -1);
  for (const date of daysOf(schedule, from)) {
    const moment = instantOf(date, time, timeZone);
    // If a time zone skips a whole day, the moment would be on the next day, so it is left out.
    if (moment > after && dayIn(moment, timeZone) === date) return moment;
  }
  throw new RangeError('no run within a year');
}

/** Returns whether a run that starts now was missed at its time. */
export const isLate = (scheduledFor: Date, now: Date): boolean =>
  now.getTime() - scheduledFor.getTime() > LATE_AFTER_MINUTES * 60_000;

const dayIn = (moment: Date, timeZone: string): CalendarDate => zonedInstant(moment, timeZone).slice(0, 10);

/** Yields the days of a schedule from a day on, for more than a year. */
function* daysOf({ frequency, weekday, monthDay }: ExportSchedule, from: CalendarDate) {
  if (frequency === 'monthly') {
    // Twelve months from a month with 31 days: months add to its last days as they have them.
    const january = `${from.slice(0, 4)}-01-${String(monthDay ?? 1).padStart(2, '0')}`;
    const month = Number(from.slice(5, 7)) - 1;
    for (let ahead = 0; ahead <= 13; ahead++) yield addMonths(january, month + ahead);
    return;
  }
  for (let ahead = 0; ahead <= 15; ahead++) {
    const date = addDays(from, ahead);
    if (frequency === 'daily' || isoWeekday(date) === weekday) yield date;
  }
}

const isoWeekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
