import { useFormat } from '#app/lib/format.ts';

/** An instant as a short date (or with time, or relative), the full instant with its zone on hover (UI.md). */
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

/** A calendar date, never converted between zones (SHELL-09). */
export function CalendarDate({ value }: { readonly value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} className="tt-figures">
      {format.date(value)}
    </time>
  );
}
