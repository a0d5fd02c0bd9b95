/**
 * Writes instants, with date and time unless asked otherwise, in any zone, with one format a zone: a signature is told in the zone in which its signer
 * saw it (SIG-04), whatever the reader's is.
 */
export function zonedInstants(
  language: string,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): (value: Date, timeZone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (value, timeZone) => {
    let format = formats.get(timeZone);
    if (!format) {
      format = new Intl.DateTimeFormat(language, { ...style, timeZone });
      formats.set(timeZone, format);
    }
    return format.format(value);
  };
}
