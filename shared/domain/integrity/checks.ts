import { addDays, daysBetween, type CalendarDate } from '../calendar/calendar.ts';

/** The reasons why the integrity of the records is checked (AUD-04, OPS-10). */
export const checkKinds = ['nightly', 'weekly', 'restore', 'manual'] as const;

/** One of {@link checkKinds}. */
export type CheckKind = (typeof checkKinds)[number];

/** The state of a check. */
export const checkStates = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const;

/** One of {@link checkStates}. */
export type CheckState = (typeof checkStates)[number];

/** The local hour at which the nightly check is due. */
const quietHour = 2;

/** The facts that decide whether a check is due. */
export interface CheckHistory {
  readonly now: Date;
  /** The IANA zone of the installation. */
  readonly zone: string;
  /** The time at which the installation was created: before its first quiet hour no check is due. */
  readonly since: Date;
  /** Start of the last check that ended, including cancelled and failed ones; null for none. */
  readonly lastBegan: Date | null;
  /** Start of the last check that read the stored files too and was completed; null for none. */
  readonly lastFullBegan: Date | null;
  /** Start of the last one of these, completed or not; null for none. */
  readonly lastFullTried: Date | null;
  /** The time when the database was last put back to an earlier state; null for never. */
  readonly restoredAt: Date | null;
}

/** Returns the day of a check: it changes at the quiet hour of the zone, not at midnight. */
export function checkDay(instant: Date, zone: string): CalendarDate {
  const shifted = new Date(instant.getTime() - quietHour * 3_600_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(shifted);
}

/** A Sunday: weeks of checks start on Sundays. */
const firstSunday: CalendarDate = '2023-01-01';

const weekOf = (day: CalendarDate): CalendarDate => {
  const days = daysBetween(firstSunday, day);
  return addDays(firstSunday, Math.floor(days / 7) * 7);
};

/**
 * Returns the check that is due (OPS-10): a check at once after a restore, a full one weekly, and one without the stored files
 * nightly. A missed check is made up for. A full one that failed or was cancelled is tried again the next night. A check is due
 * on any day other than that of the last check, even an earlier one, so that setting a clock back does not postpone it.
 */
export function dueCheck(history: CheckHistory): Exclude<CheckKind, 'manual'> | null {
  const { now, zone, since, lastBegan, lastFullBegan, lastFullTried, restoredAt } = history;
  const today = checkDay(now, zone);
  const wasToday = (instant: Date | null) => instant !== null && checkDay(instant, zone) === today;
  const isRestored =
    restoredAt !== null && restoredAt <= now && (lastFullBegan === null || lastFullBegan < restoredAt);
  const wasTriedSince = lastFullTried !== null && restoredAt !== null && lastFullTried >= restoredAt;
  if (isRestored && !(wasTriedSince && wasToday(lastFullTried))) return 'restore';
  const isNewWeek = weekOf(today) !== weekOf(checkDay(lastFullBegan ?? since, zone));
  if (isNewWeek && !wasToday(lastFullTried)) return 'weekly';
  return wasToday(lastBegan ?? since) ? null : 'nightly';
}
