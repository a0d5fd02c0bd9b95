import { useLingui } from '@lingui/react';
import { createContext, use } from 'react';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';

/** The IANA zone of the signed-in person; UTC for visitors. Set by the shell from settings and organization. */
export const ZoneContext = createContext('UTC');

/** Formats of dates and numbers in the person's language and time zone (SHELL-09). Created by {@link makeFormat}. */
export interface Format {
  /** A calendar date 'YYYY-MM-DD', never converted between zones: 'Mar 5, 2026'. */
  readonly date: (calendarDate: string) => string;
  /** An instant as a short date in the person's zone: 'Mar 5, 2026'. */
  readonly day: (instant: string) => string;
  /** An instant with time and zone: 'Mar 5, 2026, 2:30 PM EST'; records of other zones are on the same screen (RPT-05). */
  readonly dateTime: (instant: string) => string;
  /** An instant in full with seconds and zone, for hovering: 'Thursday, March 5, 2026 at 2:30:12 PM UTC'. */
  readonly full: (instant: string) => string;
  /** 'in 2 hours', '3 days ago'; `now` in milliseconds. */
  readonly relative: (instant: string, now?: number) => string;
  readonly number: (value: number, maximumFractionDigits?: number) => string;
  /** A percentage from a figure of 0 to 100: '87%'. */
  readonly percent: (value: number, maximumFractionDigits?: number) => string;
  /** A size in bytes: '1.4 MB'. */
  readonly bytes: (size: number) => string;
  /** 'a, b, and c'. */
  readonly list: (items: readonly string[]) => string;
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Creates a value on first use: creating a format costs more than using it a hundred times, and few screens use all. */
function lazily<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}

/** Creates the formats of a language and an IANA zone; {@link formatOf} caches them. */
export function makeFormat(locale: string, timeZone: string): Format {
  const calendar = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const day = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }));
  const full = lazily(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }),
  );
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const list = lazily(() => new Intl.ListFormat(locale));
  const numbers = new Map<string, Intl.NumberFormat>();
  const numberFormat = (style: 'decimal' | 'percent', maximumFractionDigits: number): Intl.NumberFormat => {
    const key = `${style} ${String(maximumFractionDigits)}`;
    let found = numbers.get(key);
    if (!found) numbers.set(key, (found = new Intl.NumberFormat(locale, { style, maximumFractionDigits })));
    return found;
  };
  return {
    // Midnight UTC shown in UTC is the same calendar date in every time zone.
    date: (text) => calendar().format(new Date(`${text}T00:00:00Z`)),
    day: (instant) => day().format(new Date(instant)),
    dateTime: (instant) => evidenceTime(instant, timeZone, locale).short,
    full: (instant) => full().format(new Date(instant)),
    relative: (instant, now = Date.now()) => {
      const seconds = (Date.parse(instant) - now) / 1000;
      const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative().format(Math.round(seconds / size), unit);
    },
    number: (value, maximumFractionDigits = 0) =>
      numberFormat('decimal', maximumFractionDigits).format(value),
    percent: (value, maximumFractionDigits = 0) =>
      numberFormat('percent', maximumFractionDigits).format(value / 100),
    bytes: (size) => {
      const step = size < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(size) / 3));
      const value = size / 1000 ** step;
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: byteUnits[step] ?? 'byte',
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: step > 1 && value < 10 ? 1 : 0,
      }).format(value);
    },
    list: (items) => list().format(items),
  };
}

const formats = new Map<string, Format>();

/**
 * Returns the formats of a language and an IANA zone, created once: a screen has hundreds of dates, and records of several zones
 * (RPT-05).
 */
export function formatOf(locale: string, timeZone: string): Format {
  const key = `${locale} ${timeZone}`;
  let found = formats.get(key);
  if (!found) formats.set(key, (found = makeFormat(locale, timeZone)));
  return found;
}

/** The formats of the signed-in person (SHELL-09). */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return formatOf(i18n.locale || 'en', use(ZoneContext));
}
