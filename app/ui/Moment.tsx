import { useLingui } from '@lingui/react';
import { use } from 'react';
import { ianaZone } from '#shared/domain/people/settings.ts';
import { makeFormat, useFormat, ZoneContext } from '#app/lib/format.ts';

/** An instant as a short date (or with time, or relative), the full instant with its zone on hover (UI.md). */
export function Moment({
  value,
  show = 'day',
  timeZone,
}: {
  readonly value: string;
  readonly show?: 'day' | 'dateTime' | 'relative';
  /** Zone of the record that the instant belongs to; a time in another zone than the reader's is written with it (SIG-01). */
  readonly timeZone?: string | undefined;
}) {
  const { i18n } = useLingui();
  const own = useFormat();
  const zone = use(ZoneContext);
  const format = timeZone === undefined ? own : makeFormat(i18n.locale || 'en', timeZone);
  const foreign = show === 'dateTime' && timeZone !== undefined && timeZone !== ianaZone(zone);
  return (
    <time dateTime={value} title={format.full(value)} className="tt-figures">
      {format[show](value)}
      {foreign && ` (${timeZone})`}
    </time>
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
