/** An instant in evidence (RPT-05): its parts in the zone in which it was recorded, and the text that screens and papers print. */
export interface EvidenceTime {
  /** The calendar date in the record's zone, as its language writes it: 'Jul 10, 2026'. */
  readonly date: string;
  /** The time with the short name of the zone, without its place: 'Jul 10, 2026, 8:24 PM EDT'; short enough for a list. */
  readonly short: string;
  /** The same with the IANA name, which leaves no doubt: 'Jul 10, 2026, 8:24 PM EDT (America/New_York)'. */
  readonly text: string;
}

/** The precision of the instant: for a past training only the day is known (DI-01). */
export type Precision = 'time' | 'day';

interface Formats {
  readonly date: Intl.DateTimeFormat;
  readonly dateTime: Intl.DateTimeFormat;
  readonly zone: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();

function formatsOf(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  let found = formats.get(key);
  if (!found) {
    found = {
      date: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
      dateTime: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
      zone: new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone, timeZoneName: 'short' }),
    };
    formats.set(key, found);
  }
  return found;
}

/**
 * Returns an instant of evidence (a signature, a completion) in the zone in which it was recorded, for every reader (RPT-05,
 * SIG-04). The same on every screen and document of a language.
 */
export function evidenceTime(
  instant: string | Date,
  timeZone: string,
  language: string,
  precision: Precision = 'time',
): EvidenceTime {
  const at = new Date(instant);
  const format = formatsOf(language, timeZone);
  const date = format.date.format(at);
  const label = format.zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const place = label === timeZone ? '' : ` (${timeZone})`;
  const short = precision === 'day' ? `${date} ${label}` : `${format.dateTime.format(at)} ${label}`;
  return { date, short, text: `${short}${place}` };
}

const quarterOfAnHour = 900_000;

/** The offset of a zone from UTC, in milliseconds and in the format of ISO 8601. */
interface Offset {
  readonly ahead: number;
  readonly text: string;
}

/** Offsets by zone and quarter of an hour: clocks change at no other times. */
const offsets = new Map<string, Map<number, Offset>>();
const offsetFormats = new Map<string, Intl.DateTimeFormat>();
/** More offsets than an export of many years has in a time zone. Beyond this number, they are computed again. */
const mostOffsets = 100_000;

function offsetAt(time: number, timeZone: string): Offset {
  let known = offsets.get(timeZone);
  if (!known || known.size > mostOffsets) offsets.set(timeZone, (known = new Map()));
  const quarter = Math.floor(time / quarterOfAnHour);
  let found = known.get(quarter);
  if (!found) known.set(quarter, (found = findOffset(time, timeZone)));
  return found;
}

function findOffset(time: number, timeZone: string): Offset {
  let format = offsetFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormats.set(timeZone, format);
  }
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '00', minutes = '00'] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { ahead: sign === '-' ? -ahead : ahead, text: `${sign}${hours}:${minutes}` };
}

/**
 * Returns an instant, given as text or in milliseconds, in a zone and for machines: ISO 8601 with seconds and the offset of
 * that moment, '2026-07-10T20:24:05-04:00'.
 */
export function zonedInstant(instant: string | Date | number, timeZone: string): string {
  const time = typeof instant === 'string' ? Date.parse(instant) : Number(instant);
  const { ahead, text } = offsetAt(time, timeZone);
  const local = Math.floor((time + ahead) / 1000);
  const second = ((local % secondsPerDay) + secondsPerDay) % secondsPerDay;
  const minute = Math.floor(second / 60);
  return `${dayOf(local - second)}T${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}${text}`;
}

const secondsPerDay = 86_400;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** Days as ISO 8601 writes them: a long export has few of them, and writes a million instants. */
const days = new Map<number, string>();

/** Returns the day that starts at that second since 1970. */
function dayOf(second: number): string {
  let found = days.get(second);
  if (found === undefined) {
    if (days.size > mostOffsets) days.clear();
    found = new Date(second * 1000).toISOString().slice(0, -'T00:00:00.000Z'.length);
    days.set(second, found);
  }
  return found;
}

/** Returns the day of a past training, whose time is not known (DI-01), in the form of {@link evidenceTime}: 'Jul 10, 2026 EDT'. */
export function evidenceDay(date: string, timeZone: string, language: string): EvidenceTime {
  const noon = Date.parse(`${date}T12:00:00Z`);
  return evidenceTime(new Date(noon - offsetAt(noon, timeZone).ahead), timeZone, language, 'day');
}

/** Returns the first instant of a calendar day in a zone; if clocks change at midnight, the first moment after the change. */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const first = midnight - offsetAt(midnight, timeZone).ahead;
  return new Date(midnight - offsetAt(first, timeZone).ahead);
}

/**
 * Returns the instant at which a local clock of a time zone shows a time on a day. If clocks go back, it is the first of two. If
 * they skip the time, it is the first moment after the gap.
 */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const aheadAt = (moment: number) => offsetAt(moment, timeZone).ahead;
  const day = secondsPerDay * 1000;
  const [before, after] = [aheadAt(wall - day), aheadAt(wall + day)];
  const [first, second] = [wall - Math.max(before, after), wall - Math.min(before, after)];
  for (const moment of [first, second]) if (moment + aheadAt(moment) === wall) return new Date(moment);
  // The time is in the gap, and clocks change between the two.
  let [early, late] = [first, second];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (aheadAt(middle) === before) early = middle;
    else late = middle;
  }
  return new Date(late);
}
