import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { isDayOnly, type CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { formatOf, useFormat } from '#app/lib/format.ts';

/** An instant in the reader's zone as a short date (or with time, or relative), the full instant with its zone on hover (UI.md). */
export function Moment({
  value,
  show = 'day',
}: {
  readonly value: string;
  readonly show?: 'day' | 'dateTime' | 'relative';
}) {
  const format = useFormat();
  return (
    <time dateTime={value} title={format.full(value)} className="tt-figures">
      {format[show](value)}
    </time>
  );
}

/**
 * The time at which evidence (a completion, a signature) was recorded, with date, time and time zone of that place. It is the
 * same for every reader and on paper (RPT-05, SIG-01).
 */
export function EvidenceTime({
  value,
  timeZone,
  dayOnly: asDay = false,
  kind = null,
  full = false,
}: {
  readonly value: string;
  /** IANA zone of the record. */
  readonly timeZone: string | null;
  /** Of past training only the day is known (DI-01). */
  readonly dayOnly?: boolean;
  /**
   * The kind of a completion: of one that was recorded afterwards only the day is known (DI-01), and one from a source shows
   * this (USR-09).
   */
  readonly kind?: CompletionKind | null;
  /** With the name of the time zone, as on documents; lists have no space for it. */
  readonly full?: boolean;
}) {
  const { i18n } = useLingui();
  const locale = i18n.locale || 'en';
  const zone = timeZone ?? 'UTC';
  const dayOnly = asDay || isDayOnly(kind);
  const shown = evidenceTime(value, zone, locale, dayOnly ? 'day' : 'time');
  const title = dayOnly ? shown.text : `${formatOf(locale, zone).full(value)} (${zone})`;
  const time = (
    <time dateTime={value} title={title} className="tt-figures">
      {full ? shown.text : shown.short}
    </time>
  );
  if (kind !== 'from_source') return time;
  return (
    <>
      {time}{' '}
      <span style={{ fontStyle: 'italic' }}>
        (<Trans>recorded from source</Trans>)
      </span>
    </>
  );
}

/** A calendar date, never converted between zones (SHELL-09). */
export function CalendarDate({ value }: { readonly value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} className="tt-figures">
      {format.date(value)}
    </time>
  );
}
